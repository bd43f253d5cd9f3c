#include "race.h"
#include "suites.h"

namespace talus::bench {

namespace {

void enterGrowth(const Scale& scale) {
  std::vector<Body> bodies{sphere(4),   sphere(6),    sphere(8),   foam(2000),
                           foam(28952), foam(120868), foam(494124)};
  if (scale.quick) bodies = {sphere(2), sphere(3), foam(2000), foam(5000)};
  for (const Body& body : bodies)
    enterQuery({"growth", body, grid(scale.quick ? 20 : 80), discreteFunction(), 1});
}

void enterTinyPart(const Scale& scale) {
  const TinyPart parts = scale.quick ? tinyPart(3, 5000) : tinyPart(7, 494124);
  const int size = scale.quick ? 20 : 80;
  Contender contender = discreteFunction();
  contender.maximumPoints = 32000;
  for (const Body& body : {parts.together, parts.sphere, parts.foam}) {
    enter({"tiny", body, gridOver("all", parts.together.make, size), contender, 1});
    enterQuery({"tiny", body, gridOver("part", parts.foam.make, size), contender, 1});
  }
}

void enterMultipole(const Scale& scale) {
  const std::vector<Body> bodies =
      scale.quick ? std::vector<Body>{sphere(3), foam(5000)} : std::vector<Body>{sphere(7), foam(494124)};
  for (const Body& body : bodies)
    for (const double accuracy : {1e-1, 1e-3, 1e-6})
      enter({"accuracy", body, grid(scale.quick ? 10 : 40), multipoleNumbers(accuracy), 1});
  for (int levels = 3; levels <= (scale.quick ? 5 : 8); ++levels)
    enter({"as many points", sphere(levels), randomOrder(std::size_t{8} << (2 * levels)),
           multipoleNumbers(1e-3), 1});
}

void enterOpen(const Scale& scale) {
  std::vector<Body> bodies = openMeshes();
  bodies.push_back(withHole(sphere(scale.quick ? 3 : 7)));
  bodies.push_back(withHole(foam(scale.quick ? 5000 : 120868)));
  for (const Body& body : bodies)
    for (const Contender& contender :
         {solidAngle(), antipodal(), multipoleNumbers(1e-1), multipoleNumbers(1e-3), multipoleNumbers(1e-6)})
      enter({"open", body, randomOrder(scale.quick ? 500 : 20000), contender, 1});
}

}  // namespace

void enterTargets(const Scale& scale) {
  enterGrowth(scale);
  enterTinyPart(scale);
  enterMultipole(scale);
  enterOpen(scale);
}

}  // namespace talus::bench
