-- Uncover: the old screen goes off to the left, the new one is there behind it.
-- Written by hand what `segue.transition { from = …, to = …, style = "uncover" }` is.
local segue = require "segue"

return function(from, to)
  return segue.transition {
    from = from, to = to, duration = 0.35, timing = "linear",
    animate = function(run)
      local new, old = run.to.view, run.from.view
      new:send_to_back()
      segue.animate({ duration = run.duration, timing = "ease_in_out" }, function()
        old.translation = { -run.stage.width, 0 }
      end)
    end,
  }
end
