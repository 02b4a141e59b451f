-- Fade: the new screen appears over the old one.
-- Written by hand what `segue.transition { from = …, to = …, style = "fade" }` is.
local segue = require "segue"

return function(from, to)
  return segue.transition {
    from = from, to = to, duration = 0.35, timing = "linear",
    animate = function(run)
      local new = run.to.view
      new.alpha = 0
      segue.animate({ duration = run.duration, timing = "ease_in_out" }, function()
        new.alpha = 1
      end)
    end,
  }
end
