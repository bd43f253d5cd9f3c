#include "dynamics/contact_forces/contact_forces.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "dynamics/contact_forces/contact_methods.h"

namespace talus {

namespace {

// Barrier has forces between closed surfaces only.
void requireClosed(const Scene& scene, std::span<const LawShape> shapes) {
  for (std::size_t i = 0; i < shapes.size(); ++i)
    if (!shapes[i].convex && !shapes[i].surface)
      throw Error("The contact law Barrier needs closed surfaces", "shape " + scene.shapes[i].name,
                  "Close the surface, or use another law", {.surface = scene.shapes[i].name});
}

// Comes first: what follows relies on both.
double checkedHalo(const ContactForceOptions& options, const Scene& scene) {
  requireValid(options);
  requireValid(scene);
  return options.halo;
}

// The options with the settings of the scene.
ContactForceOptions withSettings(ContactForceOptions options, const Scene& scene) {
  options.startsAtRest = options.startsAtRest && startsAtRest(scene, name(options.law));
  return options;
}

}  // namespace

ContactForces::ContactForces(const Scene& scene, const BodyInertia& inertia,
                             const ContactForceOptions& options, Context& context)
    : bodies_(scene, inertia, checkedHalo(options, scene), context),
      laws_(scene, contactLaw(options.law)),
      pairs_(bodies_, laws_, withSettings(options, scene)),
      explicit_(bodies_, laws_, options.law, pairs_) {
  if (options.law == ContactLawKind::Barrier) requireClosed(scene, bodies_.shapes());
}

AcceptedContacts::Saved ContactForces::takeMemory() {
  contacts_.clear();
  joined_ = false;
  pairs_.release();
  lagged_.release();
  explicit_.release();
  bodies_.release();
  return pairs_.accepted().take();
}

void ContactForces::replaceBodies(const Scene& scene, const std::vector<bool>& ghosts,
                                  AcceptedContacts::Saved memory) {
  bodies_.replace(scene, ghosts);
  explicit_.reset();
  pairs_.accepted().restore(std::move(memory));
  pairs_.reset();
  lagged_.forget();
  joined_ = false;
}

void ContactForces::evaluate(const BodyState& state, double time, Loads& loads) {
  if (state.size() != bodies_.size() || loads.size() != bodies_.size())
    throw Error(
        "The state does not belong to the scene", std::to_string(state.size()) + " bodies",
        "Use the state of the " + std::to_string(bodies_.size()) + " bodies that the contacts were made for");
  bodies_.place(state, time);
  const bool first = pairs_.findPairs(time, lagged_.isLong());
  AcceptedContacts& accepted = pairs_.accepted();
  const double elapsed = accepted.elapsed(time);
  lagged_.begin(state, bodies_, time, elapsed == 0, pairs_.blocks());
  PairForces::Trial trial{.elapsed = elapsed, .sight = 2 * bodies_.margin(), .records = explicit_.records()};
  lagged_.describe(trial);
  pairs_.compute(trial, [this](std::span<const BodyPair> pairs, const PairBlock& block) {
    return lagged_.isKept(pairs, block);
  });
  join(state.position, loads);
  if (first) {
    for (const PairBlock& block : pairs_.blocks())
      for (const BodyPair& pair : block.passed) accepted.notePassed(pair);  // those of the start do not count
    accepted.setPowers(explicit_.powers(state));
  }
  lagged_.finish(bodies_, pairs_.blocks(), loads);
}

// Sums in the order of pairs, whichever thread computed them.
void ContactForces::join(std::span<const Vec3> places, Loads& loads) {
  joined_ = false;
  explicit_.begin();
  statistics_ = {};
  for (const PairBlock& block : pairs_.blocks()) {
    for (const PressedPair& pushed : block.pushed) {
      const auto a = static_cast<std::size_t>(pushed.bodies.first);
      const auto b = static_cast<std::size_t>(pushed.bodies.second);
      loads.force[a] -= pushed.loads.force;
      loads.force[b] += pushed.loads.force;
      loads.torque[a] += pushed.loads.torqueA;
      loads.torque[b] += pushed.loads.torqueB;
      explicit_.add(pushed, places);
    }
    statistics_ += block.statistics;
  }
  explicit_.take(loads);
}

void ContactForces::accept(const BodyState& state, double time) {
  pairs_.accepted().accept(pairs_.blocks(), explicit_.powers(state), time);
  lagged_.accept();
}

LinearContacts ContactForces::linearised() const {
  if (joined_) return contacts_;
  contacts_.clear();
  const auto add = [this](const std::vector<LinearContact>& contacts) {
    for (const LinearContact& contact : contacts) contacts_.push_back(&contact);
  };
  for (const PairBlock& block : pairs_.blocks()) add(block.contacts);
  add(lagged_.contacts());
  joined_ = true;
  return contacts_;
}

void ContactForces::forEachPressed(const std::function<void(const PressedPair&)>& visit) const {
  for (const PairBlock& block : pairs_.blocks())
    for (const PressedPair& pair : block.pushed) visit(pair);
}

void ContactForces::setMode(ContactMode mode) {
  constexpr double sight = 2;  // of the range: bodies get that near before an iterate knows of their contact
  lagged_.setMode(mode);
  bodies_.setMargin(mode == ContactMode::Explicit ? bodies_.halo() : sight * bodies_.halo());
}

void ContactForces::load(ByteReader& bytes) {
  pairs_.accepted().load(bytes, bodies_);
  lagged_.forget();
  pairs_.forgetSearches();
}

}  // namespace talus
