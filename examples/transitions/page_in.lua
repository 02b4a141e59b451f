-- Page in: the new screen comes in like a page, the old one sinks away under it.
-- Written by hand what `segue.transition { from = …, to = …, style = "page_in" }` is.
local segue = require "segue"

return function(from, to)
  return segue.transition {
    from = from, to = to, duration = 0.35, timing = "linear",
    animate = function(run)
      local new, old = run.to.view, run.from.view
      new.translation = { run.stage.width, 0 }
      segue.animate({ duration = run.duration, timing = "ease_in_out" }, function()
        new.translation = { 0, 0 }
        old.scale, old.alpha = 0.7, 0
      end)
    end,
  }
end
