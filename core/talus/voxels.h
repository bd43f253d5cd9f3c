#pragma once

/// Surfaces as voxels: talus::Voxelizer, talus::makeGrid.
#include "voxels/voxelizer.h"
