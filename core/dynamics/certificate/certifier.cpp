#include "dynamics/certificate/certifier.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <vector>

namespace talus {

Certificate Certifier::check(GuardedBodies& bodies, const BodyState& state, double time, double range) {
  BoxArrays boxes;
  boxes.resize(bodies.size());
  std::int64_t dynamic = 0, walls = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    boxes.set(i, Box());
    if (!bodies.isPresent(i, time)) continue;
    ++(bodies.inertia().isWall(i) ? walls : dynamic);
    boxes.set(i, grown(bodies.box(state, i), 0.5 * range));
  }
  const std::span<const BodyPair> pairs = bodies.overlapping(boxes);
  std::vector<double> gaps(pairs.size());
  std::vector<std::uint8_t> meeting(pairs.size());
  std::atomic<double> least = range;  // so far: longer gaps need not be known
  DividedWork::Item item;
  item.compute = [&](std::size_t n) {
    const CertifiedBody a = bodies.certified(state, pairs[n].first);
    const CertifiedBody b = bodies.certified(state, pairs[n].second);
    GapFinder& finder = finders_.local();
    std::optional<FeaturePair> features;
    gaps[n] = finder.mayBeWithin(least, a, b) ? finder.find(a, b, features).length : range;
    for (double before = least; gaps[n] < before && !least.compare_exchange_weak(before, gaps[n]);) continue;
    meeting[n] = checks_.local().meet(*a.geometry, a.pose, *b.geometry, b.pose) ? 1 : 0;
  };
  item.write = [&](std::size_t n, ByteWriter& to) { to.all(gaps[n], meeting[n]); };
  item.read = [&](std::size_t n, ByteReader& from) { from.all(gaps[n], meeting[n]); };
  bodies.compute(pairs, sizeof(double) + 1, item);
  Certificate found;
  found.leastGap = range;
  for (std::size_t n = 0; n < pairs.size(); ++n) {
    found.leastGap = std::min(found.leastGap, gaps[n]);
    found.meeting += meeting[n];
    if (gaps[n] > 0) continue;
    if (found.unproven++ == 0) found.first = pairs[n];
  }
  found.proven = dynamic * (dynamic - 1) / 2 + dynamic * walls - found.unproven;
  return found;
}

}  // namespace talus
