#include "enclosure/classifier/make_enclosure.h"

#include <string>

#include "base/error.h"
#include "enclosure/cells/discrete_function.h"
#include "enclosure/direct/antipodal.h"
#include "enclosure/direct/cyrus_beck.h"
#include "enclosure/direct/ray_crossing.h"
#include "enclosure/direct/solid_angle.h"
#include "enclosure/multipole/fast_multipole.h"

namespace talus {

namespace {

std::unique_ptr<Enclosure> makeDiscreteFunction(const TriangleMesh& mesh, bool oriented,
                                                const EnclosureOptions& options, Context& context) {
  constexpr std::int64_t manyPerTriangle = 5;  // measured: so many points reach a third of the octants
  auto function = std::make_unique<DiscreteFunction>(mesh, oriented, context, options.memory,
                                                     static_cast<std::size_t>(options.memoryBudget) << 20);
  if (options.expectedPoints / manyPerTriangle > static_cast<std::int64_t>(mesh.triangleCount()))
    function->prepareForManyPoints(context);
  return function;
}

}  // namespace

std::unique_ptr<Enclosure> makeEnclosure(const TriangleMesh& mesh, const SurfaceKind& kind,
                                         const EnclosureOptions& options, Context& context) {
  requireValid(options);
  switch (options.method) {
    case Method::RayCrossing:
      return std::make_unique<RayCrossing>(mesh, kind.oriented, options.raySearch, options.seed);
    case Method::SolidAngle:
      return std::make_unique<SolidAngle>(mesh, kind.closed && kind.oriented);
    case Method::DiscreteFunction:
      return makeDiscreteFunction(mesh, kind.oriented, options, context);
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
