-- Zoom: the old screen comes towards you and dissolves, the new one is behind it.
-- Written by hand what `segue.transition { from = …, to = …, style = "zoom" }` is.
local segue = require "segue"

return function(from, to)
  return segue.transition {
    from = from, to = to, duration = 0.35, timing = "linear",
    animate = function(run)
      local new, old = run.to.view, run.from.view
      new:send_to_back()
      new.scale = 0.7
      segue.animate({ duration = run.duration, timing = "ease_in_out" }, function()
        new.scale = 1
        old.scale, old.alpha = 1.3, 0
      end)
    end,
  }
end
