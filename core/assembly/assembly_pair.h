#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "assembly/assembly_overlap.h"
#include "assembly/motion_clearance.h"
#include "assembly/part_distance.h"
#include "contact/verdict/solid_relation.h"

namespace talus {

/// Where the faces of two parts lie on each other.
struct PairContact {
  double area = 0;
  Vec3 middle = Vec3::Zero();         ///< of the area; where there is none, of a common point
  std::vector<Index> facesA, facesB;  ///< triangles of the parts, ascending
};

/// Why a pair counts as a finding. The numbers are stored in files: append, never renumber.
enum class AssemblyFinding : std::int32_t {
  None = 0,
  Interference = 1,  ///< they overlap
  Clearance = 2,     ///< they are apart, but closer than the limit
  Unexpected = 3,    ///< they do not lie to each other as expected
  Undecided = 4,     ///< an open part meets the other one, or may contain it
  Collision = 5,     ///< they are apart at first and come into contact in motion, or touch and overlap then
};

/// "none", "interference", "clearance", "unexpected", "undecided", "collision".
const char* name(AssemblyFinding finding);

/// How two parts of an assembly lie to each other.
struct AssemblyPair {
  Index a = -1, b = -1;  ///< numbers of the parts, a < b
  Relation relation = Relation::Apart;
  Index container = -1;  ///< Contained: the part that contains the other one
  AssemblyFinding finding = AssemblyFinding::None;
  PartDistance nearest;                           ///< of the surfaces; not found if beyond the limit
  std::shared_ptr<const PairOverlap> overlap;     ///< interfering, contained or duplicate; else null
  std::shared_ptr<const PairContact> contact;     ///< touching; else null
  std::shared_ptr<const MotionClearance> motion;  ///< of closed parts that move; else null
  std::string expected;                           ///< what was expected of an Unexpected pair; else empty

  /// The distance of the parts; 0 if they share a point; infinite if it is beyond the limit.
  double clearance() const { return isOverlap(relation) ? 0 : nearest.distance; }
  double volume() const { return overlap && overlap->computed ? overlap->body.moments.volume : 0; }
  double penetration() const { return overlap ? overlap->penetration : 0; }
  /// What they have in common where they are given, or else at the instant of the motion with the largest
  /// volume; null if nothing, or if it was not computed.
  const PairOverlap* shownOverlap() const;
  /// Where to look: the middle of the overlap, of the contact, or of the clearance, the least in the motion.
  Vec3 place() const;
};

}  // namespace talus
