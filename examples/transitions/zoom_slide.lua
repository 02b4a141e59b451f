-- Zoom slide: both go to the left, small while they are off the stage.
-- Written by hand what `segue.transition { from = …, to = …, style = "zoom_slide" }` is.
local segue = require "segue"

return function(from, to)
  return segue.transition {
    from = from, to = to, duration = 0.35, timing = "linear",
    animate = function(run)
      local new, old = run.to.view, run.from.view
      local width = run.stage.width
      new.translation, new.scale = { width, 0 }, 0.8
      segue.animate({ duration = run.duration, timing = "ease_in_out" }, function()
        new.translation, new.scale = { 0, 0 }, 1
        old.translation, old.scale = { -width, 0 }, 0.8
      end)
    end,
  }
end
