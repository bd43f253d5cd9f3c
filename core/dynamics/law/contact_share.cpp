#include "dynamics/law/contact_share.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace talus {

namespace {

using Vec2 = Eigen::Vector2d;

// The point between two points at which both give the same depth.
Vec2 between(const SharePoint& a, const SharePoint& b, double curvature) {
  const Vec2 way = b.place - a.place;
  const double lead = (b.depth - a.depth) / (curvature * way.squaredNorm());
  return a.place + std::clamp(0.5 + 0.5 * lead, 0.0, 1.0) * way;
}

// The point at which three points give the same depth. NaN if they are collinear.
Vec2 amid(const SharePoint& a, const SharePoint& b, const SharePoint& c, double curvature) {
  const Vec2 u = b.place - a.place, v = c.place - a.place;
  const double twice = 2 * (u.x() * v.y() - u.y() * v.x());
  const double p = u.squaredNorm() + (b.depth - a.depth) / curvature;
  const double r = v.squaredNorm() + (c.depth - a.depth) / curvature;
  return a.place + Vec2(p * v.y() - r * u.y(), r * u.x() - p * v.x()) / twice;
}

// Searches the centre: keeps the points with nonzero weights and the depth at the centre.
class CentreSearch {
 public:
  CentreSearch(std::span<const SharePoint> points, double curvature)
      : points_(points), curvature_(curvature) {
    std::size_t deepest = 0;
    for (std::size_t i = 1; i < points.size(); ++i)
      if (points[i].depth > points[deepest].depth) deepest = i;
    take(points[deepest].place, points[deepest].depth, {deepest});
    for (std::size_t maximum = maximumSeen(); seen(place_, maximum) > depth_; maximum = maximumSeen())
      if (!exchange(maximum)) break;
  }

  ContactCentre result() const {
    ContactCentre centre{place_, std::max(depth_, seen(place_, maximumSeen()))};
    centre.bearing = bearing_;
    centre.bearers = count_;
    centre.weights = weights();
    for (std::size_t i = 0; i < count_; ++i)
      centre.squaredRadius += centre.weights[i] * (points_[bearing_[i]].place - place_).squaredNorm();
    return centre;
  }

 private:
  double seen(const Vec2& z, std::size_t i) const {
    return points_[i].depth + curvature_ * (points_[i].place - z).squaredNorm();
  }

  std::size_t maximumSeen() const {
    std::size_t maximum = 0;
    double depth = -1;
    for (std::size_t i = 0; i < points_.size(); ++i) {
      const double now = seen(place_, i);
      if (!(now > depth)) continue;
      depth = now;
      maximum = i;
    }
    return maximum;
  }

  void take(const Vec2& place, double depth, std::initializer_list<std::size_t> points) {
    place_ = place;
    depth_ = depth;
    count_ = points.size();
    std::copy(points.begin(), points.end(), bearing_.begin());
  }

  // Finds the position with the minimum depth for the points kept and a further one. False: the depth no
  // longer grows, because of rounding.
  bool exchange(std::size_t further) {
    const auto before = bearing_;
    const std::size_t count = count_;
    const double depthBefore = depth_;
    depth_ = std::numeric_limits<double>::infinity();
    const auto offer = [&](const Vec2& z, std::initializer_list<std::size_t> points) {
      double maximum = seen(z, further);
      for (std::size_t i = 0; i < count; ++i) maximum = std::max(maximum, seen(z, before[i]));
      if (maximum < depth_) take(z, maximum, points);
    };
    const auto at = [this](std::size_t i) -> const SharePoint& { return points_[i]; };
    offer(at(further).place, {further});
    for (std::size_t i = 0; i < count; ++i) {
      offer(between(at(further), at(before[i]), curvature_), {further, before[i]});
      for (std::size_t j = 0; j < i; ++j)
        offer(amid(at(further), at(before[i]), at(before[j]), curvature_), {further, before[i], before[j]});
    }
    return depth_ > depthBefore;
  }

  // ≥ 0, sum 1: the centre is the weighted mean of the points.
  std::array<double, 3> weights() const {
    if (count_ == 1) return {1, 0, 0};
    const Vec2 origin = points_[bearing_[0]].place, u = points_[bearing_[1]].place - origin,
               x = place_ - origin;
    if (count_ == 2) {
      const double t = std::clamp(x.dot(u) / u.squaredNorm(), 0.0, 1.0);
      return {1 - t, t, 0};
    }
    const Vec2 v = points_[bearing_[2]].place - origin;
    const auto cross = [](const Vec2& p, const Vec2& r) { return p.x() * r.y() - p.y() * r.x(); };
    const double s = std::max(0.0, cross(x, v) / cross(u, v)), t = std::max(0.0, cross(u, x) / cross(u, v));
    const double sum = std::max(1.0, s + t);
    return {std::max(0.0, 1 - s - t), s / sum, t / sum};
  }

