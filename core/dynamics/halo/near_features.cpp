#include "dynamics/halo/near_features.h"

#include <algorithm>

namespace talus {

namespace {

double radiusOfB(const ConvexPair& pair) {
  return pair.scale<Of::B>() * pair.body<Of::B>().radius();
}

// Bodies of a settled bed stay within it for some twenty steps. A greater one lists more edges that do
// nothing: five times as many steps cost a tenth of the time of all.
double skinOf(const ConvexPair& pair, double reach) {
  constexpr double partOfReach = 0.02, greatestTurn = 0.05;  // rad
  return std::min(partOfReach * reach, greatestTurn * radiusOfB(pair));
}

}  // namespace

// A point x of B moves by |Δp + ΔR x| ≤ |Δp| + |x| ‖ΔR‖/√2, since the Frobenius norm ‖ΔR‖ of a difference of
// rotations is √2 times its spectral norm; (p + q)² ≤ 2 (p² + q²).
bool NearFeatures::cover(const ConvexPair& pair, double reach) const {
  if (!(reach <= reach_)) return false;
  const double radius = radiusOfB(pair);
  const double moved = (pair.pose().position - seen_.position).squaredNorm();
  const double turned = (pair.pose().rotation - seen_.rotation).squaredNorm();
  return 2 * moved + radius * radius * turned <= skin_ * skin_;
}

void NearFeatures::keep(const ConvexPair& pair, const SieveShape& a, const SieveShape& b,
                        const ClosestFeatures& closest, double reach, HaloSieve& sieve) {
  seen_ = pair.pose();
  reach_ = reach;
  skin_ = skinOf(pair, reach);
  sieve.find(pair, a, b, closest, reach, {skin_, skin_ / radiusOfB(pair)});
  take(sieve);
}

void NearFeatures::find(const ConvexPair& pair, const SieveShape& a, const SieveShape& b,
                        const ClosestFeatures& closest, double reach, HaloSieve& sieve) {
  reach_ = 0;
  sieve.find(pair, a, b, closest, reach);
  take(sieve);
}

void NearFeatures::take(const HaloSieve& sieve) {
  const auto ofA = sieve.vertices<Of::A>(), ofB = sieve.vertices<Of::B>();
  ofA_ = ofA.size();
  vertices_.assign(ofA.begin(), ofA.end());
  vertices_.insert(vertices_.end(), ofB.begin(), ofB.end());
  edges_.clear();
  for (std::size_t i = 0; i < sieve.edgesOfB().size(); ++i)
    for (const Index e : sieve.edgesOfA(i)) edges_.push_back({e, sieve.edgesOfB()[i]});
}

}  // namespace talus
