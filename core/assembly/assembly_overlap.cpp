#include "assembly/assembly_overlap.h"

namespace talus {

Vec3 PairOverlap::middle() const {
  const Vec3& centroid = body.moments.centroid;
  return centroid.allFinite() ? centroid : Vec3(box.center());
}

}  // namespace talus
