#include "contact/overlap/projected_surface.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace talus {

namespace {

enum class Passage { Beside, Through, Unclear };

// How a line passes by a triangle.
Passage passageAt(const ProjectedTriangle& triangle, const Eigen::Vector2d& line) {
  constexpr double nearFraction = 1e-9;  // of a triangle's area
  constexpr double steepest = 1e3;       // height over way
  if (triangle.isEdgeOn()) return Passage::Beside;
  double least = 1;
  for (std::size_t k = 0; k < 3; ++k) {
    const double turn = orientation2d(triangle.at[k], triangle.at[(k + 1) % 3], line);
    least = std::min(least, turn / triangle.orientation);
    if (least < -nearFraction) return Passage::Beside;
  }
  return least < nearFraction || triangle.slope.norm() > steepest ? Passage::Unclear : Passage::Through;
}

// Where a line passes through a surface.
struct Crossing {
  double height = 0;
  bool upper = false;  // the body ends there
};

double greatestOf(const Vec3& p) {
  return p.lpNorm<Eigen::Infinity>();
}

}  // namespace

ProjectedTriangle::ProjectedTriangle(const std::array<Vec3, 3>& corners) : at(corners) {
  const Vec3 normal = (at[1] - at[0]).cross(at[2] - at[0]);
  orientation = normal.z();
  slope = -normal.head<2>() / orientation;
  for (const Vec3& p : at) outline.extend(p.head<2>());
  std::tie(low, high) = std::minmax({at[0].z(), at[1].z(), at[2].z()});
}

bool ProjectedTriangle::isWide(double share) const {
  const double length = (at[1] - at[0]).norm() * (at[2] - at[0]).norm();
  return std::abs(orientation) > share * length;
}

double ProjectedTriangle::heightAt(const Eigen::Vector2d& p) const {
  return std::clamp(at[0].z() + slope.dot(p - at[0].head<2>()), low, high);
}

std::array<Vec3, 3> ProjectedSurface::corners(Index triangle) const {
  const auto [a, b, c] = surface_.mesh().triangle(static_cast<std::size_t>(triangle));
  return {place(a), place(b), place(c)};
}

// Bounds the coordinates before and after the projection, up to a factor of 2.
double ProjectedSurface::size() const {
  const Box& box = surface_.bounds();
  return toFrame_.scale * std::max(greatestOf(box.min()), greatestOf(box.max())) +
         greatestOf(toFrame_.position) + greatestOf(origin_);
}

double ProjectedSurface::rounding() const {
  return 64 * std::numeric_limits<double>::epsilon() * size();
}

Box ProjectedSurface::box() const {
  const Box& own = surface_.bounds();
  const Eigen::Matrix3d turn = toFrame_.scale * (view_ * toFrame_.rotation);
  const Vec3 middle = turn * own.center() + view_ * (toFrame_.position - origin_);
  const Vec3 half = turn.cwiseAbs() * (0.5 * own.sizes()) + Vec3::Constant(rounding());
  return {middle - half, middle + half};
}

// The greatest height of a point, or of its opposite if the sign is -1. Skips cells that end below.
double ProjectedSurface::farthest(double sign) const {
  const Vec3 up = sign * view_.row(2).transpose();
  const Vec3 turned = toFrame_.scale * (toFrame_.rotation.transpose() * up);
  const double shift = up.dot(toFrame_.position - origin_) + rounding();
  double found = -std::numeric_limits<double>::infinity();
  surface_.forEachTriangleIn(
      [&](const Box& cell) {
        return turned.dot(cell.center()) + 0.5 * turned.cwiseAbs().dot(cell.sizes()) + shift > found;
      },
      [&](Index triangle) {
        for (const Index point : surface_.mesh().triangle(static_cast<std::size_t>(triangle)))
          found = std::max(found, sign * place(point).z());
      });
  return found;
}

std::vector<ProjectedSurface::Stretch> ProjectedSurface::stretches(const Vec3& from, Side side) const {
  const double far = (side == Side::Above ? 2 : -2) * size();
  const auto inSurface = [&](double height) {
    return toFrame_.toBody(view_.transpose() * Vec3(from.x(), from.y(), height) + origin_);
  };
  std::vector<Index> near;
  surface_.trianglesAlong(inSurface(from.z()), inSurface(far), 1e-9 * size() / toFrame_.scale, near);
  std::vector<Crossing> crossings;
  for (const Index number : near) {
    const std::array<Vec3, 3> at = corners(number);
    const Box box = boxOf(at);
    if (from.x() < box.min().x() || from.x() > box.max().x() || from.y() < box.min().y() ||
        from.y() > box.max().y())
      continue;
    if (side == Side::Above ? box.max().z() < from.z() : box.min().z() > from.z()) continue;
    const ProjectedTriangle triangle(at);
    const Passage passage = passageAt(triangle, from.head<2>());
    if (passage == Passage::Unclear) return {};
    if (passage == Passage::Beside) continue;
    const double height = triangle.heightAt(from.head<2>());
    if (side == Side::Above ? height >= from.z() : height <= from.z())
      crossings.push_back({height, triangle.orientation > 0});
  }
  if (crossings.size() % 2 != 0) crossings.push_back({from.z(), side == Side::Below});
  std::sort(crossings.begin(), crossings.end(),
            [](const Crossing& a, const Crossing& b) { return a.height < b.height; });
  std::vector<Stretch> stretches;
  for (std::size_t i = 0; i < crossings.size(); i += 2) {
    if (crossings[i].upper || !crossings[i + 1].upper) return {};
    stretches.push_back({crossings[i].height, crossings[i + 1].height});
  }
  return stretches;
}

std::vector<ProjectedSurface::Stretch> sureOverlaps(const ProjectedSurface& first,
                                                    const ProjectedSurface& second,
                                                    const Eigen::Vector2d& line, double above, double below) {
  using Stretch = ProjectedSurface::Stretch;
  std::vector<Stretch> overlaps;
  const std::vector<Stretch> ofFirst =
      first.stretches({line.x(), line.y(), above}, ProjectedSurface::Side::Above);
  if (ofFirst.empty()) return overlaps;
  for (const Stretch& t : second.stretches({line.x(), line.y(), below}, ProjectedSurface::Side::Below))
    for (const Stretch& s : ofFirst) overlaps.push_back({s.begin - t.end, s.end - t.begin});
  return overlaps;
}

}  // namespace talus
