#include "shapes/grain.h"

#include <string>

#include "base/error.h"

namespace talus {

namespace {

// The solids stand in both lists in the same order.
Solid solidOf(Shape shape) {
  return static_cast<Solid>(static_cast<int>(shape) - static_cast<int>(Shape::Tetrahedron));
}

}  // namespace

TriangleMesh makeGrain(const GrainOptions& options, Context& context) {
  if (options.shape < Shape::RefinedSphere || options.shape > Shape::Capsule)
    throw Error("There is no shape " + std::to_string(static_cast<int>(options.shape)), "",
                "Choose one of the list");
  const auto placed = [&options](auto kind) {
    kind.placement = options.placement;
    if constexpr (requires { kind.seed; }) kind.seed = options.seed;
    return kind;
  };
  switch (options.shape) {
    case Shape::RefinedSphere:
      return makeSphere(placed(options.sphere), context);
    case Shape::PorousBlock:
      return makePorousBlock(placed(options.block), context);
    case Shape::ConvexGrain:
      return makeConvexGrain(placed(options.convex), context);
    case Shape::BumpedSphere:
      return makeBumpedSphere(placed(options.bumped), context);
    default:
      return makeSolid(solidOf(options.shape), placed(options.solid), context);
  }
}

}  // namespace talus
