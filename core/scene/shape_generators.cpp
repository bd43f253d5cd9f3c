#include "scene/shape_generators.h"

#include <map>

#include "shapes/bumped_sphere.h"
#include "shapes/container.h"
#include "shapes/convex_grain.h"
#include "shapes/foam.h"
#include "shapes/porous_block.h"
#include "shapes/refined_sphere.h"
#include "shapes/solid.h"

namespace talus {

namespace {

/// Reads the options of one kind of shape.
using ReadOptions = ShapeRecipe (*)(JsonObject&);

ShapeRecipe sphereOf(JsonObject& shape) {
  SphereOptions options;
  shape.read("size", options.placement.size);
  shape.read("levels", options.levels);
  return [options](Context& context) { return makeSphere(options, context); };
}

ShapeRecipe bumpedSphereOf(JsonObject& shape) {
  BumpedSphereOptions options;
  shape.read("size", options.placement.size);
  shape.read("bumpiness", options.bumpiness);
  shape.read("octaves", options.octaves);
  shape.read("stretch", options.stretch);
  shape.read("triangles", options.triangles);
  shape.read("seed", options.seed);
  return [options](Context& context) { return makeBumpedSphere(options, context); };
}

ShapeRecipe containerOf(JsonObject& shape) {
  ContainerOptions options;
  shape.read("kind", options.kind, {"openBox", "drum", "hopper", "funnel", "tube", "conveyorPlate"});
  shape.read("size", options.placement.size);
  shape.read("thickness", options.thickness);
  shape.read("height", options.height);
  shape.read("depth", options.depth);
  shape.read("opening", options.opening);
  shape.read("slope", options.slope);
  shape.read("railHeight", options.railHeight);
  shape.read("crossSection", options.crossSection, {"round", "square"});
  shape.read("segments", options.segments);
  return [options](Context& context) { return makeContainer(options, context); };
}

ShapeRecipe solidOf(JsonObject& shape) {
  SolidOptions options;
  Solid kind = Solid::Tetrahedron;
  shape.read("kind", kind,
             {"tetrahedron", "cube", "octahedron", "dodecahedron", "icosahedron", "cuboid", "cylinder",
              "cone", "prism", "torus", "capsule"});
  shape.read("size", options.placement.size);
  shape.read("extents", options.extents);
  shape.read("height", options.height);
  shape.read("topDiameter", options.topDiameter);
  shape.read("tubeDiameter", options.tubeDiameter);
  shape.read("sides", options.sides);
  shape.read("segments", options.segments);
  return [kind, options](Context& context) { return makeSolid(kind, options, context); };
}

ShapeRecipe convexGrainOf(JsonObject& shape) {
  ConvexGrainOptions options;
  shape.read("size", options.placement.size);
  shape.read("semiAxes", options.semiAxes);
  shape.read("vertices", options.vertices);
  shape.read("irregularity", options.irregularity);
  shape.read("seed", options.seed);
  return [options](Context& context) { return makeConvexGrain(options, context); };
}

ShapeRecipe foamOf(JsonObject& shape) {
  FoamOptions options;
  shape.read("size", options.placement.size);
  shape.read("outline", options.outline, {"cube", "ball"});
  shape.read("cells", options.cells);
  shape.read("strutThickness", options.strutThickness);
  shape.read("irregularity", options.irregularity);
  shape.read("triangles", options.triangles);
  shape.read("seed", options.seed);
  return [options](Context& context) { return makeFoam(options, context); };
}

ShapeRecipe porousBlockOf(JsonObject& shape) {
  PorousBlockOptions options;
  shape.read("size", options.placement.size);
  shape.read("tunnels", options.tunnels);
  shape.read("tunnelDiameter", options.tunnelDiameter);
  shape.read("tortuosity", options.tortuosity);
  shape.read("rounding", options.rounding);
  shape.read("triangles", options.triangles);
  shape.read("seed", options.seed);
  return [options](Context& context) { return makePorousBlock(options, context); };
}

const std::map<std::string, ReadOptions>& generators() {
  static const std::map<std::string, ReadOptions> all{{"bumpedSphere", bumpedSphereOf},
                                                      {"container", containerOf},
                                                      {"convexGrain", convexGrainOf},
                                                      {"foam", foamOf},
                                                      {"porousBlock", porousBlockOf},
                                                      {"solid", solidOf},
                                                      {"sphere", sphereOf}};
  return all;
}

}  // namespace

std::vector<std::string> shapeGenerators() {
  std::vector<std::string> names;
  for (const auto& [name, read] : generators()) names.push_back(name);
  return names;
}

ShapeRecipe generatorRecipe(JsonObject& shape) {
  const JsonNode name = shape.get("generator");
  const auto generator = generators().find(name.text());
  if (generator == generators().end())
    name.fail("There is no generator '" + shortened(name.text()) + "'",
              suggestion(name.text(), shapeGenerators()));
  return generator->second(shape);
}

}  // namespace talus
