-- Cover: the new screen comes in over the old one, which stays.
-- Written by hand what `segue.transition { from = …, to = …, style = "cover" }` is.
local segue = require "segue"

return function(from, to)
  return segue.transition {
    from = from, to = to, duration = 0.35, timing = "linear",
    animate = function(run)
      local new = run.to.view
      new.translation = { run.stage.width, 0 }
      segue.animate({ duration = run.duration, timing = "ease_in_out" }, function()
        new.translation = { 0, 0 }
      end)
    end,
  }
end
