-- Photos: a list of pictures, and a screen that opens from a thumbnail and is dragged back with a finger.
-- Change a number and save: the picture that `scripts/run` makes follows.
local segue = require "segue"

local duration = 0.45   -- seconds from the list to the photo
local shrink = 0.92     -- how far the list steps back

-- The list: a title and four thumbnails.
local names = { "dusk", "fjord", "night", "dunes" }
local title = segue.label { text = "Photos", font_size = 34, bold = true, color = "#1d1b26", frame = { 20, 52, 300, 44 } }
local list_view = segue.view { id = "list", background = "#f4f1ec", title }
for _, name in ipairs(names) do
  list_view:add(segue.image {
    id = name, source = "photos/" .. name .. ".png", frame = { 0, 0, 10, 10 }, corner = 14,
    shadow_color = "#00000040", shadow_blur = 6, shadow_offset = { 0, 4 },
  })
end

local list = segue.screen {
  kind = "list", view = list_view,
  on = {
    layout = function(_, width)
      local side = (width - 60) / 2
      for i, name in ipairs(names) do
        local column, row = (i - 1) % 2, (i - 1) // 2
        list_view:find(name).frame = { 20 + column * (side + 20), 116 + row * (side * 1.25 + 20), side, side * 1.25 }
      end
    end,
  },
}

-- The photo: a backdrop, the picture and a caption.
local photo_view = segue.view {
  id = "photo",
  segue.view { id = "backdrop", background = "#16141c", frame = { 0, 0, 10, 10 } },
  segue.image { id = "picture", source = "photos/dusk.png", frame = { 0, 0, 10, 10 } },
  segue.label { id = "caption", text = "Dusk over the ridge", font_size = 20, color = "#f4f1ec", align = "center",
    frame = { 0, 0, 10, 30 } },
}

local photo = segue.screen {
  kind = "photo", view = photo_view,
  on = {
    layout = function(_, width, height)
      photo_view:find("backdrop").frame = { 0, 0, width, height }
      photo_view:find("picture").frame = { 0, height / 2 - width * 0.68, width, width * 1.25 }
      photo_view:find("caption").frame = { 20, height / 2 + width * 0.64, width - 40, 30 }
    end,
  },
}

-- How the one becomes the other, written forward. It plays backward by itself, and under a finger.
segue.transition {
  name = "open photo", from = "list", to = "photo", duration = duration, timing = "ease_in_out",
  animate = function(run)
    local thumbnail = run.from.view:find "dusk"
    local picture, backdrop, caption =
      run.to.view:find "picture", run.to.view:find "backdrop", run.to.view:find "caption"
    local open = picture.frame

    -- Set outside a block: how it looks at the start. The thumbnail is gone from its place for as long as it is open.
    thumbnail.alpha = 0
    picture.frame, picture.corner = thumbnail.frame, thumbnail.corner
    backdrop.alpha, caption.alpha = 0, 0

    segue.animate(run.duration, function()
      picture.frame, picture.corner = open, 0
      backdrop.alpha = 1
      run.from.view.scale = shrink
    end)
    sleep(run.duration * 0.6)
    segue.animate(run.duration * 0.4, function() caption.alpha = 1 end)
  end,
}

local nav = segue.navigation { root = list }
segue.stage(nav)

-- Drag the photo to the right to go back. A finger may also take hold of a run that is under way.
local interaction, towards_end
photo_view:on("pan", { axis = "x" }, function(g)
  if g.state == "began" then
    interaction, towards_end = segue.interaction(), 1
    if nav.run then
      interaction:catch(nav.run)
      if nav.run.operation == "push" then towards_end = -1 end
    else
      nav:pop { interaction = interaction }
    end
  elseif g.state == "changed" then
    interaction:update(towards_end * g.translation.x / photo_view.width)
  elseif g.state == "ended" then
    interaction:release()
  else
    interaction:cancel()
  end
end)

-- Nobody taps a recording, so the photo opens by itself.
segue.task(function()
  sleep(0.4)
  nav:push(photo)
end)
