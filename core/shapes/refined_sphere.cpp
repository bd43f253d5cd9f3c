#include "shapes/refined_sphere.h"

#include "geometry/mesh/point_merge.h"

namespace talus {

TriangleMesh unitOctahedron() {
  TriangleMesh mesh;
  for (int axis = 0; axis < 3; ++axis)
    for (const double side : {1.0, -1.0}) mesh.addPoint(side * Vec3::Unit(axis));
  for (const Index pole : {4, 5}) {
    constexpr std::array<Index, 4> equator{0, 2, 1, 3};
    for (std::size_t i = 0; i < 4; ++i) {
      const Index here = equator[i], next = equator[(i + 1) % 4];
      if (pole == 4)
        mesh.addTriangle(here, next, pole);
      else
        mesh.addTriangle(next, here, pole);
    }
  }
  return mesh;
}

TriangleMesh refined(const TriangleMesh& mesh) {
  TriangleMesh soup;
  const auto add = [&soup](const Vec3& p, const Vec3& q, const Vec3& r) {
    const Index i = soup.addPoint(p);
    const Index j = soup.addPoint(q);
    const Index k = soup.addPoint(r);
    soup.addTriangle(i, j, k);
  };
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto [p, q, r] = mesh.corners(t);
    const Vec3 pq = (p + q) / 2, qr = (q + r) / 2, rp = (r + p) / 2;
    add(p, pq, rp);
    add(pq, q, qr);
    add(rp, qr, r);
    add(pq, qr, rp);
  }
  return mergeDuplicatePoints(soup).mesh;
}

TriangleMesh refinedOnSphere(const TriangleMesh& mesh) {
  TriangleMesh sphere = refined(mesh);
  for (std::size_t p = 0; p < sphere.pointCount(); ++p) {
    const Vec3 unit = sphere.point(static_cast<Index>(p)).normalized();
    sphere.x[p] = unit.x();
    sphere.y[p] = unit.y();
    sphere.z[p] = unit.z();
  }
  return sphere;
}

TriangleMesh makeSphere(const SphereOptions& options, Context& context) {
  requireValid(options);
  context.beginStage(1, (std::int64_t{1} << 2 * options.levels) - 1);
  TriangleMesh mesh = unitOctahedron();
  for (int level = 0; level < options.levels; ++level) {
    mesh = refinedOnSphere(mesh);
    context.advance(3 * (std::int64_t{1} << 2 * level));
  }
  apply({options.placement.centre, options.placement.size / 2}, mesh);
  return mesh;
}

}  // namespace talus
