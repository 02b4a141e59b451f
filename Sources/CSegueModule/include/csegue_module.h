// segue.so: the engine as a module for a Lua 5.4 that somebody else owns.
#pragma once

#include "clua.h"

// In Swift. Number of results on the stack, or -1.
int segue_module_open(lua_State *L);

int luaopen_segue(lua_State *L);
