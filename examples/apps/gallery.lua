-- Gallery: a grid of photos. Tap one and it flies up to fill the screen; drag it down or pinch it, and it follows the fingers back.
local segue = require "segue"

local duration = 0.4    -- seconds from the grid to the photo
local pull = 420        -- how far down is all the way back, in stage units
local names = { "dusk", "fjord", "night", "dunes" }

-- The grid. Each thumbnail has its photo's name for an id: that is what it shares with the screen that it opens.
local grid_view = segue.view { id = "grid", background = "#f4f1ec",
  segue.label { text = "Gallery", font_size = 34, bold = true, color = "#1d1b26", frame = { 20, 52, 300, 44 } } }
for _, name in ipairs(names) do
  grid_view:add(segue.image { id = name, source = "photos/" .. name .. ".png", frame = { 0, 0, 10, 10 }, corner = 14 })
end

local grid = segue.screen {
  kind = "grid", view = grid_view,
  on = {
    layout = function(_, width)
      local side = (width - 60) / 2
      for i, name in ipairs(names) do
        local column, row = (i - 1) % 2, (i - 1) // 2
        grid_view:find(name).frame = { 20 + column * (side + 20), 116 + row * (side + 20), side, side }
      end
    end,
  },
}

-- The photo: a backdrop, the picture and a caption.
local backdrop = segue.view { background = "#16141c", frame = { 0, 0, 10, 10 } }
local picture = segue.image { source = "photos/dusk.png", frame = { 0, 0, 10, 10 } }
local caption = segue.label { text = "", font_size = 20, color = "#f4f1ec", align = "center", frame = { 0, 0, 10, 30 } }
local photo_view = segue.view { id = "photo", backdrop, picture, caption }

local photo = segue.screen {
  kind = "photo", view = photo_view,
  on = {
    layout = function(_, width, height)
      backdrop.frame = { 0, 0, width, height }
      picture.frame = { 0, height / 2 - width * 0.68, width, width * 1.25 }
      caption.frame = { 20, height / 2 + width * 0.64, width - 40, 30 }
    end,
  },
}

-- The one element flies; everything else is an ordinary plan.
segue.transition {
  name = "open photo", from = "grid", to = "photo", duration = duration, timing = "ease_in_out",
  animate = function(run)
    run:share(picture.id, { arc = 0.5 })
    backdrop.alpha, caption.alpha = 0, 0
    segue.animate(run.duration, function() backdrop.alpha = 1 end)
    sleep(run.duration * 0.6)
    segue.animate(run.duration * 0.4, function() caption.alpha = 1 end)
  end,
}

local nav = segue.navigation { root = grid }
segue.stage(nav)

for _, name in ipairs(names) do
  grid_view:find(name):on("tap", function()
    picture.id, picture.source, caption.text = name, "photos/" .. name .. ".png", name
    nav:push(photo)
  end)
end

-- Fingers on the photo: `share` says how far back a gesture is, and the flying picture is where they hold it.
local function follow(share)
  local interaction, sign, home, start
  return function(g)
    if g.state == "began" then
      interaction, sign, home, start = segue.interaction(), 1, picture.center, g.location
      local run = nav.run
      if run then
        interaction:catch(run)
        -- One that was opening is caught on its way: back is against it.
        if run.operation == "push" then sign = -1 end
        local flying = run:shared(picture.id)
        if flying then home = flying:shown "translation" end
      else
        nav:pop { interaction = interaction }
      end
    elseif g.state == "changed" then
      interaction:update(sign * share(g))
      local flying = nav.run and nav.run:shared(picture.id)
      if flying then
        flying:track { translation = { home.x + g.location.x - start.x, home.y + g.location.y - start.y } }
      end
    elseif g.state == "ended" then
      interaction:release()
    else
      interaction:cancel()
    end
  end
end

photo_view:on("pan", { axis = "y" }, follow(function(g) return g.translation.y / pull end))
photo_view:on("pinch", follow(function(g) return 1 - g.scale end))