  std::span<const SharePoint> points_;
  double curvature_;
  Vec2 place_ = Vec2::Zero();
  double depth_ = 0;
  std::array<std::size_t, 3> bearing_{};
  std::size_t count_ = 0;
};

std::size_t farthestFrom(const Vec2& place, std::span<const SharePoint> points) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < points.size(); ++i)
    if ((points[i].place - place).squaredNorm() > (points[best].place - place).squaredNorm()) best = i;
  return best;
}

// The maximum squared distance of two points; approximate for many points, as of a finely meshed disc.
double squaredExtent(std::span<const SharePoint> points) {
  constexpr std::size_t fewPoints = 16;
  double largest = 0;
  if (points.size() > fewPoints) {
    const Vec2 end = points[farthestFrom(points[0].place, points)].place;
    return (points[farthestFrom(end, points)].place - end).squaredNorm();
  }
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      largest = std::max(largest, (points[i].place - points[j].place).squaredNorm());
  return largest;
}

// The c of contactCentre() as a function of the depth.
class Roundness {
 public:
  Roundness(double radius, double spread) : diameter_(2 * radius), spread_(spread) {}
  double operator()(double depth) const { return of(depth) * kept(depth); }
  // The derivative by depth.
  double slope(double depth) const {
    const double sum = fourthPower(depth);
    const double ofWhole = spread_ * spread_ * spread_ * spread_ / (sum * std::sqrt(std::sqrt(sum)));
    return ofWhole * kept(depth) + of(depth) * keptSlope(depth);
  }

 private:
  double of(double depth) const { return depth / std::sqrt(std::sqrt(fourthPower(depth))); }
  // From 1 at a depth of R/4 to 0 at R/2.
  double kept(double depth) const {
    const double t = std::clamp(2 - 8 * depth / diameter_, 0.0, 1.0);
    return t * t * (3 - 2 * t);
  }
  double keptSlope(double depth) const {
    const double t = std::clamp(2 - 8 * depth / diameter_, 0.0, 1.0);
    return -48 * t * (1 - t) / diameter_;
  }
  double fourthPower(double depth) const {
    const double round = diameter_ * depth * diameter_ * depth, flat = spread_ * spread_;
    return round * round + flat * flat;
  }

  double diameter_, spread_;
};

}  // namespace

ContactCentre contactCentre(std::span<const SharePoint> points, double curvature) {
  return CentreSearch(points, curvature).result();
}

ContactCentre contactCentre(std::span<const SharePoint> points, double radius, double spread) {
  const auto deepest = std::max_element(points.begin(), points.end(),
                                        [](const auto& a, const auto& b) { return a.depth < b.depth; });
  double depth = deepest->depth;
  const auto index = static_cast<std::size_t>(deepest - points.begin());
  ContactCentre centre{deepest->place, depth, 1, 0, {index}};
  if (points.size() == 1 || !(depth > 0)) return centre;
  const Roundness roundness(radius, spread);
  constexpr int maximumIterations = 30;
  for (int i = 0; i < maximumIterations; ++i) {  // Newton's method
    const double round = roundness(depth);
    if (!(round > 0)) return {deepest->place, deepest->depth, 1, 0, {index}};
    centre = contactCentre(points, round);
    const double slope = roundness.slope(depth) * centre.squaredRadius;
    centre.gain = 1 / (1 - slope);
    const double step = (centre.depth - depth) * centre.gain;
    depth += step;
    if (!(std::abs(step) > 4 * std::numeric_limits<double>::epsilon() * depth)) break;
  }
  centre.depth = depth;
  return centre;
}

double sameContact(const Vec3& point, const Vec3& normal, const Vec3& otherPoint, const Vec3& otherNormal,
                   double radius) {
  const double far = (point - otherPoint).squaredNorm() / (radius * radius);
  const double along = normal.dot(otherNormal);
  if (!(far < 1) || !(along > 0)) return 0;
  return (1 - far) * (1 - far) * along * along;
}

