#include "shapes/container.h"

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include <Eigen/LU>

#include "base/error.h"
#include "geometry/convex/convex_hull.h"
#include "shapes/loft.h"

namespace talus {

namespace {

using Profile = std::vector<Eigen::Vector2d>;  // half width and height, going up

// Where two lines through p, at right angles to m and n, meet after both have moved by `way`.
Eigen::Vector2d meeting(const Eigen::Vector2d& p, const Eigen::Vector2d& m, const Eigen::Vector2d& n,
                        double way) {
  Eigen::Matrix2d normals;
  normals << m.transpose(), n.transpose();
  return p + normals.inverse() * Eigen::Vector2d(way, way);
}

// The profile moved outwards, at right angles to its pieces; its ends stay at their heights.
Profile thickened(const Profile& profile, double thickness) {
  std::vector<Eigen::Vector2d> normals;
  for (std::size_t i = 0; i + 1 < profile.size(); ++i) {
    const Eigen::Vector2d along = (profile[i + 1] - profile[i]).normalized();
    normals.emplace_back(along.y(), -along.x());
  }
  const auto atEnd = [thickness](const Eigen::Vector2d& end, const Eigen::Vector2d& normal) {
    return Eigen::Vector2d(end.x() + thickness / normal.x(), end.y());
  };
  Profile outer{atEnd(profile.front(), normals.front())};
  for (std::size_t i = 1; i + 1 < profile.size(); ++i)
    outer.push_back(meeting(profile[i], normals[i - 1], normals[i], thickness));
  outer.push_back(atEnd(profile.back(), normals.back()));
  for (std::size_t i = 0; i + 1 < outer.size(); ++i)
    if (outer[i + 1].y() <= outer[i].y())
      throw Error("The wall is too thick for its slope", "", "Make it thinner or steeper");
  return outer;
}

// The inner side of a hopper or funnel, the middle of its height in the origin.
Profile slopingProfile(const ContainerOptions& options) {
  if (!(options.opening > 0))
    throw Error("A hopper or funnel needs an outlet", "", "Give an opening above 0");
  const double outlet = options.opening / 2;
  const double fall = (0.5 - outlet) * std::tan(options.slope * std::numbers::pi / 180);
  const double upright = options.height - fall;  // what is left for the bin or spout
  if (upright < 0.001)
    throw Error("The slope leaves no height for the upright part", "",
                "Give a height above " + std::to_string(fall + 0.001) + ", a lower slope or a wider opening");
  const double low = -options.height / 2, high = options.height / 2;
  const bool isHopper = options.kind == Container::Hopper;
  return {{outlet, low}, {isHopper ? 0.5 : outlet, isHopper ? low + fall : low + upright}, {0.5, high}};
}

// The wall between a profile and the same moved outwards, open at both ends.
TriangleMesh openWall(const Profile& inner, const ContainerOptions& options) {
  std::vector<Ring> rings;
  for (const Eigen::Vector2d& p : thickened(inner, options.thickness)) rings.push_back({p.x(), p.x(), p.y()});
  for (auto p = inner.rbegin(); p != inner.rend(); ++p) rings.push_back({p->x(), p->x(), p->y()});
  const bool isRound = options.crossSection == CrossSection::Round;
  return lofted(isRound ? circleOutline(options.segments) : squareOutline(), rings, LoftEnds::Joined);
}

TriangleMesh openBox(const ContainerOptions& options) {
  const double t = options.thickness, x = 0.5, y = options.depth / 2, z = options.height / 2;
  const std::vector<Ring> rings{
      {0, 0, -z - t}, {x + t, y + t, -z - t}, {x + t, y + t, z}, {x, y, z}, {x, y, -z}, {0, 0, -z}};
  return lofted(squareOutline(), rings, LoftEnds::Open);
}

TriangleMesh drum(const ContainerOptions& options) {
  const double t = options.thickness, r = 0.5, z = options.height / 2, hole = options.opening / 2;
  const auto round = [](double radius, double height) { return Ring{radius, radius, height}; };
  std::vector<Ring> outside{round(0, -z - t), round(r + t, -z - t), round(r + t, z + t), round(hole, z + t)};
  const std::vector<Ring> inside{round(hole, z), round(r, z), round(r, -z), round(0, -z)};
  const Outline outline = circleOutline(options.segments);
  TriangleMesh mesh;
  if (hole > 0) {
    outside.insert(outside.end(), inside.begin(), inside.end());
    mesh = lofted(outline, outside, LoftEnds::Open);
  } else {
    mesh = lofted(outline, outside, LoftEnds::Open);
    mesh.append(lofted(outline, inside, LoftEnds::Open));
  }
  mesh.y.swap(mesh.z);  // a quarter turn about x takes the axis to y and the hole to −y
  for (double& y : mesh.y) y = -y;
  return mesh;
}

// A channel along y: the corners of its profile in the xz plane, counter-clockwise seen from −y.
TriangleMesh channel(double width, double depth, double thickness, double rail) {
  const double x = width / 2, t = thickness;
  const std::array<Eigen::Vector2d, 8> profile{
      {{-x - t, -t}, {x + t, -t}, {x + t, rail}, {x, rail}, {x, 0}, {-x, 0}, {-x, rail}, {-x - t, rail}}};
  TriangleMesh mesh;
  for (const double y : {-depth / 2, depth / 2})
    for (const Eigen::Vector2d& p : profile) mesh.addPoint({p.x(), y, p.y()});
  const auto addQuad = [&mesh](Index i, Index j, Index k, Index l) {
    mesh.addTriangle(i, j, k);
    mesh.addTriangle(i, k, l);
  };
  for (Index i = 0; i < 8; ++i) addQuad(i, i + 8, (i + 1) % 8 + 8, (i + 1) % 8);
  for (const auto& [i, j, k, l] : {std::array<Index, 4>{0, 1, 4, 5}, std::array<Index, 4>{1, 2, 3, 4},
                                   std::array<Index, 4>{0, 5, 6, 7}}) {
    addQuad(i, j, k, l);
    addQuad(l + 8, k + 8, j + 8, i + 8);
  }
  return mesh;
}

TriangleMesh plate(const ContainerOptions& options) {
  if (options.railHeight > 0) return channel(1, options.depth, options.thickness, options.railHeight);
  const double y = options.depth / 2;
  return convexHull(ringPoints(squareOutline(), {{0.5, y, -options.thickness}, {0.5, y, 0}}));
}

TriangleMesh made(const ContainerOptions& options) {
  switch (options.kind) {
    case Container::OpenBox:
      return openBox(options);
    case Container::Drum:
      return drum(options);
    case Container::Hopper:
    case Container::Funnel:
      return openWall(slopingProfile(options), options);
    case Container::Tube:
      return openWall({{0.5, -options.height / 2}, {0.5, options.height / 2}}, options);
    default:
      return plate(options);
  }
}

}  // namespace

TriangleMesh makeContainer(const ContainerOptions& options, Context& context) {
  requireValid(options);
  context.beginStage(1, 1);
  TriangleMesh mesh = made(options);
  apply(options.placement, mesh);
  context.advance(1);
  return mesh;
}

}  // namespace talus
