#pragma once

/// Triangle meshes, what is wrong with them, and the mass properties of the bodies that they enclose:
/// talus::TriangleMesh, talus::checkMesh, talus::massProperties, talus::mergeDuplicatePoints.
#include "geometry/mass_properties.h"
#include "geometry/mesh_check.h"
#include "geometry/mesh_check_text.h"
#include "geometry/point_merge.h"
#include "geometry/triangle_mesh.h"
