#pragma once

/// Boolean operations of closed surfaces: talus::booleanOf, talus::SurfaceArrangement.
#include "arrangement/result/surface_arrangement.h"
