-- Zoom out: the new screen comes from before your nose, the old one steps back.
-- Written by hand what `segue.transition { from = …, to = …, style = "zoom_out" }` is.
local segue = require "segue"

return function(from, to)
  return segue.transition {
    from = from, to = to, duration = 0.35, timing = "linear",
    animate = function(run)
      local new, old = run.to.view, run.from.view
      new.scale, new.alpha = 1.3, 0
      segue.animate({ duration = run.duration, timing = "ease_in_out" }, function()
        new.scale, new.alpha = 1, 1
        old.scale = 0.7
      end)
    end,
  }
end
