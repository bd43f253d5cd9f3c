// noble/BODIES/SEARCH/METHOD: Noble and Weinzierl's explicit step at ε = 1e-2 of the diameter. SEARCH is
// flat, or the method of the surrogates. Counters, a pose: pairs of spheres and of triangles compared, fine
// pairs that were iterated, those that fell back to the comparison, contacts that were missed.
// lost/BODIES/flat/METHOD: the same for other bodies.

#include "contact_suites.h"

namespace talus::bench {

namespace {

constexpr double reach = 2e-2;

Counters countsOf(const Case& pair, const BodyPairOptions& options) {
  Counters sum{{"spheres", 0}, {"comparisons", 0}, {"iterated", 0}, {"fallbacks", 0}, {"missed", 0}};
  BodyPairSearch search(options);
  BodyPairSearch reference;
  for (std::size_t i = 0; i < pair->poses.size(); ++i) {
    std::vector<TriangleContact> all, found;
    reference.findContacts(placedA(*pair, i), placedB(*pair, i), reach, all);
    search.findContacts(placedA(*pair, i), placedB(*pair, i), reach, found);
    for (const LevelCounts& level : search.counts().levels) sum["spheres"] += double(level.spheres);
    sum["comparisons"] += double(search.counts().comparisons());
    sum["iterated"] += double(search.counts().iterations);
    sum["fallbacks"] += double(search.counts().fallbacks);
    sum["missed"] += double(all.size() - found.size());
  }
  for (auto& [what, value] : sum) value /= double(pair->poses.size());
  return sum;
}

void enterMethod(const ContactRun& run, const std::string& suite, const Case& pair,
                 const std::string& searchName, const BodyPairOptions& options) {
  static const std::map<TrianglePairMethod, std::string> names{{TrianglePairMethod::Certified, "Certified"},
                                                               {TrianglePairMethod::Comparison, "Comparison"},
                                                               {TrianglePairMethod::Iterative, "Iterative"},
                                                               {TrianglePairMethod::Hybrid, "Hybrid"}};
  enterQuery(run, suite + "/" + pair->name + "/" + searchName + "/" + names.at(options.method), pair,
             contactQuery(pair, reach, options), [=] { return countsOf(pair, options); });
}

void enterMethods(const ContactRun& run, const Case& pair, const std::string& searchName, BodySearch search) {
  for (const auto method : {TrianglePairMethod::Certified, TrianglePairMethod::Comparison,
                            TrianglePairMethod::Iterative, TrianglePairMethod::Hybrid})
    enterMethod(run, "noble", pair, searchName, {search, method});
}

}  // namespace

void enterNoble(const ContactRun& run) {
  const std::vector<std::int64_t> sizes =
      run.quick ? std::vector<std::int64_t>{36} : std::vector<std::int64_t>{12, 36, 140, 1224};
  const std::size_t poses = run.quick ? 2 : 10;
  for (const std::int64_t triangles : sizes)
    for (const BodyPairCase& made : paperPairs(triangles, poses)) {
      const Case pair = std::make_shared<const BodyPairCase>(made);
      enterMethods(run, pair, "flat", BodySearch::Flat);
      enterMethods(run, pair, "Minimax", BodySearch::Surrogate);
      enterMethods(run, withSurrogates(made, SurrogateMethod::Functional), "Functional",
                   BodySearch::Surrogate);
    }
  for (const BodyPairCase& made : variedPairs(poses)) {
    const Case pair = std::make_shared<const BodyPairCase>(made);
    for (const auto method : {TrianglePairMethod::Iterative, TrianglePairMethod::Hybrid})
      enterMethod(run, "lost", pair, "flat", {BodySearch::Flat, method});
  }
}

}  // namespace talus::bench
