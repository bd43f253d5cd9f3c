#pragma once

#include <cstdint>
#include <vector>

#include "base/pose.h"
#include "scene/bodies.h"

namespace talus {

/// The role of a body in contact searches.
enum class BodyRole : std::uint8_t {
  Mobile,  ///< may touch any other
  Wall,    ///< may touch mobile bodies only
  Absent,  ///< touches nothing: it was removed from the scene
};

/// The bodies of a contact search: a structure of arrays, all of one length.
struct ContactBodies {
  std::vector<Index> shape;  ///< numbers in a ContactLibrary
  std::vector<Pose> pose;
  std::vector<BodyRole> role;

  std::size_t size() const { return shape.size(); }
  void add(Index shapeNumber, const Pose& where, BodyRole part = BodyRole::Mobile) {
    shape.push_back(shapeNumber);
    pose.push_back(where);
    role.push_back(part);
  }
};

/// The bodies of a scene; those that forces do not move become walls.
ContactBodies contactBodies(const Bodies& bodies);

}  // namespace talus
