#include "dynamics/contact_forces/contact_forces.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/number_text.h"
#include "base/parallel.h"
#include "dynamics/contact_forces/contact_methods.h"

namespace talus {

namespace {

constexpr std::size_t pairsAtATime = 64;

std::size_t blockCount(std::size_t pairs) {
  return (pairs + pairsAtATime - 1) / pairsAtATime;
}

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
  options.startsAtRest = options.startsAtRest && scene.startsAtRest;
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
      finders_(
          [options] { return makeContactPointFinder(options.law, options.search, options.refinement); }) {
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

void ContactForces::replaceBodies(const Scene& scene, const std::vector<bool>& ghosts,
                                  AcceptedContacts::Saved memory) {
  bodies_.replace(scene, ghosts);
  bound_ = StiffnessBound(bodies_, laws_, contactLaw(options_.law));
  makeBroadPhase();
  accepted_.restore(std::move(memory));
  blocks_.clear();
  unmoved_.forget();
  refinement_.forget();
  joined_ = false;
}

void ContactForces::evaluate(const BodyState& state, double time, Loads& loads) {
  if (state.size() != bodies_.size() || loads.size() != bodies_.size())
    throw Error(
        "The state does not belong to the scene", std::to_string(state.size()) + " bodies",
        "Use the state of the " + std::to_string(bodies_.size()) + " bodies that the contacts were made for");
  bodies_.place(state, time);
  broadPhase_->update(bodies_.boxes());
  if (!accepted_.begun()) rememberStart(time);
  arrangeRefinement();
  if (mode_ == ContactMode::Measured && accepted_.elapsed(time) == 0) {
    start_.clear();
    for (const MovingBody& body : bodies_.moving()) start_.push_back(body.pose);
    startOrientations_ = state.orientation;
  }
  if (mode_ == ContactMode::Held) unmoved_.update(bodies_.moving(), time);
  computePairs(time);
  join(loads);
  heldContacts_.clear();
  heldEnergy_ = 0;
  if (mode_ == ContactMode::Held)
    heldEnergy_ = addHeldFriction(held_, bodies_, loads, heldContacts_) +
                  addHeldRolling(heldRolling_, bodies_, loads, heldContacts_);
  if (mode_ == ContactMode::Measured) holdFriction();
}

void ContactForces::holdFriction() {
  held_.clear();
  heldRolling_.clear();
  for (const PairBlock& block : blocks_) {
    held_.insert(held_.end(), block.held.begin(), block.held.end());
    heldRolling_.insert(heldRolling_.end(), block.heldRolling.begin(), block.heldRolling.end());
  }
}

// Stores the initial memory of bodies that start near each other.
void ContactForces::rememberStart(double time) {
  const auto pairs = broadPhase_->pairs();
  MemoryBlocks memory(blockCount(pairs.size()));
  Context context;
  parallelChunks(pairs.size(), pairsAtATime, context, [&](std::size_t begin, std::size_t end) {
    ContactPointFinder& finder = *finders_.local();
    for (std::size_t i = begin; i < end; ++i) {
      PairMemory& pair = memory[begin / pairsAtATime].pairs.emplace_back();
      pair.bodies = pairs[i];
      pair.recovery.sinceStart = 1;
      const double withheld = pairForces_.shortOfRange(pairs[i], finder, pair.features);
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

// Minimisations of a potential end in some islands before they end in others.
bool ContactForces::isKept(std::span<const BodyPair> pairs, const PairBlock& block) const {
  return mode_ == ContactMode::Held &&
         std::ranges::equal(pairs, block.memory.pairs, {}, {}, &PairMemory::bodies) &&
         std::ranges::all_of(pairs, [this](const BodyPair& pair) { return unmoved_.both(pair); });
}

void ContactForces::computePairs(double time) {
  const auto pairs = broadPhase_->pairs();
  const bool lists = options_.search.search != BodySearch::Flat && options_.refinement.skin > 0;
  const PairForces::Trial trial{.elapsed = accepted_.elapsed(time),
                                .refinement = lists || refining_ ? &refinement_ : nullptr,
                                .iterating = refining_,
                                .mode = mode_,
                                .sight = 2 * bodies_.margin(),
                                .acted = held_,
                                .start = start_,
                                .startOrientations = startOrientations_,
                                .actedRolling = heldRolling_};
  blocks_.resize(blockCount(pairs.size()));
  Context context;
  parallelChunks(pairs.size(), pairsAtATime, context, [&](std::size_t begin, std::size_t end) {
    PairBlock& block = blocks_[begin / pairsAtATime];
    if (isKept(pairs.subspan(begin, end - begin), block)) {
      block.searches.clear();
      return;
    }
    block.clear();
    ContactPointFinder& finder = *finders_.local();
    MemoryWalk known = accepted_.from(pairs[begin]);
    for (std::size_t i = begin; i < end; ++i)
      pairForces_.add(pairs[i], known.find(pairs[i]), trial, finder, block);
  });
}

// Sums in the order of pairs, whichever thread computed them.
void ContactForces::join(Loads& loads) {
  joined_ = false;
  statistics_ = {};
  for (const PairBlock& block : blocks_) {
    for (const PairBlock::Pushed& pushed : block.pushed) {
      const auto a = static_cast<std::size_t>(pushed.bodies.first);
      const auto b = static_cast<std::size_t>(pushed.bodies.second);
      loads.force[a] -= pushed.loads.force;
      loads.force[b] += pushed.loads.force;
      loads.torque[a] += pushed.loads.torqueA;
      loads.torque[b] += pushed.loads.torqueB;
    }
    searches_ += block.searches;
    statistics_ += block.statistics;
  }
}

void ContactForces::accept(const BodyState& /*state*/, double time) {
  accepted_.accept(blocks_, time);
  unmoved_.forget();
}

std::span<const LinearContact> ContactForces::linearised() const {
  if (!joined_) {
    contacts_.clear();
    for (const PairBlock& block : blocks_)
      contacts_.insert(contacts_.end(), block.contacts.begin(), block.contacts.end());
    contacts_.insert(contacts_.end(), heldContacts_.begin(), heldContacts_.end());
    joined_ = true;
  }
  return contacts_;
}

void ContactForces::setMode(ContactMode mode) {
  constexpr double sight = 2;  // of the range: bodies get that near before an iterate knows of their contact
  mode_ = mode;
  unmoved_.forget();
  bodies_.setMargin(mode == ContactMode::Dynamic ? bodies_.halo() : sight * bodies_.halo());
}

void ContactForces::setRefining(bool refining) {
  refining_ = refining;
  if (refining) refinement_.begin();
}

void ContactForces::save(ByteWriter& bytes) const {
  accepted_.save(bytes);
}

void ContactForces::load(ByteReader& bytes) {
  accepted_.load(bytes, bodies_);
  unmoved_.forget();
  refinement_.forget();
}

double ContactForces::stableStep(double fastestPoint) const {
  return std::min(safePart * bodies_.halo() / fastestPoint, stiffnessStep(frequencyPeak().squared));
}

}  // namespace talus
