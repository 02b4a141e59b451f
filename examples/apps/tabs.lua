-- Three tabs: swipe across them, or tap a word in the bar. The bar's line goes with whatever moves the tabs.
local segue = require "segue"

local pages = {
  { name = "Today", color = "#264653", text = "the first tab" },
  { name = "Week", color = "#2a9d8f", text = "swipe on, or back" },
  { name = "Year", color = "#e76f51", text = "there is nothing further right" },
}
local bar_height = 64

-- A page: its name, large, and a hint.
local function page(about)
  local view = segue.view {
    background = about.color,
    segue.label { id = "name", text = about.name, font_size = 56, bold = true, color = "#fff", align = "center",
      frame = { 0, 0, 10, 72 } },
    segue.label { id = "hint", text = about.text, font_size = 16, color = "#ffffffc0", align = "center",
      frame = { 0, 0, 10, 24 } },
  }
  return segue.screen {
    kind = about.name:lower(), view = view,
    on = {
      layout = function(_, width, height)
        view:find("name").frame = { 0, height / 2 - 60, width, 72 }
        view:find("hint").frame = { 0, height / 2 + 20, width, 24 }
      end,
    },
  }
end

local screens = {}
for i, about in ipairs(pages) do screens[i] = page(about) end
local tabs = segue.tabs(screens)

-- The bar: a word for each tab and a line under the one that shows.
local line = segue.view { id = "line", background = "#fff", corner = 2, frame = { 0, bar_height - 12, 60, 4 } }
local bar = segue.view { id = "bar", background = "#1d1b26", line }
local words = {}
for i, about in ipairs(pages) do
  words[i] = segue.label { text = about.name, font_size = 17, color = "#fff", align = "center", frame = { 0, 18, 10, 24 } }
  words[i]:on("tap", function() tabs:select(i) end)
  bar:add(words[i])
end

local function line_x(tab) return words[tab].x + words[tab].width / 2 - line.width / 2 end

-- The tabs and the bar in one screen, which is all that is on the stage.
local app = segue.screen {
  kind = "app", view = segue.view { tabs.view, bar },
  on = {
    layout = function(_, width, height)
      tabs.view.frame = { 0, 0, width, height - bar_height }
      bar.frame = { 0, height - bar_height, width, bar_height }
      for i, word in ipairs(words) do word.frame = { (i - 1) * width / #words, 18, width / #words, 24 } end
      line.x = line_x(tabs.selected)
    end,
  },
}
segue.stage(segue.navigation { root = app })

-- From any tab to any other: the new one comes from its side. A plan is written once and driven by the clock or by a finger; going
-- back to an earlier tab plays it backward.
segue.transition {
  name = "between tabs", from = "*", to = "*", duration = 0.35, timing = "ease_out",
  animate = function(run)
    local width = run.stage.width
    run.to.view.translation = { width, 0 }
    segue.animate(run.duration, function()
      run.to.view.translation = { 0, 0 }
      run.from.view.translation = { -width, 0 }
    end)
  end,
  on_end = function() print("shows " .. screens[tabs.selected].kind) end,
}
tabs:swipe { rubber_band = true }

-- The line has a spring of its own; it may be sent elsewhere at any time.
tabs:on("will_select", function(_, screen)
  for i, other in ipairs(screens) do
    if other == screen then line:to({ x = line_x(i) }, { spring = { duration = 0.4, bounce = 0.25 } }) end
  end
end)

-- Nobody taps a recording, so the last tab opens by itself and the first one comes back.
segue.task(function()
  sleep(0.3)
  await(tabs:select(3))
  sleep(0.2)
  tabs:back()
end)
