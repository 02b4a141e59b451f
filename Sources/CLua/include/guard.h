// Lua's headers with every call that may raise made unavailable to Swift: a raise is a longjmp, and one over a Swift frame
// leaks objects and breaks exclusivity. C code is not affected.
#pragma once

#if __has_include(<lua5.4/lua.h>)
#include <lua5.4/lauxlib.h>
#include <lua5.4/lua.h>
#include <lua5.4/lualib.h>
#else
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#endif
#if LUA_VERSION_NUM != 504
#error "Segue needs Lua 5.4"
#endif

// A body, though an empty one, lets Swift see UnsafeMutablePointer<lua_State>, which no other pointer can be mistaken for.
struct lua_State {};

#define CLUA_RAISES(f)                                 \
  extern __typeof__(f) f __attribute__((availability( \
      swift, unavailable, message = "raises by longjmp; use a clua_ function")))

// What the manual marks m, v or e. A test compares the two lists here with the headers.
CLUA_RAISES(lua_arith);
CLUA_RAISES(lua_callk);
CLUA_RAISES(lua_closeslot);
CLUA_RAISES(lua_compare);
CLUA_RAISES(lua_concat);
CLUA_RAISES(lua_createtable);
CLUA_RAISES(lua_error);
CLUA_RAISES(lua_getfield);
CLUA_RAISES(lua_getglobal);
CLUA_RAISES(lua_geti);
CLUA_RAISES(lua_getinfo);
CLUA_RAISES(lua_gettable);
CLUA_RAISES(lua_len);
CLUA_RAISES(lua_newthread);
CLUA_RAISES(lua_newuserdatauv);
CLUA_RAISES(lua_next);
CLUA_RAISES(lua_pushcclosure);
CLUA_RAISES(lua_pushfstring);
CLUA_RAISES(lua_pushlstring);
CLUA_RAISES(lua_pushstring);
CLUA_RAISES(lua_pushvfstring);
CLUA_RAISES(lua_rawset);
CLUA_RAISES(lua_rawseti);
CLUA_RAISES(lua_rawsetp);
CLUA_RAISES(lua_setfield);
CLUA_RAISES(lua_setglobal);
CLUA_RAISES(lua_seti);
CLUA_RAISES(lua_settable);
CLUA_RAISES(lua_settop);
CLUA_RAISES(lua_toclose);
CLUA_RAISES(lua_tolstring);
CLUA_RAISES(lua_warning);
CLUA_RAISES(lua_yieldk);
CLUA_RAISES(luaL_addgsub);
CLUA_RAISES(luaL_addlstring);
CLUA_RAISES(luaL_addstring);
CLUA_RAISES(luaL_addvalue);
CLUA_RAISES(luaL_argerror);
CLUA_RAISES(luaL_buffinitsize);
CLUA_RAISES(luaL_callmeta);
CLUA_RAISES(luaL_checkany);
CLUA_RAISES(luaL_checkinteger);
CLUA_RAISES(luaL_checklstring);
CLUA_RAISES(luaL_checknumber);
CLUA_RAISES(luaL_checkoption);
CLUA_RAISES(luaL_checkstack);
CLUA_RAISES(luaL_checktype);
CLUA_RAISES(luaL_checkudata);
CLUA_RAISES(luaL_checkversion_);
CLUA_RAISES(luaL_error);
CLUA_RAISES(luaL_execresult);
CLUA_RAISES(luaL_fileresult);
CLUA_RAISES(luaL_getmetafield);
CLUA_RAISES(luaL_getsubtable);
CLUA_RAISES(luaL_gsub);
CLUA_RAISES(luaL_len);
CLUA_RAISES(luaL_loadfilex);
CLUA_RAISES(luaL_newmetatable);
CLUA_RAISES(luaL_openlibs);
CLUA_RAISES(luaL_optinteger);
CLUA_RAISES(luaL_optlstring);
CLUA_RAISES(luaL_optnumber);
CLUA_RAISES(luaL_prepbuffsize);
CLUA_RAISES(luaL_pushresult);
CLUA_RAISES(luaL_pushresultsize);
CLUA_RAISES(luaL_ref);
CLUA_RAISES(luaL_requiref);
CLUA_RAISES(luaL_setfuncs);
CLUA_RAISES(luaL_setmetatable);
CLUA_RAISES(luaL_testudata);
CLUA_RAISES(luaL_tolstring);
CLUA_RAISES(luaL_traceback);
CLUA_RAISES(luaL_typeerror);
CLUA_RAISES(luaL_where);
CLUA_RAISES(luaopen_base);
CLUA_RAISES(luaopen_coroutine);
CLUA_RAISES(luaopen_debug);
CLUA_RAISES(luaopen_io);
CLUA_RAISES(luaopen_math);
CLUA_RAISES(luaopen_os);
CLUA_RAISES(luaopen_package);
CLUA_RAISES(luaopen_string);
CLUA_RAISES(luaopen_table);
CLUA_RAISES(luaopen_utf8);

// Never raise: SAFE lua_absindex lua_atpanic lua_checkstack lua_close lua_copy lua_dump lua_gc lua_getallocf lua_gethook
// SAFE lua_gethookcount lua_gethookmask lua_getiuservalue lua_getlocal lua_getmetatable lua_getstack lua_gettop
// SAFE lua_getupvalue lua_iscfunction lua_isinteger lua_isnumber lua_isstring lua_isuserdata lua_isyieldable lua_load
// SAFE lua_newstate lua_pcallk lua_pushboolean lua_pushinteger lua_pushlightuserdata lua_pushnil lua_pushnumber
// SAFE lua_pushthread lua_pushvalue lua_rawequal lua_rawget lua_rawgeti lua_rawgetp lua_rawlen lua_resetthread lua_resume
// SAFE lua_rotate lua_setallocf lua_setcstacklimit lua_sethook lua_setiuservalue lua_setlocal lua_setmetatable
// SAFE lua_setupvalue lua_setwarnf lua_status lua_stringtonumber lua_toboolean lua_tocfunction lua_tointegerx lua_tonumberx
// SAFE lua_topointer lua_tothread lua_touserdata lua_type lua_typename lua_upvalueid lua_upvaluejoin lua_version lua_xmove
// SAFE luaL_buffinit luaL_loadbufferx luaL_loadstring luaL_newstate luaL_unref
