#include "bodies.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "core/shapes.h"
#include "geometry/check/mesh_check.h"
#include "shapes/foam.h"
#include "shapes/refined_sphere.h"
#ifdef TALUS_HAVE_VTK
#include "crosscheck/collection.h"
#include "peers/vtk.h"
#endif

namespace talus::bench {

namespace {

// One foam at several resolutions; few triangles can resolve few struts only.
TriangleMesh foamOf(std::size_t triangles) {
  constexpr int cells = 30;
  constexpr std::size_t perCell = 700;
  FoamOptions options;
  options.cells = std::clamp(static_cast<int>(triangles / perCell), 4, cells);
  options.triangles = static_cast<std::int64_t>(triangles);
  Context context;
  return makeFoam(options, context);
}

TriangleMesh sixFoamsOf(std::size_t triangles) {
  const TriangleMesh one = foamOf(triangles / 6);
  TriangleMesh all;
  for (int i = 0; i < 6; ++i)
    all.append(shapes::moved(one, 1, 1.1 * one.bounds().sizes().cwiseProduct(Vec3(i % 3, i / 3, 0))));
  return all;
}

TriangleMesh sphereOf(int levels) {
  Context context;
  return makeSphere({.levels = levels}, context);
}

TriangleMesh makeConvexBody(int meridians, int rings) {
  TriangleMesh mesh;
  mesh.addPoint(Vec3(0, 0, 1));
  for (int r = 0; r < rings; ++r)
    for (int m = 0; m < meridians; ++m) {
      const double latitude = std::numbers::pi * (0.5 - double(r + 1) / (rings + 1));
      const double longitude = 2 * std::numbers::pi * (m + 0.5 * (r % 2)) / meridians;
      mesh.addPoint(Vec3(std::cos(latitude) * std::cos(longitude), std::cos(latitude) * std::sin(longitude),
                         std::sin(latitude)));
    }
  const Index bottom = mesh.addPoint(Vec3(0, 0, -1));
  const auto id = [meridians](int r, int m) { return 1 + r * meridians + (m + meridians) % meridians; };
  for (int m = 0; m < meridians; ++m) {
    mesh.addTriangle(0, id(0, m), id(0, m + 1));
    for (int r = 0; r + 1 < rings; ++r) {
      const int turn = r % 2;  // the next ring's vertex m lies half a step before or behind this ring's
      mesh.addTriangle(id(r, m), id(r + 1, m + turn), id(r, m + 1));
      mesh.addTriangle(id(r + 1, m), id(r + 1, m + 1), id(r, m + 1 - turn));
    }
    mesh.addTriangle(id(rings - 1, m), bottom, id(rings - 1, m + 1));
  }
  return mesh;
}

TriangleMesh makeTinyFoam(const Box& around, std::size_t triangles) {
  const TriangleMesh mesh = foamOf(triangles);
  const double scale = around.sizes().maxCoeff() / mesh.bounds().sizes().maxCoeff() / 1000;
  return shapes::moved(mesh, scale, around.max() - scale * mesh.bounds().max());
}

TriangleMesh cutOpen(const TriangleMesh& whole) {
  constexpr double cut = 0.02;  // of the height
  TriangleMesh mesh = whole;
  mesh.a.clear();
  mesh.b.clear();
  mesh.c.clear();
  const Box box = whole.bounds();
  for (std::size_t t = 0; t < whole.triangleCount(); ++t)
    if (whole.bounds(t).center().z() < box.max().z() - cut * box.sizes().z())
      mesh.addTriangle(whole.a[t], whole.b[t], whole.c[t]);
  return mesh;
}

#ifdef TALUS_HAVE_VTK
bool isOpen(const TriangleMesh& mesh) {
  Context context;
  return !checkMesh(mesh, {.selfIntersections = false}, context).closed;
}
#endif

}  // namespace

Body sphere(int levels) {
  return {"sphere " + std::to_string(8 << (2 * levels)), [levels] { return sphereOf(levels); }};
}

Body foam(std::size_t triangles) {
  return {"foam " + std::to_string(triangles), [triangles] { return foamOf(triangles); }};
}

Body sixFoams(std::size_t triangles) {
  return {"six foams " + std::to_string(triangles), [triangles] { return sixFoamsOf(triangles); }};
}

Body convexBody(int meridians, int rings) {
  return {"convex " + std::to_string(2 * meridians * rings),
          [=] { return makeConvexBody(meridians, rings); }};
}

TinyPart tinyPart(int sphereLevels, std::size_t foamTriangles) {
  const auto big = [=] { return sphereOf(sphereLevels); };
  const auto tiny = [=] { return makeTinyFoam(big().bounds(), foamTriangles); };
  const auto both = [=] {
    TriangleMesh mesh = big();
    mesh.append(tiny());
    return mesh;
  };
  return {{"together", both}, {"big sphere", big}, {"tiny foam", tiny}};
}

Body withHole(const Body& body) {
  return {body.name + " with hole", [body] { return cutOpen(body.make()); }};
}

std::vector<Body> openMeshes() {
  std::vector<Body> result;
#ifdef TALUS_HAVE_VTK
  std::set<std::string> names;  // some files are in both collections
  for (const auto& file : collectedMeshes())
    if (isOpen(peers::readMesh(file)) && names.insert(file.filename()).second)
      result.push_back({file.filename(), [file] { return peers::readMesh(file); }});
#endif
  return result;
}

}  // namespace talus::bench
