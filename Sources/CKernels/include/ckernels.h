// The inner loops and elementary functions of the engine, in plain C.
#pragma once
