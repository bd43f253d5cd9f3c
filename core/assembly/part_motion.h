#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/pose.h"
#include "base/types.h"

namespace talus {

/// How a part moves: it turns about an axis and is displaced, by tables with linear interpolation. A hinge
/// has angles, a slider displacements, a screw both. Before the first time the first row applies, after the
/// last time the last row.
struct PartMotion {
  Index part = -1;
  Vec3 axis = Vec3::UnitZ();        ///< any length but 0; right-hand rule
  Vec3 centre = Vec3::Zero();       ///< a point of the axis where the part is given
  std::vector<double> times;        ///< at least two, ascending
  std::vector<double> angles;       ///< from where the part is given, rad; one for each time, or none
  std::vector<Vec3> displacements;  ///< of the part and its axis; one for each time, or none

  /// Whether other parts with that motion move with this one.
  bool isAlike(const PartMotion& other) const;
  /// Maps the part from where it is given to its place at a time.
  Pose poseAt(double time) const;
  /// The angle, rad, and the displacement at a time; 0 without a table of them.
  double angleAt(double time) const;
  Vec3 displacementAt(double time) const;
  /// An upper bound of the speed of a point at a distance from the axis, between two times.
  double speedBetween(double begin, double end, double distance) const;
};

/// The motions in a JSON text: {"motions": [{"part": "crank", "axis": [0, 0, 1], "centre": [0, 0, 0],
/// "times": [0, 1], "angles": [0, 360], "displacements": [[0, 0, 0], [0, 0, 1]]}]}, angles in degrees. A name
/// may stand for several parts (fitsPattern).
/// @throws Error with the place in the text: not JSON, a name that no part has, tables that do not fit, a
/// part with two motions.
std::vector<PartMotion> readMotions(const std::string& text, std::span<const std::string> names);

}  // namespace talus
