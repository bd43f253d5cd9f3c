#include "contenders.h"

#include <cmath>
#include <memory>
#include <sstream>

#include "base/parallel.h"
#include "enclosure/classifier/make_enclosure.h"
#include "enclosure/multipole/fast_multipole.h"
#ifdef TALUS_HAVE_CGAL
#include "peers/cgal.h"
#endif
#ifdef TALUS_HAVE_EMBREE
#include "peers/embree.h"
#endif
#ifdef TALUS_HAVE_IGL
#include "peers/igl.h"
#endif
#ifdef TALUS_HAVE_VTK
#include "peers/vtk.h"
#endif

namespace talus::bench {

namespace {

constexpr std::size_t pointsForRays = 20'000;  // about 10 µs each

Contender ours(std::string title, const EnclosureOptions& options) {
  const auto build = [options](const TriangleMesh& mesh, const SurfaceKind& kind, int) -> Prepared {
    Context context;
    std::shared_ptr<const Enclosure> enclosure = makeEnclosure(mesh, kind, options, context);
    const auto query = [enclosure](std::span<const Vec3> points, std::span<Side> sides,
                                   std::span<double> winding) {
      Context progress;
      progress.beginStage(1, static_cast<std::int64_t>(points.size()));
      enclosure->classifyAll(points, sides, winding, progress);
    };
    return {query, enclosure->memoryBytes()};
  };
  return {.name = std::move(title), .build = build};
}

void setSides(std::span<const double> winding, std::span<Side> sides) {
  for (std::size_t i = 0; i < sides.size(); ++i)
    sides[i] = std::abs(winding[i]) > 0.5 ? Side::Inside : Side::Outside;
}

// Runs a query of few points in chunks on all threads.
[[maybe_unused]] Query inChunks(const Query& query) {
  return [query](std::span<const Vec3> points, std::span<Side> sides, std::span<double> winding) {
    constexpr std::size_t grain = 4096;
    Context context;
    parallelChunks(points.size(), grain, context, [&](std::size_t begin, std::size_t end) {
      const std::size_t count = end - begin;
      query(points.subspan(begin, count), sides.subspan(begin, count),
            winding.empty() ? winding : winding.subspan(begin, count));
    });
  };
}

#ifdef TALUS_HAVE_EMBREE
Contender embree(std::string title, const peers::EmbreeOptions& options) {
  const auto build = [options](const TriangleMesh& mesh, const SurfaceKind&, int threads) -> Prepared {
    peers::EmbreeOptions chosen = options;
    chosen.threads = threads;
    auto peer = std::make_shared<const peers::EmbreeSide>(mesh, chosen);
    return {inChunks([peer](std::span<const Vec3> points, std::span<Side> sides, std::span<double>) {
      peer->classify(points, sides);
    })};
  };
  return {.name = std::move(title), .build = build};
}
#endif

#ifdef TALUS_HAVE_CGAL
Prepared buildCgal(const TriangleMesh& mesh, const SurfaceKind&, int) {
  auto peer = std::make_shared<const peers::CgalSide>(mesh);
  return {inChunks([peer](std::span<const Vec3> points, std::span<Side> sides, std::span<double>) {
    for (std::size_t i = 0; i < points.size(); ++i) sides[i] = peer->side(points[i]);
  })};
}
#endif

#ifdef TALUS_HAVE_VTK
Prepared buildVtk(const TriangleMesh& mesh, const SurfaceKind&, int) {
  auto peer = std::make_shared<const peers::VtkSide>(mesh);
  return {[peer](std::span<const Vec3> points, std::span<Side> sides, std::span<double>) {
    peer->classify(points, sides);
  }};
}
#endif

#ifdef TALUS_HAVE_IGL
Prepared buildIgl(const TriangleMesh& mesh, const SurfaceKind&, int) {
  auto peer = std::make_shared<const peers::IglWinding>(mesh);
  return {inChunks([peer](std::span<const Vec3> points, std::span<Side> sides, std::span<double> winding) {
    peer->evaluate(points, winding);
    setSides(winding, sides);
  })};
}
#endif

}  // namespace

Contender discreteFunction(MemoryUse memory) {
  return ours(memory == MemoryUse::Lean ? "DiscreteFunction lean" : "DiscreteFunction",
              {.method = Method::DiscreteFunction, .memory = memory});
}

Contender rayCrossing(RaySearch search) {
  const bool flat = search == RaySearch::Flat;
  Contender contender = ours(flat ? "RayCrossing flat" : "RayCrossing tree",
                             {.method = Method::RayCrossing, .raySearch = search});
  contender.everyTriangle = flat;
  contender.maximumPoints = pointsForRays;
  return contender;
}

Contender solidAngle() {
  Contender contender = ours("SolidAngle", {.method = Method::SolidAngle});
  contender.everyTriangle = contender.winding = true;
  return contender;
}

Contender antipodal() {
  Contender contender = ours("Antipodal", {.method = Method::Antipodal});
  contender.winding = true;
  contender.maximumPoints = pointsForRays;
  return contender;
}

Contender fastMultipole(TreeDepth depth) {
  return ours(depth == TreeDepth::Adaptive ? "FastMultipole WC" : "FastMultipole PC",
              {.method = Method::FastMultipole, .treeDepth = depth});
}

Contender multipoleNumbers(double accuracy) {
  const auto build = [accuracy](const TriangleMesh& mesh, const SurfaceKind& kind, int) -> Prepared {
    Context context;
    const EnclosureOptions options{.method = Method::FastMultipole, .accuracy = accuracy};
    auto multipole =
        std::make_shared<const FastMultipole>(mesh, kind.closed && kind.oriented, options, context);
    return {[multipole](std::span<const Vec3> points, std::span<Side> sides, std::span<double> winding) {
      Context progress;
      progress.beginStage(1, static_cast<std::int64_t>(points.size()));
      multipole->evaluate(points, winding, progress);
      setSides(winding, sides);
    }};
  };
  std::ostringstream title;
  title << "FastMultipole " << accuracy;
  return {.name = title.str(), .build = build, .winding = true};
}

Contender cyrusBeck() {
  Contender contender = ours("CyrusBeck", {.method = Method::CyrusBeck});
  contender.everyTriangle = true;
  return contender;
}

Contender discreteFunctionOneByOne() {
  const auto build = [](const TriangleMesh& mesh, const SurfaceKind& kind, int) -> Prepared {
    Context context;
    std::shared_ptr<const Enclosure> cells =
        makeEnclosure(mesh, kind, {.method = Method::DiscreteFunction}, context);
    return {[cells](std::span<const Vec3> points, std::span<Side> sides, std::span<double>) {
      for (std::size_t i = 0; i < points.size(); ++i)
        cells->classify(points.subspan(i, 1), sides.subspan(i, 1), {});
    }};
  };
  return {.name = "DiscreteFunction one by one", .build = build, .parallel = false};
}

std::vector<Contender> peerContenders() {
  std::vector<Contender> all;
#ifdef TALUS_HAVE_EMBREE
  all.push_back(embree("Embree", {}));
  all.push_back(embree("Embree high quality", {.highQuality = true}));
  all.push_back(embree("Embree robust", {.robust = true}));
  all.push_back(embree("Embree packets", {.packets = true}));
#endif
#ifdef TALUS_HAVE_CGAL
  all.push_back({.name = "CGAL", .build = buildCgal});
#endif
#ifdef TALUS_HAVE_VTK
  all.push_back({.name = "VTK", .build = buildVtk, .maximumPoints = 1500, .parallel = false});
#endif
  return all;
}

std::vector<Contender> windingPeers() {
  std::vector<Contender> all;
#ifdef TALUS_HAVE_IGL
  all.push_back({.name = "libigl", .build = buildIgl, .winding = true});
#endif
  return all;
}

}  // namespace talus::bench
