#include "contenders.h"

#ifdef TALUS_HAVE_CGAL
#include "peers/cgal.h"
#endif
#ifdef TALUS_HAVE_EMBREE
#include "peers/embree.h"
#endif
#ifdef TALUS_HAVE_VTK
#include "peers/vtk.h"
#endif

namespace talus::bench {

namespace {

Contender ours(std::string title, Method method, std::size_t stride = 1) {
  const auto build = [method](const TriangleMesh& mesh) -> Query {
    Context context;
    std::shared_ptr<const Enclosure> enclosure = makeEnclosure(mesh, {}, {.method = method}, context);
    return [enclosure](std::span<const Vec3> points, std::span<Side> sides) {
      enclosure->classify(points, sides, {});
    };
  };
  return {.name = std::move(title), .build = build, .stride = stride};
}

template <class Peer>
Query queryOf(const TriangleMesh& mesh) {
  auto peer = std::make_shared<const Peer>(mesh);
  return [peer](std::span<const Vec3> points, std::span<Side> sides) { peer->classify(points, sides); };
}

#ifdef TALUS_HAVE_CGAL
Query cgalQuery(const TriangleMesh& mesh) {
  auto peer = std::make_shared<const peers::CgalSide>(mesh);
  return [peer](std::span<const Vec3> points, std::span<Side> sides) {
    for (std::size_t i = 0; i < points.size(); ++i) sides[i] = peer->side(points[i]);
  };
}
#endif

}  // namespace

std::vector<Contender> contenders() {
  std::vector<Contender> all{ours("DiscreteFunction", Method::DiscreteFunction),
                             ours("RayCrossing tree", Method::RayCrossing),
                             ours("SolidAngle", Method::SolidAngle, 4001)};
#ifdef TALUS_HAVE_EMBREE
  all.push_back({.name = "Embree first hit", .build = queryOf<peers::EmbreeSide>});
#endif
#ifdef TALUS_HAVE_CGAL
  all.push_back({.name = "CGAL", .build = cgalQuery});
#endif
#ifdef TALUS_HAVE_VTK
  all.push_back({.name = "VTK", .build = queryOf<peers::VtkSide>, .stride = 501, .parallel = false});
#endif
  return all;
}

}  // namespace talus::bench
