#include "dynamics/law/contact_middle.h"

#include <algorithm>

namespace talus {

ContactMiddle middleOf(const TouchingPair& pair) {
  const std::span<const ContactPoint> points = pair.points;
  ContactMiddle middle;
  double sum = 0;
  const Vec3& origin = points.front().point;  // keeps precision far from the world's origin
  for (const ContactPoint& p : points) {
    const double weight = pair.law.barrier ? std::max(0.0, elasticForce(pair.law, p)) : p.stiffness;
    middle.point += weight * (p.point - origin);
    middle.normal += weight * p.normal;
    sum += weight;
    middle.stiffness += p.stiffness;
    middle.force += p.force;
    middle.depth = std::max(middle.depth, p.depth);
  }
  if (middle.force > 0) middle.exponent = middle.stiffness * middle.depth / middle.force;
  if (sum > 0) middle.point /= sum;
  middle.point += origin;
  const double length = middle.normal.norm();
  middle.normal = length > 1e-3 * sum ? Vec3(middle.normal / length) : points.front().normal;
  return middle;
}

}  // namespace talus
