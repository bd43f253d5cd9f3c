#include "dynamics/contact_forces/pair_loop.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/error.h"
#include "base/free_memory.h"
#include "base/parallel_items.h"
#include "dynamics/contact_forces/contact_methods.h"

namespace talus {

namespace {

std::unique_ptr<BroadPhase> broadPhaseOf(const ForceBodies& bodies, BroadPhaseMethod method) {
  BroadPhaseOptions broad;
  broad.method = method;
  broad.expectedBoxes = bodies.size();
  broad.wanted = [&bodies](Index i, Index j) { return bodies[i].isMoved() || bodies[j].isMoved(); };
  return makeBroadPhase(broad);
}

// Estimated from the contacts of the last evaluation, ns: for gears, chains, nets and cards right to a factor
// of two, but for pairs of thousands of triangles.
std::int64_t costOf(std::span<const BodyPair> pairs, const PairBlock& before, const ForceBodies& bodies) {
  std::int64_t cost = 100 * static_cast<std::int64_t>(pairs.size() + 6 * before.contacts.size());
  for (const BodyPair& pair : pairs)
    if (!bodies[pair.first].shape->convex || !bodies[pair.second].shape->convex) cost += 4'000;
  return cost;
}

}  // namespace

PairLoop::PairLoop(const ForceBodies& bodies, const LawTable& laws, const ContactForceOptions& options)
    : bodies_(bodies),
      options_(options),
      pairForces_(bodies, laws, options.separationSpeed),
      broadPhase_(broadPhaseOf(bodies, options.broadPhase)),
      iterations_(makeIterationSearch(options.refinement)),
      finders_([options, iterations = iterations_.get()] {
        return makeContactPointFinder(options.law, options.search, options.refinement, iterations);
      }),
      refined_(bodies.shapes(), *finders_.local(),
               iterations_ || (options.search.search != BodySearch::Flat && options.refinement.skin > 0)) {}

bool PairLoop::findPairs(double time, bool byBodies) {
  broadPhase_->update(bodies_.boxes());
  const std::span<const BodyPair> pairs = broadPhase_->pairs();
  partition_.divide(pairs, pairsOfABlock(), byBodies);
  const bool first = !accepted_.begun();
  if (first) rememberStart(time);
  refined_.arrange(pairs, bodies_, *finders_.local());
  searchesKept_.arrange(pairs);
  return first;
}

// Stores the initial memory of bodies that start near each other.
void PairLoop::rememberStart(double time) {
  MemoryBlocks memory(partition_.size());
  parallelItems(memory.size(), 1, [&](std::size_t n) {
    ContactPointFinder& finder = *finders_.local();
    for (const BodyPair& bodies : partition_[n]) {
      PairMemory& pair = memory[n].pairs.emplace_back();
      pair.bodies = bodies;
      pair.recovery.sinceStart = 1;
      const double withheld = pairForces_.shortOfRange(bodies, finder, pair.features);
      if (options_.startsAtRest) pair.withheld = withheld;
    }
  });
  accepted_.begin(time, std::move(memory));
}

// Pairs of triangles take long: few of them are a block, so that threads get equal shares, and more blocks
// are kept. Each rank gets some blocks. The power of two seldom changes, so that blocks are kept.
std::size_t PairLoop::pairsOfABlock() const {
  constexpr std::size_t blocksOfARank = 8, ofTriangles = 8, others = 64;
  const std::size_t most = refined_.searchTriangles() ? ofTriangles : others;
  if (ranks_ == nullptr) return most;
  const auto ranks = static_cast<std::size_t>(ranks_->ranks().size());
  const std::size_t pairs = broadPhase_->pairs().size() / (blocksOfARank * ranks);
  return std::clamp(std::bit_floor(pairs), std::size_t{1}, most);
}

void PairLoop::compute(PairForces::Trial trial, const IsKept& isKept) {
  trial.refinement = refined_.data();
  trial.records.contacts = trial.records.contacts || ranks_ != nullptr;  // they tell the costs
  blocks_.resize(partition_.size());
  if (ranks_ != nullptr && !iterations_)  // such a search goes on from where the last one ended here
    divideBlocks(trial, isKept);
  else
    parallelItems(blocks_.size(), 1, [&](std::size_t n) { computeBlock(n, trial, isKept); });
  for (const PairBlock& block : blocks_) searches_ += block.searches;
}

void PairLoop::computeBlock(std::size_t n, const PairForces::Trial& trial, const IsKept& isKept) {
  const std::span<const BodyPair> own = partition_[n];
  PairBlock& block = blocks_[n];
  if (isKept(own, block)) {
    block.searches.clear();
    return;
  }
  block.clear();
  ContactPointFinder& finder = *finders_.local();
  MemoryWalk known = accepted_.from(own.front());
  const std::span<KeptSearch> searches = partition_.of(n, searchesKept_.all());
  for (std::size_t i = 0; i < searches.size(); ++i) {
    constexpr std::size_t searchesAhead = 2;
    if (i + searchesAhead < searches.size()) pairForces_.fetch(searches[i + searchesAhead]);
    try {
      pairForces_.add(known.find(searches[i].bodies), trial, finder, searches[i], block);
    } catch (Error& error) {
      error.setSubject({.body = {searches[i].bodies.first, searches[i].bodies.second}});
      throw;
    }
  }
}

void PairLoop::divideBlocks(const PairForces::Trial& trial, const IsKept& isKept) {
  std::vector<std::size_t> moved;  // blocks
  std::vector<std::int64_t> costs;
  std::int64_t bytes = 0;
  for (std::size_t n = 0; n < blocks_.size(); ++n) {
    const std::span<const BodyPair> own = partition_[n];
    if (isKept(own, blocks_[n])) {
      blocks_[n].searches.clear();
      continue;
    }
    moved.push_back(n);
    costs.push_back(costOf(own, blocks_[n], bodies_));
    bytes += blocks_[n].byteCount();
  }
  ranks_->compute(costs, bytes,
                  {[&](std::size_t k) { computeBlock(moved[k], trial, isKept); },
                   [&](std::size_t k, ByteWriter& to) { blocks_[moved[k]].write(to); },
                   [&](std::size_t k, ByteReader& from) {
                     blocks_[moved[k]].read(from);
                     for (KeptSearch& kept : partition_.of(moved[k], searchesKept_.all()))
                       kept.apart = KeptSearch::unknown;
                   }});
}

void PairLoop::forgetSearches() {
  refined_.forget();
  searchesKept_.forget();
}

void PairLoop::reset() {
  broadPhase_ = broadPhaseOf(bodies_, options_.broadPhase);
  blocks_.clear();
  forgetSearches();
}

void PairLoop::release() {
  talus::release(blocks_);
  broadPhase_ = nullptr;
}

}  // namespace talus
