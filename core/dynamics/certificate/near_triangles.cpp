#include "dynamics/certificate/near_triangles.h"

#include <algorithm>
#include <tuple>

namespace talus {

namespace {

double fineness(const CertifiedBody& body) {
  return body.pose.scale * body.geometry->fineness();
}

}  // namespace

double NearTriangles::usualReach(const CertifiedBody& a, const CertifiedBody& b) {
  constexpr double widest = 0.1, rows = 2;
  return std::min(widest * std::min(a.extent, b.extent), rows * std::max(fineness(a), fineness(b)));
}

double NearTriangles::firstReach(const CertifiedBody& a, const CertifiedBody& b) {
  constexpr double ofUsual = 0.125;
  return ofUsual * usualReach(a, b);
}

void NearTriangles::moveTo(std::int64_t place) {
  if (place == place_) return;
  place_ = place;
  reach_ = -1;
}

// Distances near that of the search are computed by another formula: it is longer, so that all within reach
// have the same bits after searches of different reaches.
std::span<const TriangleContact> NearTriangles::within(double reach, const CertifiedBody& a,
                                                       const CertifiedBody& b, BodyPairSearch& search) {
  constexpr double longer = 1 + 1e-9, rounding = 1e-10;
  if (reach <= reach_) return contacts_;
  contacts_.clear();
  search.findContacts({&a.geometry->triangles(), a.pose}, {&b.geometry->triangles(), b.pose},
                      longer * reach + rounding * (a.extent + b.extent), contacts_);
  reach_ = reach;
  return contacts_;
}

const TriangleContact* NearTriangles::nearest(double reach, const CertifiedBody& a, const CertifiedBody& b,
                                              BodyPairSearch& search) {
  const auto rank = [](const TriangleContact& c) { return std::tuple(c.gap, c.triangleA, c.triangleB); };
  const auto contacts = within(reach, a, b, search);
  const auto found = std::ranges::min_element(contacts, {}, rank);
  return found != contacts.end() && found->gap <= reach ? &*found : nullptr;
}

}  // namespace talus
