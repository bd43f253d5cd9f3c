#include "race.h"
#include "suites.h"

namespace talus::bench {

void enterWilliams(const Scale& scale) {
  struct Size {
    int meridians, rings;
  };
  // The paper's 8, 16, 104, 296, 536, 1 052, 2 060 and 2 312 facets, and on to 500 000.
  std::vector<Size> sizes{{4, 1}, {8, 1}, {13, 4}, {37, 4}, {67, 4}, {263, 2}, {103, 10}, {68, 17}};
  if (!scale.quick) sizes.insert(sizes.end(), {{128, 32}, {256, 64}, {512, 128}, {1000, 250}});
  for (const auto [meridians, rings] : sizes)
    for (const Contender& contender : {cyrusBeck(), discreteFunction(), discreteFunctionOneByOne()})
      enter({"williams", convexBody(meridians, rings), inside(10000), contender, 1});
}

}  // namespace talus::bench
