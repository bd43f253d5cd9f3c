#pragma once

#include <cstdint>
#include <vector>

#include "base/pose.h"
#include "broadphase/body_pairs.h"
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
  /// 1 for copies of bodies of other ranks: pairs whose key body is a copy are not searched. Empty: no
  /// copies.
  std::vector<std::uint8_t> copy;

  std::size_t size() const { return shape.size(); }
  void add(Index shapeNumber, const Pose& where, BodyRole part = BodyRole::Mobile) {
    shape.push_back(shapeNumber);
    pose.push_back(where);
    role.push_back(part);
  }
};

/// The body of a pair whose rank searches it: the first that forces move.
inline std::size_t keyBody(const ContactBodies& bodies, const BodyPair& pair) {
  const auto first = static_cast<std::size_t>(pair.first);
  return bodies.role[first] == BodyRole::Mobile ? first : static_cast<std::size_t>(pair.second);
}

/// The bodies of a scene; those that forces do not move become walls.
ContactBodies contactBodies(const Bodies& bodies);

}  // namespace talus
