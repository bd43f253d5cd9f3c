#include "reference/contact/surrogate_stream.h"

#include <bit>

#include "contact/trees/pair_descent.h"

namespace talus {

namespace {

constexpr unsigned siblings = SurrogateGroup::size;

const SurrogateGroup::Lanes& coordinate(const SurrogateGroup& group, std::size_t k) {
  const SurrogateGroup::Lanes* const lanes[] = {&group.ax, &group.ay, &group.az, &group.bx, &group.by,
                                                &group.bz, &group.cx, &group.cy, &group.cz};
  return *lanes[k];
}

}  // namespace

std::int64_t SurrogateStream::open(const PlacedTrees& trees, const PairFrame& frame, const SieveRule& rule,
                                   std::span<const GroupPair> visits, std::span<std::uint64_t> open) {
  trees_ = &trees;
  rule_ = &rule;
  open_ = open;
  tolerance_ = static_cast<float>(rule.iterationTolerance * 0.5 / frame.toWorld.ratio);
  comparisons_ = 0;
  batch_.size = 0;
  for (std::size_t n = 0; n < visits.size(); ++n) add(trees, visits[n], n);
  judge();
  return comparisons_;
}

std::int64_t SurrogateStream::choose(const PairFrame& frame, const SieveRule& rule,
                                     const PairBatch<float>& pairs, PairBits& chosen) {
  iteratePairs(pairs, iterates_);
  const double reach = frame.reachInB();
  const double unit = frame.toWorld.ratio;
  const double tolerance = rule.iterationTolerance * 0.5 * frame.reach / (unit * unit);
  std::int64_t undecided = 0;
  chosen.fill(0);
  for (std::size_t i = 0; i < pairs.size; ++i) {
    const bool open = rule.method == TrianglePairMethod::Hybrid && iterates_.change[i] > tolerance;
    undecided += open ? 1 : 0;
    if (open || iterates_.functional[i] <= 0.5 * reach * reach)
      chosen[i / 8] = static_cast<std::uint8_t>(chosen[i / 8] | 1u << (i % 8));
  }
  return undecided;
}

void SurrogateStream::add(const PlacedTrees& trees, const GroupPair& visit, std::size_t n) {
  const SurrogateGroup& a = trees.groupsA[visit.a];
  const SurrogateGroup& b = trees.groupsB[visit.b];
  const std::uint64_t asked = askedPairs(visit);
  open_[n] = a.leaf != 0 && b.leaf != 0 ? asked : 0;
  if (open_[n] != 0) {
    comparisons_ += std::popcount(asked);
    return;
  }
  for (unsigned bit = 0; bit < siblings * siblings; ++bit) {
    if (((asked >> bit) & 1) == 0) continue;
    const std::size_t i = batch_.size++;
    for (std::size_t k = 0; k < 9; ++k) {
      batch_.corner[k][i] = coordinate(a, k)[bit / siblings];
      batch_.corner[9 + k][i] = coordinate(b, k)[bit % siblings];
    }
    batch_.reach[i] = trees.reach + trees.ratio * a.epsilon[bit / siblings] + b.epsilon[bit % siblings];
    visit_[i] = n;
    bit_[i] = bit;
    if (batch_.size == PairBatch<float>::capacity) judge();
  }
}

void SurrogateStream::judge() {
  if (batch_.size == 0) return;
  batch_.pad();
  placeFirst(trees_->aToB, batch_);
  const bool compare = rule_->method == TrianglePairMethod::Comparison;
  if (compare)
    comparePairs(batch_, estimates_);
  else
    iteratePairs(batch_, iterates_);
  for (std::size_t i = 0; i < batch_.size; ++i) {
    const float squaredReach = batch_.reach[i] * batch_.reach[i];
    const bool near = compare ? estimates_.squared[i] <= squaredReach
                              : 2 * iterates_.functional[i] <= squaredReach ||
                                    iterates_.change[i] > tolerance_ * batch_.reach[i];
    if (near) open_[visit_[i]] |= std::uint64_t{1} << bit_[i];
  }
  comparisons_ += static_cast<std::int64_t>(batch_.size);
  batch_.size = 0;
}

}  // namespace talus
