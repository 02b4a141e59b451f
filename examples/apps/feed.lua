-- A feed: rows that scroll down, one of which scrolls sideways, in a page that a swipe from the left takes back. Each drag goes
-- where it was meant: sideways on the strip to the strip, up and down to the feed, from the edge to the stack, and at the top of the
-- feed a pull goes on as the dismissal of the page.
local segue = require "segue"

local colors = { "#264653", "#2a9d8f", "#e9c46a", "#f4a261", "#e76f51" }
local function color(i) return colors[(i - 1) % #colors + 1] end

-- The strip: ten tiles, of which one snaps to the left end.
local tile, gap = 120, 12
local strip = segue.scroll { id = "strip", axis = "x", background = "#ffffff", frame = { 0, 0, 10, 150 } }
local places = {}
for i = 1, 10 do
  places[i] = (i - 1) * (tile + gap)
  strip:add(segue.view { background = color(i), corner = 12, frame = { gap + places[i], 15, tile, tile } })
end
strip.scroll.content_size = { gap + 10 * (tile + gap), 150 }
strip.scroll.snap, strip.scroll.long_swipes = places, true

-- The feed: the strip and twenty cards.
local feed = segue.scroll { id = "feed", background = "#f4f1ec" }
feed:add(strip)
for i = 1, 20 do
  feed:add(segue.view {
    id = "card " .. i, background = "#ffffff", corner = 14, frame = { 16, 0, 10, 120 },
    segue.view { background = color(i + 2), corner = 10, frame = { 14, 14, 92, 92 } },
    segue.label { text = "Entry " .. i, font_size = 20, bold = true, color = "#1d1b26", frame = { 122, 22, 220, 28 } },
    segue.label { text = "pull down at the top to close", font_size = 14, color = "#1d1b2690", frame = { 122, 56, 240, 22 } },
  })
end

local page = segue.screen {
  kind = "feed", view = segue.view { feed },
  on = {
    layout = function(_, width, height)
      feed.frame = { 0, 0, width, height }
      strip.frame = { 0, 0, width, 150 }
      for i = 1, 20 do feed:find("card " .. i).frame = { 16, 166 + (i - 1) * 136, width - 32, 120 } end
    end,
  },
}

local home = segue.screen {
  kind = "home",
  view = segue.view {
    background = "#264653",
    segue.label { text = "tap to open the feed", font_size = 22, color = "#fff", align = "center", frame = { 0, 380, 400, 32 } },
  },
}

local nav = segue.navigation { root = home }
segue.stage(nav)
nav:back_swipe()
home.view:on("tap", function() nav:push(page) end)

-- At the top of the feed the same finger goes on with the page, which it closes downwards; coming back gives it to the feed again.
local pulled
feed.scroll:hand_over("down", function()
  local interaction = segue.interaction { towards = "down", release = "projection" }
  pulled = true
  return nav:pop { interaction = interaction } and interaction
end)

segue.transition {
  name = "open feed", from = "home", to = "feed", duration = 0.4, timing = "ease_out",
  animate = function(run)
    local down = pulled
    pulled = false
    run.to.view.translation = down and { 0, run.stage.height } or { run.stage.width, 0 }
    segue.animate(run.duration, function()
      run.to.view.translation = { 0, 0 }
      run.from.view.alpha = 0.6
    end)
  end,
}

feed.scroll:on("rest", function(_, offset) print(("feed rests at %.0f"):format(offset.y)) end)
strip.scroll:on("rest", function(_, offset) print(("strip rests at %.0f"):format(offset.x)) end)
nav:on("did_show", function(_, screen) print("shows " .. screen.kind) end)

-- Nobody taps a recording.
segue.task(function()
  sleep(0.2)
  nav:push(page)
end)
