#include <thread>

#include "race.h"
#include "suites.h"

namespace talus::bench {

namespace {

std::vector<Contender> exactAndPeers() {
  std::vector<Contender> all{discreteFunction(MemoryUse::Fast), discreteFunction(MemoryUse::Lean)};
  for (const Contender& peer : peerContenders()) all.push_back(peer);
  return all;
}

std::vector<Contender> everyone() {
  std::vector<Contender> all = exactAndPeers();
  all.insert(all.end(), {rayCrossing(RaySearch::Tree), antipodal(), solidAngle(), multipoleNumbers(1e-1),
                         multipoleNumbers(3e-2), multipoleNumbers(1e-2), multipoleNumbers(1e-3)});
  for (const Contender& peer : windingPeers()) all.push_back(peer);
  return all;
}

}  // namespace

void enterPeers(const Scale& scale) {
  const int cores = static_cast<int>(std::thread::hardware_concurrency());
  const std::vector<Body> bodies =
      scale.quick ? std::vector<Body>{sphere(3), foam(5000)} : std::vector<Body>{sphere(7), foam(494124)};
  for (const Body& body : bodies) {
    const Points regular = grid(scale.quick ? 20 : 80);
    for (const Contender& contender : everyone()) enter({"peers", body, regular, contender, 1});
    for (const Contender& contender : exactAndPeers())
      if (contender.parallel) enter({"peers", body, regular, contender, cores});
    for (const Points& points :
         {randomOrder(scale.quick ? 8000 : 512000), nearSurface(scale.quick ? 2000 : 100000)})
      for (const Contender& contender : exactAndPeers()) enterQuery({"peers", body, points, contender, 1});
  }
}

}  // namespace talus::bench
