#pragma once

#include <optional>
#include <string>
#include <vector>

#include "scene/bodies.h"
#include "scene/body_shape.h"
#include "scene/material.h"
#include "scene/motion.h"

namespace talus {

/// Rigid bodies and the world they are in. Lengths in m, SI throughout. Plain data: nothing is checked until
/// requireValid() is called.
struct Scene {
  std::vector<BodyShape> shapes;  ///< the library: bodies share them, names are unique
  std::vector<Material> materials;
  std::vector<MaterialPair> pairs;  ///< each pair at most once
  Bodies bodies;
  std::vector<PrescribedMotion> motions;
  Vec3 gravity{0, 0, -9.81};  ///< m/s²; zero: none
  double halo = 0;            ///< ε: how far around a surface contact is felt, m, ≥ 0; 0: not chosen yet
  /// Whether bodies that begin within each other's halos do so without force, as placed ones do. Else they
  /// are pressed together already, as in a frame of a run.
  bool startsAtRest = true;
};

/// What is wrong with a scene: `list[index].field`, or `field` alone if the list is empty.
struct SceneFault {
  std::string list;  ///< shapes, materials, pairs, bodies, motions
  std::size_t index = 0;
  std::string field;  ///< may be empty: the item as a whole
  std::string problem, remedy;
};

/// The first fault: numbers out of range or not finite, numbers of shapes and materials that are not there,
/// names and ids that are not unique, motions and bodies that do not fit. Says nothing about overlaps.
/// O(bodies log bodies + shapes log shapes + ids of motions); meshes are not looked at.
std::optional<SceneFault> findFault(const Scene& scene);

/// Refuses a scene that has a fault. @throws Error that says where: `bodies[3].orientation`.
void requireValid(const Scene& scene);

/// What holds where the two materials touch: their pair if it is listed, else means of both (geometric;
/// harmonic for the stiffness, 0 if one of them is 0). O(pairs).
ContactParameters contactBetween(const Scene& scene, Index first, Index second);

/// Whether a text can name a shape: letters, digits, '_', '-', '.', beginning with a letter or '_'. So it
/// can be a block's name, a node's in a tree of blocks, and a file's.
bool isShapeName(const std::string& text);

}  // namespace talus
