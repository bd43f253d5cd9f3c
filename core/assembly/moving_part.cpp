#include "assembly/moving_part.h"

#include <algorithm>
#include <cmath>

#include "geometry/mesh/placed_mesh.h"

namespace talus {

namespace {

constexpr double boundRounding = 1 + 1e-9;  // of bounds

}  // namespace

MovingPart::MovingPart(const PreparedPart& part, const PartMotion* motion, Context& context)
    : part_(part), motion_(motion), geometry_(&part.geometry(context)) {
  for (const Vec3& p : geometry_->points()) {
    extent_ = std::max(extent_, p.norm());
    if (motion_ != nullptr) distance_ = std::max(distance_, distanceFromAxis(p));
  }
}

TriangleMesh MovingPart::meshAt(double time) const {
  return placed(part_.mesh(), pose(time));
}

double MovingPart::speedBetween(double begin, double end) const {
  return motion_ == nullptr ? 0 : motion_->speedBetween(begin, end, distance_) * boundRounding;
}

double MovingPart::wayAlong(const Vec3& direction, double begin, double end) const {
  if (motion_ == nullptr) return 0;
  const double lever = distance_ * motion_->axis.normalized().cross(direction).norm();
  double way = 0;
  const auto move = [&](double from, double to) {
    way += std::abs(direction.dot(displacementAt(to) - displacementAt(from))) +
           std::abs(motion_->angleAt(to) - motion_->angleAt(from)) * lever;
  };
  double last = begin;
  const std::vector<double>& rows = motion_->times;
  for (auto row = std::upper_bound(rows.begin(), rows.end(), begin); row != rows.end() && *row < end; ++row) {
    move(last, *row);
    last = *row;
  }
  move(last, end);
  return way * boundRounding;
}

std::span<const double> MovingPart::times() const {
  return motion_ == nullptr ? std::span<const double>() : std::span<const double>(motion_->times);
}

Vec3 MovingPart::displacementAt(double time) const {
  return motion_ == nullptr ? Vec3(Vec3::Zero()) : motion_->displacementAt(time);
}

double MovingPart::turnBetween(double begin, double end) const {
  if (motion_ == nullptr) return 0;
  return std::abs(motion_->angleAt(end) - motion_->angleAt(begin)) * distance_ * boundRounding;
}

}  // namespace talus
