-- Page out: the old screen is turned away like a page, the new one rises under it.
-- Written by hand what `segue.transition { from = …, to = …, style = "page_out" }` is.
local segue = require "segue"

return function(from, to)
  return segue.transition {
    from = from, to = to, duration = 0.35, timing = "linear",
    animate = function(run)
      local new, old = run.to.view, run.from.view
      new:send_to_back()
      new.scale, new.alpha = 0.7, 0
      segue.animate({ duration = run.duration, timing = "ease_in_out" }, function()
        new.scale, new.alpha = 1, 1
        old.translation = { -run.stage.width, 0 }
      end)
    end,
  }
end
