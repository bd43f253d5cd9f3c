#include "enclosure/enclosure.h"

#include <vector>

#include "base/error.h"
#include "base/parallel.h"
#include "enclosure/antipodal.h"
#include "enclosure/cyrus_beck.h"
#include "enclosure/discrete_function.h"
#include "enclosure/fast_multipole.h"
#include "enclosure/ray_crossing.h"
#include "enclosure/solid_angle.h"

namespace talus {

const char* name(Method method) {
  switch (method) {
    case Method::Auto:
      return "Auto";
    case Method::RayCrossing:
      return "RayCrossing";
    case Method::SolidAngle:
      return "SolidAngle";
    case Method::FastMultipole:
      return "FastMultipole";
    case Method::DiscreteFunction:
      return "DiscreteFunction";
    case Method::CyrusBeck:
      return "CyrusBeck";
    case Method::Antipodal:
      return "Antipodal";
  }
  return "unknown";
}

Tally Enclosure::classifyAll(std::span<const Vec3> points, std::span<Side> sides, std::span<double> winding,
                             Context& context) const {
  constexpr std::size_t grain = 1024;
  std::vector<Tally> tallies((points.size() + grain - 1) / grain);
  parallelChunks(points.size(), grain, context, [&](std::size_t begin, std::size_t end) {
    const std::size_t count = end - begin;
    tallies[begin / grain] =
        classify(points.subspan(begin, count), sides.subspan(begin, count), partOf(winding, begin, count));
  });
  Tally sum;
  for (const Tally& tally : tallies) sum += tally;
  return sum;
}

std::unique_ptr<Enclosure> makeEnclosure(const TriangleMesh& mesh, const SurfaceKind& kind,
                                         const EnclosureOptions& options, Context& context) {
  switch (options.method) {
    case Method::RayCrossing:
      return std::make_unique<RayCrossing>(mesh, kind.oriented, options.raySearch, options.seed);
    case Method::SolidAngle:
      return std::make_unique<SolidAngle>(mesh, kind.closed && kind.oriented);
    case Method::DiscreteFunction:
      return std::make_unique<DiscreteFunction>(mesh, kind.oriented, context, options.memory,
                                                options.memoryBudget);
    case Method::CyrusBeck:
      return std::make_unique<CyrusBeck>(mesh);
    case Method::Antipodal:
      return std::make_unique<Antipodal>(mesh, options.seed);
    case Method::FastMultipole:
      return std::make_unique<FastMultipole>(mesh, kind.closed && kind.oriented, options, context);
    case Method::Auto:
      break;
  }
  throw Error(std::string("The method ") + name(options.method) + " is not available", "inside/outside",
              "Choose RayCrossing, SolidAngle, FastMultipole, DiscreteFunction, CyrusBeck or Antipodal");
}

}  // namespace talus
