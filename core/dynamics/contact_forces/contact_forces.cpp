#include "dynamics/contact_forces/contact_forces.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/free_memory.h"
#include "base/number_text.h"
#include "base/parallel_items.h"
#include "dynamics/contact_forces/contact_methods.h"
#include "dynamics/contact_forces/damping_change.h"

namespace talus {

namespace {

// Barrier has forces between closed surfaces only.
void requireClosed(const Scene& scene, std::span<const LawShape> shapes) {
  for (std::size_t i = 0; i < shapes.size(); ++i)
    if (!shapes[i].convex && !shapes[i].surface)
      throw Error("The contact law Barrier needs closed surfaces", "shape " + scene.shapes[i].name,
                  "Close the surface, or use another law");
}

// The options with the settings of the scene.
ContactForceOptions checked(ContactForceOptions options, const Scene& scene) {
  requireValid(options);
  requireValid(scene);
  options.startsAtRest = options.startsAtRest && startsAtRest(scene, name(options.law));
  return options;
}

}  // namespace

ContactForces::ContactForces(const Scene& scene, const BodyInertia& inertia,
                             const ContactForceOptions& options, Context& context)
    : options_(checked(options, scene)),
      bodies_(scene, inertia, options.halo, context),
      laws_(scene, contactLaw(options.law)),
      pairForces_(bodies_, laws_, options.separationSpeed),
      bound_(bodies_, laws_, contactLaw(options.law)),
      iterations_(makeIterationSearch(options.refinement)),
      finders_([options, iterations = iterations_.get()] {
        return makeContactPointFinder(options.law, options.search, options.refinement, iterations);
      }) {
  if (options.law == ContactLawKind::Barrier) requireClosed(scene, bodies_.shapes());
  for (const LawShape& a : bodies_.shapes())
    for (const LawShape& b : bodies_.shapes())
      searchesTriangles_ = searchesTriangles_ || finders_.local()->searchesTriangles(a, b);
  makeBroadPhase();
}

void ContactForces::makeBroadPhase() {
  BroadPhaseOptions broad;
  broad.method = options_.broadPhase;
  broad.expectedBoxes = bodies_.size();
  broad.wanted = [this](Index i, Index j) { return bodies_.isMoved(i) || bodies_.isMoved(j); };
  broadPhase_ = talus::makeBroadPhase(broad);
}

AcceptedContacts::Saved ContactForces::takeMemory() {
  contacts_.clear();
  joined_ = false;
  release(blocks_);
  release(heldBlocks_);
  damping_.clear();
  broadPhase_ = nullptr;
  bodies_.release();
  return accepted_.take();
}

void ContactForces::replaceBodies(const Scene& scene, const std::vector<bool>& ghosts,
                                  AcceptedContacts::Saved memory) {
  bodies_.replace(scene, ghosts);
  bound_ = StiffnessBound(bodies_, laws_, contactLaw(options_.law));
  makeBroadPhase();
  accepted_.restore(std::move(memory));
  blocks_.clear();
  forgetHeld();
  refinement_.forget();
  searchesKept_.forget();
  joined_ = false;
  peak_.reset();
}

void ContactForces::evaluate(const BodyState& state, double time, Loads& loads) {
  if (state.size() != bodies_.size() || loads.size() != bodies_.size())
    throw Error(
        "The state does not belong to the scene", std::to_string(state.size()) + " bodies",
        "Use the state of the " + std::to_string(bodies_.size()) + " bodies that the contacts were made for");
  peak_.reset();
  bodies_.place(state, time);
  broadPhase_->update(bodies_.boxes());
  arrangeBlocks();
  const bool first = !accepted_.begun();
  if (first) rememberStart(time);
  arrangeRefinement();
  searchesKept_.arrange(broadPhase_->pairs());
  if (mode_ == ContactMode::Measured && accepted_.elapsed(time) == 0) {
    start_.clear();
    for (const MovingBody& body : bodies_.moving()) start_.push_back(body.pose);
    startOrientations_ = state.orientation;
  }
  chooseBlocks(time);
  computePairs(time);
  join(state.position, loads);
  damping_.take(loads);
  if (first) {
    for (const PairBlock& block : blocks_)
      for (const BodyPair& pair : block.passed)
        accepted_.notePassed(pair);  // those of the start do not count
    damping_.measure(state, blocks_, bodies_, powers_);
    accepted_.setPowers(powers_);
  }
  heldContacts_.clear();
  heldEnergy_ = 0;
  if (mode_ == ContactMode::Held)
    heldEnergy_ = addHeldFriction(held_, bodies_, loads, heldContacts_) +
                  addHeldRolling(heldRolling_, bodies_, loads, heldContacts_);
  if (mode_ == ContactMode::Measured) holdFriction();
}

// Evaluations of other modes have blocks of their own, so that the next one as Held keeps what has not moved.
void ContactForces::chooseBlocks(double time) {
  if (mode_ != evaluated_ && (mode_ == ContactMode::Held || evaluated_ == ContactMode::Held))
    blocks_.swap(heldBlocks_);
  evaluated_ = mode_;
  if (mode_ == ContactMode::Held) unmoved_.update(bodies_.moving(), time);
}

// Of steps that are over.
void ContactForces::forgetHeld() {
  unmoved_.forget();
  heldBlocks_.clear();
}

void ContactForces::holdFriction() {
  joinParts(&PairBlock::held, held_);
  joinParts(&PairBlock::heldRolling, heldRolling_);
}

// Copies the parts of all blocks, in their order.
template <class Part>
void ContactForces::joinParts(std::vector<Part> PairBlock::*parts, std::vector<Part>& all) const {
  constexpr std::size_t blocksAtATime = 16;
  std::vector<std::size_t> begins;
  std::size_t count = 0;
  for (const PairBlock& block : blocks_) {
    begins.push_back(count);
    count += (block.*parts).size();
  }
  all.resize(count);
  if (count == 0) return;  // such as rolling springs without rolling resistance
  parallelItems(blocks_.size(), blocksAtATime, [&](std::size_t n) {
    std::ranges::copy(blocks_[n].*parts, all.begin() + static_cast<std::ptrdiff_t>(begins[n]));
  });
}

// Stores the initial memory of bodies that start near each other.
void ContactForces::rememberStart(double time) {
  MemoryBlocks memory(blockCount());
  parallelItems(memory.size(), 1, [&](std::size_t n) {
    ContactPointFinder& finder = *finders_.local();
    for (const BodyPair& bodies : pairsOf(n)) {
      PairMemory& pair = memory[n].pairs.emplace_back();
      pair.bodies = bodies;
      pair.recovery.sinceStart = 1;
      const double withheld = pairForces_.shortOfRange(bodies, finder, pair.features);
      if (options_.startsAtRest) pair.withheld = withheld;
    }
  });
  accepted_.begin(time, std::move(memory));
}

void ContactForces::arrangeRefinement() {
  if (!searchesTriangles_) return;  // as in most scenes
  const ContactPointFinder& finder = *finders_.local();
  refined_.clear();
  for (const BodyPair& pair : broadPhase_->pairs())
    if (finder.searchesTriangles(*bodies_[pair.first].shape, *bodies_[pair.second].shape))
      refined_.push_back(pair);
  refinement_.arrange(refined_);
}

// Estimated from the contacts of the last evaluation, ns: for gears, chains, nets and cards right to a factor
// of two, but for pairs of thousands of triangles.
std::int64_t ContactForces::costOf(std::span<const BodyPair> pairs, const PairBlock& before) const {
  std::int64_t cost = 100 * static_cast<std::int64_t>(pairs.size() + 6 * before.contacts.size());
  for (const BodyPair& pair : pairs)
    if (!bodies_[pair.first].shape->convex || !bodies_[pair.second].shape->convex) cost += 4'000;
  return cost;
}

// Minimisations of a potential end in some islands before they end in others.
bool ContactForces::isKept(std::span<const BodyPair> pairs, const PairBlock& block) const {
  return mode_ == ContactMode::Held &&
         std::ranges::equal(pairs, block.memory.pairs, {}, {}, &PairMemory::bodies) &&
         std::ranges::all_of(pairs, [this](const BodyPair& pair) { return unmoved_.both(pair); });
}

// The pairs of block n.
std::span<const BodyPair> ContactForces::pairsOf(std::size_t n) const {
  return broadPhase_->pairs().subspan(blockBegins_[n], blockBegins_[n + 1] - blockBegins_[n]);
}

std::span<KeptSearch> ContactForces::searchesOf(std::size_t n) {
  return searchesKept_.all().subspan(blockBegins_[n], pairsOf(n).size());
}

std::size_t ContactForces::blockCount() const {
  return blockBegins_.size() - 1;
}

void ContactForces::computePairs(double time) {
  const bool lists = options_.search.search != BodySearch::Flat && options_.refinement.skin > 0;
  const PairForces::Trial trial{.elapsed = accepted_.elapsed(time),
                                .refinement = lists || iterations_ ? &refinement_ : nullptr,
                                .mode = mode_,
                                .sight = 2 * bodies_.margin(),
                                .acted = held_,
                                .start = start_,
                                .startOrientations = startOrientations_,
                                .actedRolling = heldRolling_,
                                .records = records_};
  blocks_.resize(blockCount());
  const auto compute = [&](std::size_t n) {
    const std::span<const BodyPair> own = pairsOf(n);
    PairBlock& block = blocks_[n];
    if (isKept(own, block)) {
      block.searches.clear();
      return;
    }
    block.clear();
    ContactPointFinder& finder = *finders_.local();
    MemoryWalk known = accepted_.from(own.front());
    const std::span<KeptSearch> searches = searchesOf(n);
    for (std::size_t i = 0; i < searches.size(); ++i) {
      constexpr std::size_t ahead = 2;
      if (i + ahead < searches.size()) pairForces_.fetch(searches[i + ahead]);
      pairForces_.add(known.find(searches[i].bodies), trial, finder, searches[i], block);
    }
  };
  if (ranks_ != nullptr && !iterations_)  // such a search goes on from where the last one ended here
    divideBlocks(compute);
  else
    parallelItems(blocks_.size(), 1, compute);
}

// Pairs of triangles take long: few of them are a block, so that threads get equal shares, and more blocks
// are kept. Each rank gets some blocks. The power of two seldom changes, so that blocks are kept.
std::size_t ContactForces::pairsAtATime() const {
  constexpr std::size_t blocksOfARank = 8, ofTriangles = 8, others = 64;
  const std::size_t most = searchesTriangles_ ? ofTriangles : others;
  if (ranks_ == nullptr) return most;
  const auto ranks = static_cast<std::size_t>(ranks_->ranks().size());
  const std::size_t pairs = broadPhase_->pairs().size() / (blocksOfARank * ranks);
  return std::clamp(std::bit_floor(pairs), std::size_t{1}, most);
}

void ContactForces::arrangeBlocks() {
  const auto pairs = broadPhase_->pairs();
  const std::size_t most = pairsAtATime();
  blockBegins_.assign(1, 0);
  while (blockBegins_.back() < pairs.size())
    blockBegins_.push_back(blockBegins_.back() + blockSize(pairs.subspan(blockBegins_.back()), most));
}

// Of the block with which the pairs begin. In long steps it has the pairs of some bodies with those that
// follow, so that where pairs come or go all other blocks keep theirs.
std::size_t ContactForces::blockSize(std::span<const BodyPair> pairs, std::size_t most) const {
  const auto block = pairs.first(std::min(most, pairs.size()));
  if (mode_ == ContactMode::Dynamic) return block.size();
  const auto bodies = static_cast<Index>((most + 3) / 4);
  const auto others = std::ranges::find_if(
      block, [&](const BodyPair& pair) { return pair.first / bodies != block[0].first / bodies; });
  return static_cast<std::size_t>(others - block.begin());
}

// @param compute that of one block.
void ContactForces::divideBlocks(const std::function<void(std::size_t)>& compute) {
  std::vector<std::size_t> moved;  // blocks
  std::vector<std::int64_t> costs;
  std::int64_t bytes = 0;
  for (std::size_t n = 0; n < blocks_.size(); ++n) {
    const std::span<const BodyPair> own = pairsOf(n);
    if (isKept(own, blocks_[n])) {
      blocks_[n].searches.clear();
      continue;
    }
    moved.push_back(n);
    costs.push_back(costOf(own, blocks_[n]));
    bytes += blocks_[n].byteCount();
  }
  ranks_->compute(costs, bytes,
                  {[&](std::size_t k) { compute(moved[k]); },
                   [&](std::size_t k, ByteWriter& to) { blocks_[moved[k]].write(to); },
                   [&](std::size_t k, ByteReader& from) {
                     blocks_[moved[k]].read(from);
                     for (KeptSearch& kept : searchesOf(moved[k])) kept.apart = KeptSearch::unknown;
                   }});
}

// Sums in the order of pairs, whichever thread computed them.
void ContactForces::join(std::span<const Vec3> places, Loads& loads) {
  joined_ = false;
  damping_.begin(bodies_.size());
  statistics_ = {};
  for (const PairBlock& block : blocks_) {
    for (const PressedPair& pushed : block.pushed) {
      const auto a = static_cast<std::size_t>(pushed.bodies.first);
      const auto b = static_cast<std::size_t>(pushed.bodies.second);
      loads.force[a] -= pushed.loads.force;
      loads.force[b] += pushed.loads.force;
      loads.torque[a] += pushed.loads.torqueA;
      loads.torque[b] += pushed.loads.torqueB;
      damping_.add(pushed, places);
    }
    searches_ += block.searches;
    statistics_ += block.statistics;
  }
}

bool ContactForces::correctDamping(const BodyState& state, Loads& change) {
  if (!correctsDamping()) return false;
  const std::vector<VelocityChange> changes = bodies_.velocityChanges(state);
  change.clear(state.size());
  for (PairBlock& block : blocks_) changeDamping(bodies_.moving(), changes, block, change);
  damping_.change(change, blocks_, state.position);
  return true;
}

void ContactForces::accept(const BodyState& state, double time) {
  damping_.measure(state, blocks_, bodies_, powers_);
  passed_.clear();
  for (PairBlock& block : blocks_) {
    passed_.insert(passed_.end(), block.passed.begin(), block.passed.end());
    block.passed.clear();
  }
  accepted_.accept(blocks_, powers_, time);
  unmoved_.forget();
}

LinearContacts ContactForces::linearised() const {
  if (joined_) return contacts_;
  contacts_.clear();
  const auto add = [this](const std::vector<LinearContact>& contacts) {
    for (const LinearContact& contact : contacts) contacts_.push_back(&contact);
  };
  for (const PairBlock& block : blocks_) add(block.contacts);
  add(heldContacts_);
  joined_ = true;
  return contacts_;
}

void ContactForces::forEachPressed(const std::function<void(const PressedPair&)>& visit) const {
  for (const PairBlock& block : blocks_)
    for (const PressedPair& pair : block.pushed) visit(pair);
}

void ContactForces::setMode(ContactMode mode) {
  constexpr double sight = 2;  // of the range: bodies get that near before an iterate knows of their contact
  mode_ = mode;
  bodies_.setMargin(mode == ContactMode::Dynamic ? bodies_.halo() : sight * bodies_.halo());
}

void ContactForces::save(ByteWriter& bytes) const {
  accepted_.save(bytes);
}

void ContactForces::requireMemoryFits() const {
  accepted_.requireFit(bodies_);
}

void ContactForces::load(ByteReader& bytes) {
  accepted_.load(bytes, bodies_);
  forgetHeld();
  refinement_.forget();
  searchesKept_.forget();
}

FrequencyPeak ContactForces::frequencyPeak() const {
  if (!peak_) peak_ = bound_.peak(bodies_, blocks_);
  return *peak_;
}

double ContactForces::stableStep(double fastestPoint) const {
  return std::min(safePart * bodies_.halo() / fastestPoint, stiffnessStep(frequencyPeak().squared));
}

}  // namespace talus
