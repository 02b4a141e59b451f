-- A stack in the block style: one container, one function, one gesture. Swipe in from the left edge to go back.
local segue = require "segue"

local colors = { "#264653", "#2a9d8f", "#e9c46a", "#f4a261", "#e76f51" }

-- A page: its number, large, on a color of its own.
local function page(number)
  local view = segue.view {
    background = colors[(number - 1) % #colors + 1],
    segue.label { id = "number", text = tostring(number), font_size = 120, bold = true, color = "#fff", align = "center",
      frame = { 0, 0, 10, 150 } },
    segue.label { id = "hint", text = number == 1 and "tap for the next page" or "swipe from the left edge to go back",
      font_size = 16, color = "#ffffffc0", align = "center", frame = { 0, 0, 10, 24 } },
  }
  return segue.screen {
    kind = "page", view = view,
    on = {
      layout = function(_, width, height)
        view:find("number").frame = { 0, height / 2 - 110, width, 150 }
        view:find("hint").frame = { 0, height / 2 + 60, width, 24 }
      end,
    },
  }
end

local nav = segue.navigation { root = page(1) }
segue.stage(nav)

-- One function for both directions: the new page comes in from the side that `reversed` says, the old one steps aside.
nav:set_transition(0.45, function(stage, from, to, duration, transition, done)
  local width = transition.reversed and -stage.width or stage.width
  -- What a page's transition keeps from one run to the next.
  local info = transition.user_info
  info.visits = (info.visits or 0) + 1
  to.view.translation = { width, 0 }
  segue.animate({ duration = duration, timing = "ease_in_out" }, function()
    to.view.translation = { 0, 0 }
    from.view.translation = { -width, 0 }
  end, done)
end)

-- The gesture: an edge pan, unless the factory returns another recogniser.
nav:set_gesture(function(edge)
  edge.edges = "left"
  return edge
end, function(nav, gesture, state)
  if state == "began" then
    nav.interaction = segue.interaction { release = "threshold_or_velocity", rubber_band = true }
    nav:pop()
  end
  -- The last page cannot be popped; there is nothing to drive then.
  if nav.interaction then nav.interaction:drive(gesture) end
  if state == "ended" or state == "cancelled" then nav.interaction = nil end
end)

-- What drives an operation: the finger, while there is one. nil: the clock.
nav:set_interactor(function(nav) return nav.interaction end)

-- A tap goes on; the mouse's back button and the keyboard's Escape go back.
nav.view:on("tap", function() nav:push(page(#nav.stack + 1)) end)
nav.view:on("tap", { button = 8 }, function() nav:pop() end)
nav.view:on("key", { keys = { "Escape", "XF86Back" } }, function() nav:pop() end)

nav:on("did_show", function(nav, screen)
  print(("page %s of %d"):format(screen.view:find("number").text, #nav.stack))
end)

-- Nobody taps a recording, so the first pages open by themselves.
segue.task(function()
  for number = 2, 3 do
    sleep(0.3)
    await(nav:push(page(number)))
  end
end)
