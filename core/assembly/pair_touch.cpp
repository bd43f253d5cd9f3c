#include "assembly/pair_touch.h"

#include <algorithm>
#include <utility>

#include "contact/scene/contact_area.h"

namespace talus {

namespace {

Corners outwardTriangle(const PreparedPart& part, Index triangle) {
  Corners corners = part.mesh().corners(static_cast<std::size_t>(triangle));
  if (part.facesInwards()) std::swap(corners[1], corners[2]);
  return corners;
}

Vec3 middleOfSmaller(const Corners& s, const Corners& t) {
  const bool first = boxOf(s).diagonal().squaredNorm() <= boxOf(t).diagonal().squaredNorm();
  const Corners& smaller = first ? s : t;
  return (smaller[0] + smaller[1] + smaller[2]) / 3;
}

void sortUnique(std::vector<Index>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

}  // namespace

PairContact contactOf(const PreparedPart& a, const PreparedPart& b, std::span<const TrianglePair> near,
                      double distance, const Vec3& commonPoint) {
  PairContact contact;
  Vec3 moment = Vec3::Zero();
  for (const auto& [s, t] : near) {
    const Corners first = outwardTriangle(a, s), second = outwardTriangle(b, t);
    if (!hasArea(first) || !hasArea(second)) continue;
    const double area = facingArea(first, second, distance);
    if (!(area > 0)) continue;
    contact.area += area;
    moment += area * (middleOfSmaller(first, second) - commonPoint);
    contact.facesA.push_back(s);
    contact.facesB.push_back(t);
  }
  sortUnique(contact.facesA);
  sortUnique(contact.facesB);
  contact.middle = contact.area > 0 ? Vec3(commonPoint + moment / contact.area) : commonPoint;
  return contact;
}

}  // namespace talus
