#pragma once

/// Triangle meshes, their defects, and the mass properties of the bodies that they enclose:
/// talus::TriangleMesh, talus::checkMesh, talus::massProperties, talus::mergeDuplicatePoints.
#include "geometry/check/mesh_check.h"
#include "geometry/check/mesh_check_text.h"
#include "geometry/mass/mass_properties.h"
#include "geometry/mesh/point_merge.h"
#include "geometry/mesh/triangle_mesh.h"
