#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "contact/search/body_pair.h"
#include "dynamics/certificate/certified_gap.h"

namespace talus {

/// The triangles of two bodies that are near each other, kept while the bodies stay where they are. What is
/// found is the same bits whatever was found before.
class NearTriangles {
 public:
  /// The distance up to which triangles are worth a search of all, m: not too many, of the smaller body, and
  /// of the coarser triangles.
  static double usualReach(const CertifiedBody& a, const CertifiedBody& b);
  /// A shorter distance, enough for most motions, m.
  static double firstReach(const CertifiedBody& a, const CertifiedBody& b);

  /// To be called before other functions where the bodies may be elsewhere. @param place a number of it.
  void moveTo(std::int64_t place);
  /// All pairs of triangles whose distance is at most `reach`, and farther ones if an earlier search has
  /// found them. Valid until the next call.
  std::span<const TriangleContact> within(double reach, const CertifiedBody& a, const CertifiedBody& b,
                                          BodyPairSearch& search);
  /// The nearest of these, of equally near ones the first by number; null: all are farther apart.
  const TriangleContact* nearest(double reach, const CertifiedBody& a, const CertifiedBody& b,
                                 BodyPairSearch& search);

 private:
  std::int64_t place_ = -1;
  double reach_ = -1;  // of the search; < 0: there was none
  std::vector<TriangleContact> contacts_;
};

}  // namespace talus
