// threads/BODIES/ε/N: 5 000 pairs on N threads, in wall-clock time. Counters: contacts; whether they have the
// bits that one thread gives.

#include <algorithm>

#include "base/parallel.h"
#include "contact_suites.h"

namespace talus::bench {

namespace {

constexpr std::size_t pairs = 5000;
constexpr std::size_t grain = 50;

using Contacts = std::vector<std::vector<TriangleContact>>;  // one list a chunk

void findAll(const BodyPairCase& pair, int threads, Contacts& contacts) {
  const ThreadLimit limit(threads);
  Context context;
  contacts.resize(pairs / grain);
  parallelChunks(pairs, grain, context, [&](std::size_t begin, std::size_t end) {
    BodyPairSearch search;
    auto& found = contacts[begin / grain];
    found.clear();
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t pose = i % pair.poses.size();
      search.findContacts(placedA(pair, pose), placedB(pair, pose), 2e-2, found);
    }
  });
}

bool same(const TriangleContact& s, const TriangleContact& t) {
  return s.triangleA == t.triangleA && s.triangleB == t.triangleB && s.gap == t.gap && s.normal == t.normal &&
         s.pointA == t.pointA && s.pointB == t.pointB;
}

bool same(const Contacts& s, const Contacts& t) {
  return std::equal(s.begin(), s.end(), t.begin(), t.end(), [](const auto& a, const auto& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const auto& x, const auto& y) { return same(x, y); });
  });
}

}  // namespace

void enterThreads(const ContactRun& run) {
  const Case pair = std::make_shared<const BodyPairCase>(bumpedPair(1280, run.quick ? 2 : 50));
  const auto alone = std::make_shared<Contacts>();
  findAll(*pair, 1, *alone);
  for (const int threads : {1, 2}) {
    enter(run, "threads/" + pair->name + "/1e-2/" + std::to_string(threads),
          [=, contacts = std::make_shared<Contacts>()](benchmark::State& state) {
            for ([[maybe_unused]] auto step : state) findAll(*pair, threads, *contacts);
            std::size_t sum = 0;
            for (const auto& list : *contacts) sum += list.size();
            state.counters["contacts"] = double(sum);
            state.counters["same"] = same(*contacts, *alone) ? 1 : 0;
          })
        ->UseRealTime();
  }
}

}  // namespace talus::bench
