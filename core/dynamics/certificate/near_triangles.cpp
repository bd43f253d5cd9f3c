#include "dynamics/certificate/near_triangles.h"

namespace talus {

std::span<const TriangleContact> NearTriangles::within(double reach, const CertifiedBody& a,
                                                       const CertifiedBody& b, BodyPairSearch& search) {
  if (reach <= reach_) return contacts_;
  contacts_.clear();
  search.findContacts({&a.geometry->triangles(), a.pose}, {&b.geometry->triangles(), b.pose}, reach,
                      contacts_);
  reach_ = reach;
  return contacts_;
}

}  // namespace talus
