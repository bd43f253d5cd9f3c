#pragma once

#include <vector>

#include "base/types.h"

namespace talus {

/// A piece of a strut's axis.
struct StrutAxis {
  Vec3 a, b;
  Index strut = -1;  ///< segments in a row with the same number ≥ 0 are one bent strut
};

/// Round struts of one radius about segments, blended where they meet.
///
/// The value at a point is h⁻¹(Σ h(dᵢ)) − radius with the distances dᵢ to the struts and
/// h(d) = (1 − d²/reach²)³ below the reach, 0 beyond: beside a single strut the exact signed distance, at
/// joints a smooth fillet that does not depend on the order of the struts. Never less than −radius, never
/// more than reach − radius.
class StrutField {
 public:
  /// @param radius of the struts, > 0. @param reach where a strut's influence ends, > radius; the further,
  /// the fuller the joints. @param domain where values are asked for. O(segments + bins).
  StrutField(const std::vector<StrutAxis>& segments, double radius, double reach, const Box& domain);

  /// Value at a point of the domain. O(segments nearby). Thread-safe.
  double operator()(const Vec3& p) const;

 private:
  std::size_t numberOf(const Eigen::Vector3i& bin) const;
  std::size_t binOf(const Vec3& p) const;

  double radius_, reach_;
  double invBin_;
  Vec3 origin_;
  Eigen::Vector3i size_;
  std::vector<std::size_t> begin_;   // first entry of each bin; one more at the end
  std::vector<StrutAxis> segments_;  // by bin: those within reach of it
};

}  // namespace talus
