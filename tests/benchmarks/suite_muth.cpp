#include "race.h"
#include "suites.h"

namespace talus::bench {

void enterMuth(const Scale& scale) {
  std::vector<Body> bodies;
  for (int levels = 0; levels <= (scale.quick ? 3 : 7); ++levels) bodies.push_back(sphere(levels));
  for (const std::size_t triangles : {28952, 120868, 494124})
    bodies.push_back(foam(scale.quick ? triangles / 5 : triangles));
  const std::vector<int> sizes = scale.quick ? std::vector{10, 20} : std::vector{10, 20, 40, 80};
  const std::vector<Contender> contenders{fastMultipole(TreeDepth::Adaptive),
                                          fastMultipole(TreeDepth::TrianglesOnly),
                                          rayCrossing(RaySearch::Flat),
                                          rayCrossing(RaySearch::Tree),
                                          solidAngle(),
                                          discreteFunction()};
  for (const Body& body : bodies)
    for (const Contender& contender : contenders) {
      enterBuild({"muth", body, grid(sizes.front()), contender, 1});
      for (const int size : sizes) enterQuery({"muth", body, grid(size), contender, 1});
    }
}

}  // namespace talus::bench
