-- Push: the new screen comes in from the right, the old one gives way by three tenths.
-- Written by hand what `segue.transition { from = …, to = …, style = "push" }` is.
local segue = require "segue"

return function(from, to)
  return segue.transition {
    from = from, to = to, duration = 0.35, timing = "linear",
    animate = function(run)
      local new, old = run.to.view, run.from.view
      local width = run.stage.width
      new.translation = { width, 0 }
      segue.animate({ duration = run.duration, timing = "ease_in_out" }, function()
        new.translation = { 0, 0 }
        old.translation = { -0.3 * width, 0 }
      end)
    end,
  }
end