// From the weights of the centre to the weights ≥ 0 of least squares with the same mean position.
void ContactShare::weigh(const ContactCentre& centre) {
  const std::size_t n = places_.size();
  weights_.assign(n, 0);
  for (std::size_t i = 0; i < centre.bearers; ++i) weights_[centre.bearing[i]] = centre.weights[i];
  if (centre.bearers == 1) return;
  wanted_.resize(n);
  free_.assign(n, true);
  const double unit = std::sqrt(squaredExtent(places_));
  const auto row = [&](std::size_t i) {
    const Vec2 x = (places_[i].place - centre.place) / unit;
    return Vec3(1, x.x(), x.y());
  };
  constexpr double least = 1e-13;  // added to the moments, for collinear points
  for (bool done = false; !done;) {
    Eigen::Matrix3d moments = least * Eigen::Matrix3d::Identity();
    for (std::size_t i = 0; i < n; ++i)
      if (free_[i]) moments += row(i) * row(i).transpose();
    const Vec3 factor = moments.inverse().col(0);
    double step = 1;
    std::size_t blocking = n;
    for (std::size_t i = 0; i < n; ++i) {
      wanted_[i] = free_[i] ? factor.dot(row(i)) : 0;
      if (!free_[i] || wanted_[i] >= 0) continue;
      const double reach = weights_[i] / (weights_[i] - wanted_[i]);
      if (reach >= step) continue;
      step = reach;
      blocking = i;
    }
    for (std::size_t i = 0; i < n; ++i) weights_[i] += step * (wanted_[i] - weights_[i]);
    done = blocking == n;
    if (done) continue;
    weights_[blocking] = 0;
    free_[blocking] = false;
  }
}

void ContactShare::shareOne(const ContactLaw& force, const PairLaw& law, std::vector<ContactPoint>& points) {
  if (points.empty()) return;
  const Vec3 u = points[0].normal.unitOrthogonal(), v = points[0].normal.cross(u);
  places_.clear();
  for (const ContactPoint& point : points) {
    const Vec3 x = point.point - points[0].point;
    places_.push_back({{u.dot(x), v.dot(x)}, point.depth});
  }
  const ContactCentre centre =
      contactCentre(places_, law.radius, law.radius * law.radius + 2 * squaredExtent(places_));
  weigh(centre);
  const ContactPoint whole = asOne(force, law, points, centre.depth, centre.gain);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double part = weights_[i];
    if (!(part > 0)) continue;
    ContactPoint& point = points[kept++] = points[i];
    point.area = part * whole.area;
    point.force = part * whole.force;
    point.stiffness = part * whole.stiffness;
    point.hardening = whole.hardening;
    point.gain = whole.gain;
    point.energy = part * whole.energy;
  }
  points.resize(kept);
}

ContactPoint ContactShare::asOne(const ContactLaw& force, const PairLaw& law,
                                 std::span<const ContactPoint> points, double depth, double gain) {
  const auto deepest = std::max_element(points.begin(), points.end(),
                                        [](const auto& a, const auto& b) { return a.depth < b.depth; });
  ContactPoint whole = *deepest;
  whole.depth = depth;
  whole.area = 0;
  force.press(law, whole);
  whole.force *= gain;
  whole.stiffness *= gain * gain;
  whole.hardening *= gain;
  whole.gain = gain;
  for (const ContactPoint& point : points)
    if (deepest->depth > 0) whole.area += point.area * point.depth / deepest->depth;
  const double pull = law.cohesion * whole.area;
  whole.force -= pull;
  whole.energy -= pull * depth;
  return whole;
}

void ContactShare::shareByPlace(const ContactLaw& force, const PairLaw& law,
                                std::vector<ContactPoint>& points) {
  const double radius = 2 * law.radius;
  energies_.clear();
  for (ContactPoint& point : points) {
    ContactPoint alone;
    alone.depth = point.depth;
    force.press(law, alone);
    energies_.push_back(point.part * alone.energy);
  }
  const auto facing = [&](std::size_t i) {
    return points[i].facing.isZero(0) ? points[i].normal : points[i].facing;
  };
  const auto same = [&](std::size_t i, std::size_t j) {
    return sameContact(points[i].point, facing(i), points[j].point, facing(j), radius);
  };
  fractions_.assign(points.size(), 0);
  for (std::size_t i = 0; i < points.size(); ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < points.size(); ++j) sum += energies_[j] > 0 ? energies_[j] * same(i, j) : 0;
    if (energies_[i] > 0) fractions_[i] = energies_[i] / sum;
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    ContactPoint& point = points[i];
    double slope = 2 * fractions_[i];  // of the energy of all, by that of this point
    for (std::size_t j = 0; j < points.size(); ++j)
      if (fractions_[j] > 0) slope -= same(i, j) * fractions_[j] * fractions_[j];
    const double part = energies_[i] > 0 ? point.part * std::max(0.0, slope) : 0;
    ContactPoint alone = point;
    alone.area = 0;
    force.press(law, alone);
    const double pull = law.cohesion * point.area;
    point.force = part * alone.force - pull;
    point.stiffness = part * alone.stiffness;
    point.hardening = alone.hardening;
    point.energy = fractions_[i] * energies_[i] - pull * point.depth;
  }
}

}  // namespace talus
