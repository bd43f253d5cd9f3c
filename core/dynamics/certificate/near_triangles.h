#pragma once

#include <span>
#include <vector>

#include "contact/search/body_pair.h"
#include "dynamics/certificate/certified_gap.h"

namespace talus {

/// The triangles of two bodies that are near each other, kept while the bodies stay where they are.
class NearTriangles {
 public:
  /// To be called when the bodies are elsewhere.
  void clear() { reach_ = -1; }
  /// All pairs of triangles whose distance is at most `reach`, and farther ones if an earlier search has
  /// found them. Valid until the next call.
  std::span<const TriangleContact> within(double reach, const CertifiedBody& a, const CertifiedBody& b,
                                          BodyPairSearch& search);

 private:
  double reach_ = -1;  // of the search; < 0: there was none
  std::vector<TriangleContact> contacts_;
};

}  // namespace talus
