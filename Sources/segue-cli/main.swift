import LuaHost
