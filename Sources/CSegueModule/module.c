#include "csegue_module.h"

// The only exported symbol. C, since only C may raise.
__attribute__((visibility("default"))) int luaopen_segue(lua_State *L) {
  luaL_checkversion(L);
  luaL_checkstack(L, 40, NULL);
  int results = segue_module_open(L);
  if (results >= 0) return results;
  lua_pushstring(L, "segue: not enough memory to open");
  return lua_error(L);
}
