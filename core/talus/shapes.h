#pragma once

/// Generators of closed surfaces: talus::makeSolid, talus::makeSphere, talus::makeConvexGrain,
/// talus::makeFoam, talus::makeContainer and others.
#include "shapes/bumped_sphere.h"
#include "shapes/container.h"
#include "shapes/convex_grain.h"
#include "shapes/foam.h"
#include "shapes/porous_block.h"
#include "shapes/refined_sphere.h"
#include "shapes/solid.h"
