import SegueLua
