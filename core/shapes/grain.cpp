#include "shapes/grain.h"

#include <string>

#include "base/error.h"

namespace talus {

TriangleMesh makeGrain(const GrainOptions& options, Context& context) {
  const auto placed = [&options](auto kind) {
    kind.placement = options.placement;
    return kind;
  };
  switch (options.shape) {
    case Shape::RefinedSphere:
      return makeSphere(placed(options.sphere), context);
    case Shape::PorousBlock:
      return makePorousBlock(placed(options.block), context);
  }
  throw Error("There is no shape " + std::to_string(static_cast<int>(options.shape)), "",
              "Choose one of the list");
}

}  // namespace talus
