#pragma once

#include <limits>
#include <span>
#include <vector>

#include "contact/overlap/surface_piercing.h"
#include "contact/scene/contact_body.h"
#include "contact/search/body_pair.h"

namespace talus {

/// A translation of the second of two bodies.
struct Translation {
  Vec3 direction = Vec3::Zero();  ///< unit
  double distance = 0;            ///< ≥ 0
};

/// Finds translations that free a body of another one that it overlaps. Both are closed. Keeps buffers: use
/// one per thread.
class SolidSeparation {
 public:
  explicit SolidSeparation(const BodyPairOptions& options) : search_(options) {}

  /// The triangles of the solids that touch or are within a distance, and few others. Valid until the next
  /// call of any function.
  const std::vector<TrianglePair>& near(const ContactBody& a, const ContactBody& b, double distance);

  /// The distance by which B must move along a direction to be free, up to rounding: see
  /// separatingTranslation(). Infinity beyond the limit.
  double along(const ContactBody& a, const ContactBody& b, const Vec3& direction, double estimate,
               std::span<const Vec3> deep, double limit = std::numeric_limits<double>::infinity());

  /// The least of the translations along the normals of faces that meet, the axes of the world and of both
  /// bodies, and others, then along the normals at which the bodies touch last, as long as they are shorter.
  /// Each frees B; there may be a shorter one. Where very many triangles meet, boxes tell which direction is
  /// tried. @param others further directions. @param deep as for along().
  /// @param known a translation that frees B, or one of infinite length.
  Translation least(const ContactBody& a, const ContactBody& b, std::span<const Vec3> others,
                    std::span<const Vec3> deep, Translation known);

  /// A translation that frees B up to rounding, changed by a few roundings so that the open interiors are
  /// disjoint when B, with its points rounded in the world, has moved by it. Unchanged if none of some does
  /// so: B fits as exactly as rounding allows.
  Translation settled(const ContactBody& a, const ContactBody& b, const Translation& translation);

 private:
  Translation refined(const ContactBody& a, const ContactBody& b, std::span<const Vec3> deep,
                      Translation best);
  static bool areApart(const ContactBody& a, const ContactBody& b, std::span<const TrianglePair> near);

  BodyPairSearch search_;
  std::vector<TrianglePair> near_;
};

}  // namespace talus
