#include "shapes/porous_block.h"

#include <algorithm>
#include <numbers>
#include <string>

#include "base/error.h"
#include "shapes/random.h"
#include "shapes/rounded_box.h"
#include "shapes/strut_field.h"
#include "shapes/triangle_count.h"

namespace talus {

namespace {

// A point of the curve through q and r with the neighbours p and s (Catmull and Rom 1974).
Vec3 onCurve(const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s, double t) {
  return q + t / 2 * (r - p + t * (2 * p - 5 * q + 4 * r - s + t * (3 * (q - r) + s - p)));
}

// From beyond one face of the unit cube to beyond the opposite one, wandering sideways.
void addTunnel(Index number, const PorousBlockOptions& options, std::vector<StrutAxis>& result) {
  constexpr int knots = 8, piecesAKnot = 6;
  const int axis = number % 3;
  const KeyedRandom random = KeyedRandom(options.seed)[number];
  const double tortuosity = options.tortuosity;
  const double room = std::max(0.5 - options.rounding - 0.6 * options.tunnelDiameter, 0.0);  // sideways
  const auto sideways = [&](int key) -> Vec3 {
    Vec3 p(random[key][0].between(), random[key][1].between(), random[key][2].between());
    p[axis] = 0;
    return room * p;
  };
  std::vector<Vec3> way;
  const Vec3 entry = sideways(-1);
  for (int i = 0; i < knots; ++i) {
    Vec3 p = (1 - tortuosity) * entry + tortuosity * sideways(i);
    p[axis] = -0.9 + 1.8 * i / (knots - 1);
    way.push_back(p);
  }
  Vec3 from = way[1];
  for (std::size_t i = 1; i + 2 < way.size(); ++i)
    for (int k = 1; k <= piecesAKnot; ++k) {
      const Vec3 to = onCurve(way[i - 1], way[i], way[i + 1], way[i + 2], double(k) / piecesAKnot);
      result.push_back({from, to, number});
      from = to;
    }
}

}  // namespace

TriangleMesh makePorousBlock(const PorousBlockOptions& options, Context& context) {
  requireValid(options);
  std::vector<StrutAxis> tunnels;
  for (Index i = 0; i < options.tunnels; ++i) addTunnel(i, options, tunnels);

  const double radius = options.tunnelDiameter / 2;
  const Box domain(Vec3::Constant(-0.5), Vec3::Constant(0.5));
  const StrutField struts(tunnels, radius, 1.4 * radius, domain);
  const Field block = [&](const Vec3& p) {
    return smoothMax(-struts(p), roundedCube(p, 0.5, options.rounding), options.rounding);
  };
  const double area = 6 + options.tunnels * std::numbers::pi * options.tunnelDiameter;
  if (options.tunnels > 0 && options.tunnelDiameter < spacingFor(options.triangles, area))
    throw Error(std::to_string(options.triangles) + " triangles are too few for tunnels of this diameter", "",
                "Request more triangles or wider tunnels");
  TriangleMesh mesh = surfaceWithCount(block, domain, options.triangles, area, context);
  apply(options.placement, mesh);
  return mesh;
}

}  // namespace talus
