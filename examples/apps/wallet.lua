-- A wallet: cards lie over one another. Tap one and it comes forward; pull it down, or tap it again, and it goes back. Every card
-- is on a spring, so each can be caught and sent elsewhere at any time.
local segue = require "segue"

local spring = { duration = 0.5, bounce = 0.2 }
local names = { "Library", "Metro", "Museum", "Pool" }
local colors = { "#264653", "#2a9d8f", "#e9c46a", "#e76f51" }
local width, height, margin, overlap = 400, 800, 20, 90
local card_height = 220

local cards, open = {}, nil

-- Where a card belongs: in the pile, or, when one is open, that one above and the rest in a heap at the bottom.
local function place(i)
  if not open then return 90 + (i - 1) * overlap end
  if i == open then return 90 end
  local below = i < open and i or i - 1
  return height - 150 + (below - 1) * 24
end

-- Each card goes there with the speed that it has, be it from a spring or from the finger that has just let go.
local function settle()
  for i, card in ipairs(cards) do card:to({ y = place(i), scale = open and i ~= open and 0.94 or 1 }, { spring = spring }) end
end

local function show(i)
  open = i
  print(i and "shows " .. names[i] or "shows the pile")
  settle()
end

for i, name in ipairs(names) do
  cards[i] = segue.view {
    id = name, background = colors[i], corner = 18, frame = { margin, 90 + (i - 1) * overlap, width - 2 * margin, card_height },
    shadow_color = "#00000050", shadow_blur = 12, shadow_offset = { 0, 4 },
    segue.label { text = name, font_size = 24, bold = true, color = "#fff", frame = { 20, 18, 200, 32 } },
    segue.label { text = "no. " .. 1000 + 37 * i, font_size = 15, color = "#ffffffb0", frame = { 20, card_height - 40, 200, 22 } },
  }
  cards[i]:on("tap", function() show(open ~= i and i or nil) end)

  -- The open card follows a finger, the less the farther it is pulled up; pulled down far or fast enough it goes back to the pile.
  cards[i]:on("pan", { axis = "y" }, function(g)
    if open ~= i then return end
    local way = g.translation.y
    if g.state == "changed" then
      cards[i]:track { y = place(i) + (way < 0 and way / (1 - way / 100) or way) }
    elseif g.state == "ended" and way + g.velocity.y * 0.2 > 120 then
      open = nil
      print "shows the pile"
      settle()
    elseif g.state == "ended" or g.state == "cancelled" then
      settle()
    end
  end)
end

segue.stage(segue.view { background = "#f4f1ec", table.unpack(cards) })
print "shows the pile"
