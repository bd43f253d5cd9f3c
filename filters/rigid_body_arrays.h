#pragma once

#include <vector>

#include "geometry/mass/mass_properties.h"

class vtkFieldData;
class vtkPolyData;

namespace talus::filters {

/// A body and the block it comes from.
struct RigidBody {
  int block = 0;
  MassProperties properties;
};
using RigidBodies = std::vector<RigidBody>;

/// Adds an array for each property, with one tuple per body; replaces arrays of the same names.
void addBodyArrays(const RigidBodies& bodies, vtkFieldData& data);

/// Makes a vertex at each centroid, with the array `Block` and the arrays of addBodyArrays.
void writeBodies(const RigidBodies& bodies, vtkPolyData& points);

}  // namespace talus::filters
