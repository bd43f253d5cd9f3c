#include "dynamics/contact_forces/contact_forces.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "base/number_text.h"
#include "base/parallel.h"
#include "dynamics/body/body_loop.h"
#include "dynamics/field/stable_step.h"
#include "dynamics/field/wall_motions.h"

namespace talus {

// What does not change of a body.
struct ContactForces::Body {
  const LawShape* shape = nullptr;
  Index number = 0;  // of the shape
  LawBody law{};
  double scale = 1;
  double area = 0;    // of the surface, m²
  double extent = 0;  // farthest point from the centre of mass, m
  double rate = 0;    // ω² of the body with some of its surface pressed, s⁻²
  bool wall = false;
  double removed = 0;  // when it is taken out of the scene
};

// What a run of pairs comes to.
struct ContactForces::Part {
  struct Pushed {
    BodyPair bodies;
    PairLoads loads;
  };
  ContactMemory memory;
  std::vector<LinearContact> contacts;
  std::vector<Pushed> pushed;
  ContactFigures figures;
  std::vector<std::int64_t> comparisons;
  std::int64_t iterated = 0, fallbacks = 0;
  double slip = 0;

  void clear() {
    comparisons.clear();
    iterated = fallbacks = 0;
    memory.clear();
    contacts.clear();
    pushed.clear();
    figures = {};
    slip = 0;
  }
  void count(const PairMemory& pair, const PairResponse& response, std::size_t points) {
    ++figures.touching;
    figures.points += static_cast<std::int64_t>(points);
    figures.recovering += pair.recovery.overlap > 0 ? 1 : 0;
    figures.stalled += pair.recovery.stalled > 0 ? 1 : 0;
    figures.elasticEnergy += response.energy;
    figures.dampingPower += response.damping;
    slip += response.slip;
  }
  void count(const SearchCounts& counts) {
    comparisons.resize(std::max(comparisons.size(), counts.levels.size()));
    for (std::size_t l = 0; l < counts.levels.size(); ++l) comparisons[l] += counts.levels[l].comparisons;
    iterated += counts.iterations;
    fallbacks += counts.fallbacks;
  }
  void addTo(ContactFigures& sum) const {
    sum.pairs += figures.pairs;
    sum.touching += figures.touching;
    sum.points += figures.points;
    sum.recovering += figures.recovering;
    sum.stalled += figures.stalled;
    sum.elasticEnergy += figures.elasticEnergy;
    sum.dampingPower += figures.dampingPower;
  }
};

namespace {

void requireOptions(const ContactForceOptions& options) {
  const auto refuse = [](const std::string& what, double value, const std::string& remedy) {
    throw Error(what, numberText(value), remedy);
  };
  if (!(options.halo >= 0 && std::isfinite(options.halo)))
    refuse("The halo must be a length of at least 0", options.halo, "Give 0 to have it chosen");
  if (!(options.separationSpeed >= 0 && std::isfinite(options.separationSpeed)))
    refuse("The separation speed must be at least 0", options.separationSpeed, "Give 0 to have it chosen");
}

constexpr std::size_t pairsAtATime = 64;

}  // namespace

ContactForces::ContactForces(const Scene& scene, const BodyInertia& inertia,
                             const ContactForceOptions& options, Context& context)
    : options_(options), inertia_(&inertia), law_(contactLaw(options.law)), finders_([options] {
        return makeContactPointFinder(options.law, options.search, options.refinement);
      }) {
  requireOptions(options);
  requireOptions(options.refinement);
  requireValid(scene);
  laws_ = LawTable(scene, law_);
  std::int64_t triangles = 0;
  for (const BodyShape& shape : scene.shapes)
    triangles += static_cast<std::int64_t>(shape.mesh.triangleCount());
  context.beginStage(1, 2 * triangles);
  for (const BodyShape& shape : scene.shapes) library_.add(shape.mesh, shape.name, context, shape.offset);
  bool allConvex = true;
  for (Index i = 0; i < static_cast<Index>(library_.size()); ++i)
    allConvex = allConvex && library_.geometry(i).convex() != nullptr;
  for (std::size_t i = 0; i < scene.shapes.size(); ++i)
    shapes_.emplace_back(scene.shapes[i], library_.geometry(static_cast<Index>(i)), !allConvex);
  halo_ = options.halo > 0 ? options.halo : scene.halo;
  if (halo_ == 0) halo_ = usualHalo(library_, contactBodies(scene.bodies));
  options_.startsAtRest = options.startsAtRest && scene.startsAtRest;
  const WallMotions motions(scene);
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    Body& body = bodies_.emplace_back();
    body.shape = &shapes_[static_cast<std::size_t>(scene.bodies.shape[i])];
    body.scale = scene.bodies.scale[i];
    body.number = scene.bodies.shape[i];
    body.wall = inertia.isWall(i);
    body.law.material = scene.bodies.material[i];
    body.law.radius = body.wall ? std::numeric_limits<double>::infinity() : body.shape->radius * body.scale;
    body.law.inverseMass = inertia.inverseMass(i);
    body.area = body.shape->area * body.scale * body.scale;
    body.extent = body.shape->extent * body.scale;
    body.removed = motions.removalTime(i);
    body.rate = rateAlone(body);
  }
  for (const LawShape& a : shapes_)
    for (const LawShape& b : shapes_)
      anyTriangles_ = anyTriangles_ || finders_.local()->searchesTriangles(a, b);
  BroadPhaseOptions broad;
  broad.method = options.broadPhase;
  broad.expectedBoxes = bodies_.size();
  broad.wanted = [this](Index i, Index j) {
    return !(bodies_[static_cast<std::size_t>(i)].wall && bodies_[static_cast<std::size_t>(j)].wall);
  };
  broadPhase_ = makeBroadPhase(broad);
}

ContactForces::~ContactForces() = default;

void ContactForces::evaluate(const BodyState& state, double time, Loads& loads) {
  if (state.size() != bodies_.size() || loads.size() != bodies_.size())
    throw Error(
        "The state is not that of the scene", std::to_string(state.size()) + " bodies",
        "Use the state of the " + std::to_string(bodies_.size()) + " bodies that the contacts were made for");
  place(state);
  findPairs(time);
  if (std::isnan(time_)) {
    time_ = time;
    rememberStart();
  }
  elapsed_ = std::max(0.0, time - time_);
  arrangeRefinement();
  computePairs();
  join(loads);
}

void ContactForces::place(const BodyState& state) {
  moving_.resize(bodies_.size());
  orientations_ = state.orientation;
  forEachBody(bodies_.size(), [&](std::size_t i) {
    MovingBody& moving = moving_[i];
    moving.pose = {state.position[i], state.orientation[i].matrix(), bodies_[i].scale};
    moving.velocity = state.velocity[i];
    moving.angularVelocity = inertia_->angularVelocity(i, state);
    moving.inverseMass = inertia_->inverseMass(i);
    if (bodies_[i].wall) return;
    const Eigen::Matrix3d axes = moving.pose.rotation * inertia_->axes(i).matrix();
    moving.inverseInertia = axes * inertia_->moments(i).cwiseInverse().asDiagonal() * axes.transpose();
  });
}

void ContactForces::findPairs(double time) {
  boxes_.resize(bodies_.size());
  forEachBody(bodies_.size(), [&](std::size_t i) {
    Box box;
    if (time < bodies_[i].removed) {
      box = library_.box(bodies_[i].number, moving_[i].pose);
      box.min().array() -= halo_;
      box.max().array() += halo_;
    }
    boxes_.set(i, box);
  });
  broadPhase_->update(boxes_);
}

// What is remembered of bodies that begin near each other.
void ContactForces::rememberStart() {
  const auto pairs = broadPhase_->pairs();
  accepted_.assign((pairs.size() + pairsAtATime - 1) / pairsAtATime, {});
  Context context;
  parallelChunks(pairs.size(), pairsAtATime, context, [&](std::size_t begin, std::size_t end) {
    ContactMemory& memory = accepted_[begin / pairsAtATime];
    ContactPointFinder& finder = *finders_.local();
    for (std::size_t i = begin; i < end; ++i) {
      PairMemory pair;
      pair.bodies = pairs[i];
      pair.recovery.sinceStart = 1;
      const double withheld = shortOfRange(pairs[i], finder, pair.features);
      if (options_.startsAtRest) pair.withheld = withheld;
      memory.pairs.push_back(pair);
    }
  });
}

// By how much the gap is less than the range, but at most by that.
double ContactForces::shortOfRange(const BodyPair& pair, ContactPointFinder& finder,
                                   FeaturePair& features) const {
  const auto a = static_cast<std::size_t>(pair.first), b = static_cast<std::size_t>(pair.second);
  const double gap =
      finder.distance({bodies_[a].shape, moving_[a].pose}, {bodies_[b].shape, moving_[b].pose}, features);
  constexpr double rounding = 1e-9;  // of the range: nothing is stored by how a gap is rounded
  return 2 * halo_ * (1 - std::clamp(gap / (2 * halo_) - rounding, 0.0, 1.0));
}

void ContactForces::arrangeRefinement() {
  if (!anyTriangles_) return;  // as in most scenes: no pair needs a look
  refined_.clear();
  for (const BodyPair& pair : broadPhase_->pairs())
    if (searchesTriangles(pair)) refined_.push_back(pair);
  refinement_.arrange(refined_);
}

bool ContactForces::searchesTriangles(const BodyPair& pair) {
  const auto shapeOf = [this](Index i) -> const LawShape& {
    return *bodies_[static_cast<std::size_t>(i)].shape;
  };
  return finders_.local()->searchesTriangles(shapeOf(pair.first), shapeOf(pair.second));
}

// Null: its triangles are searched from the roots, if at all.
PairRefinement* ContactForces::refinementOf(const BodyPair& pair) {
  const bool lists = options_.search.search != BodySearch::Flat && options_.refinement.skin > 0;
  return (lists || refining_) && searchesTriangles(pair) ? &refinement_[pair] : nullptr;
}

void ContactForces::computePairs() {
  const auto pairs = broadPhase_->pairs();
  parts_.resize((pairs.size() + pairsAtATime - 1) / pairsAtATime);
  Context context;
  parallelChunks(pairs.size(), pairsAtATime, context, [&](std::size_t begin, std::size_t end) {
    Part& part = parts_[begin / pairsAtATime];
    part.clear();
    ContactPointFinder& finder = *finders_.local();
    MemoryWalk known(accepted_, pairs[begin]);
    for (std::size_t i = begin; i < end; ++i) computePair(pairs[i], known.find(pairs[i]), finder, part);
  });
}

void ContactForces::computePair(const BodyPair& pair, const MemoryWalk::Found& known,
                                ContactPointFinder& finder, Part& part) {
  const PairMemory* before = known.pair;
  const auto a = static_cast<std::size_t>(pair.first), b = static_cast<std::size_t>(pair.second);
  const Body &bodyA = bodies_[a], &bodyB = bodies_[b];
  ++part.figures.pairs;
  PairMemory& memory = part.memory.pairs.emplace_back();
  memory.bodies = pair;
  memory.firstSpring = static_cast<Index>(part.memory.springs.size());
  if (before != nullptr && stillApart(*before)) {
    memory.features = before->features;
    memory.axis = before->axis;
    return;
  }
  PairLaw law = laws_.between(bodyA.law, bodyB.law, 2 * halo_);
  if (before != nullptr) memory.withheld = before->withheld;
  law.reach = law.range - memory.withheld;
  ElasticAction& action = finder.find({bodyA.shape, moving_[a].pose}, {bodyB.shape, moving_[b].pose}, law,
                                      {.start = before != nullptr ? &before->features : nullptr,
                                       .refinement = refinementOf(pair),
                                       .iterating = refining_});
  if (finder.counts() != nullptr) part.count(*finder.counts());
  memory.features = action.features;
  if (action.points.empty()) {
    if (action.distance >= law.reach) memory.axis = action.normal;
    constexpr double rattling = 1.01;  // what rests may part for a moment
    if (before != nullptr && !action.normal.isZero(0) && action.distance < rattling * law.reach)
      memory.held = before->held;
    if (memory.withheld > 0)
      memory.withheld = std::min(memory.withheld, shortOfRange(pair, finder, memory.features));
    if (before != nullptr) part.slip += pushEnergy(before->recovery, moving_[a], moving_[b]);
    return;
  }
  if (before != nullptr) memory.recovery = before->recovery;
  const Recovery recovery =
      recoverFromOverlap(recoveryOf(pair, law), moving_[a], moving_[b], action, memory.recovery);
  TouchingPair touching{
      .a = &moving_[a], .b = &moving_[b], .law = law, .points = action.points, .springs = {}};
  touching.elapsed = elapsed_;
  if (before != nullptr) {
    touching.springs = known.block->springsOf(*before);
    touching.held = before->held;
  }
  PairResponse response = respond(touching, part.memory.springs, part.contacts);
  memory.springs = static_cast<Index>(part.memory.springs.size()) - memory.firstSpring;
  memory.held = response.held;
  if (law.rollingResistance > 0) rollOver(known, touching, memory, part, response);
  for (auto contact = part.contacts.end() - static_cast<std::ptrdiff_t>(action.points.size());
       contact != part.contacts.end(); ++contact) {
    contact->bodyA = pair.first;
    contact->bodyB = pair.second;
  }
  response.loads.add(action.sideForce, action.sidePoint, moving_[a], moving_[b]);
  response.loads.addCouple(action.couple);
  response.loads.add(recovery.push);
  response.energy += recovery.energy;
  response.damping += recovery.power;
  part.pushed.push_back({pair, response.loads});
  part.count(memory, response, action.points.size());
}

// Whether the direction that kept two convex bodies apart still does.
bool ContactForces::stillApart(const PairMemory& before) const {
  if (before.axis.isZero(0)) return false;
  const auto sieved = [this](Index i) {
    const auto row = static_cast<std::size_t>(i);
    const LawShape& shape = *bodies_[row].shape;
    return SievedBody{shape.geometry->convex(), &shape.convex->sieve, &moving_[row].pose};
  };
  return partedAlong(before.axis, sieved(before.bodies.first), sieved(before.bodies.second), 2 * halo_);
}

RecoveryRule ContactForces::recoveryOf(const BodyPair& pair, const PairLaw& law) const {
  const auto a = static_cast<std::size_t>(pair.first), b = static_cast<std::size_t>(pair.second);
  return {law.range, law.range - law.reach, capOf(a, b, law), bodies_[a].extent + bodies_[b].extent};
}

void ContactForces::rollOver(const MemoryWalk::Found& before, const TouchingPair& touching,
                             PairMemory& memory, Part& part, PairResponse& response) const {
  const auto a = static_cast<std::size_t>(memory.bodies.first);
  const auto b = static_cast<std::size_t>(memory.bodies.second);
  RollingSpring spring{Vec3::Zero(), orientations_[a], orientations_[b]};
  if (before.pair != nullptr && before.pair->rolling >= 0)
    spring.angle = before.block->rolling[static_cast<std::size_t>(before.pair->rolling)].angleAt(
        orientations_[a], orientations_[b]);
  addRollingResistance(touching, spring, response);
  memory.rolling = static_cast<Index>(part.memory.rolling.size());
  part.memory.rolling.push_back(spring);
}

// In the order of pairs, whatever thread computed them.
void ContactForces::join(Loads& loads) {
  joined_ = false;
  figures_ = {};
  slip_ = 0;
  for (const Part& part : parts_) {
    for (const Part::Pushed& pushed : part.pushed) {
      const auto a = static_cast<std::size_t>(pushed.bodies.first);
      const auto b = static_cast<std::size_t>(pushed.bodies.second);
      loads.force[a] -= pushed.loads.force;
      loads.force[b] += pushed.loads.force;
      loads.torque[a] += pushed.loads.torqueA;
      loads.torque[b] += pushed.loads.torqueB;
    }
    comparisons_.resize(std::max(comparisons_.size(), part.comparisons.size()));
    for (std::size_t l = 0; l < part.comparisons.size(); ++l) comparisons_[l] += part.comparisons[l];
    iterated_ += part.iterated;
    fallbacks_ += part.fallbacks;
    part.addTo(figures_);
    slip_ += part.slip;
  }
}

void ContactForces::accept(const BodyState& /*state*/, double time) {
  dissipated_ += slip_ + figures_.dampingPower * (time - time_);
  slip_ = 0;
  time_ = time;
  accepted_.resize(parts_.size());
  for (std::size_t i = 0; i < parts_.size(); ++i) std::swap(accepted_[i], parts_[i].memory);
}

std::span<const LinearContact> ContactForces::linearised() const {
  if (!joined_) {
    contacts_.clear();
    for (const Part& part : parts_)
      contacts_.insert(contacts_.end(), part.contacts.begin(), part.contacts.end());
    joined_ = true;
  }
  return contacts_;
}

void ContactForces::setRefining(bool refining) {
  refining_ = refining;
  if (refining) refinement_.begin();
}

void ContactForces::save(ByteWriter& bytes) const {
  bytes.value(time_);
  bytes.value(dissipated_);
  joined(accepted_).save(bytes);
}

void ContactForces::load(ByteReader& bytes) {
  const auto time = bytes.value<double>();
  const auto dissipated = bytes.value<double>();
  ContactMemory memory;
  memory.load(bytes, bodies_.size());
  for (PairMemory& pair : memory.pairs) requireFeatures(pair);
  refinement_.forget();
  time_ = time;
  dissipated_ = dissipated;
  accepted_.clear();
  accepted_.push_back(std::move(memory));
}

void ContactForces::requireFeatures(const PairMemory& pair) const {
  const auto has = [&](Index body, const Feature& feature) {
    const ConvexBody* convex = bodies_[static_cast<std::size_t>(body)].shape->geometry->convex();
    return convex == nullptr ? pair.axis.isZero(0) : convex->has(feature);
  };
  if (has(pair.bodies.first, pair.features.a) && has(pair.bodies.second, pair.features.b)) return;
  throw Error("The contacts of the snapshot do not fit the scene's shapes", "",
              "It is of another scene: use the one that was simulated");
}

double ContactForces::capOf(std::size_t a, std::size_t b) const {
  return capOf(a, b, laws_.between(bodies_[a].law, bodies_[b].law, 2 * halo_));
}

double ContactForces::capOf(std::size_t a, std::size_t b, const PairLaw& law) const {
  if (options_.separationSpeed > 0) return options_.separationSpeed;
  const double stiffness = 0.25 * law.foundation * std::min(bodies_[a].area, bodies_[b].area);
  return 2 * law.range * std::sqrt(stiffness * (bodies_[a].law.inverseMass + bodies_[b].law.inverseMass));
}

double ContactForces::rateAlone(const Body& body) const {
  const PairLaw law = laws_.between(body.law, body.law, 2 * halo_);
  const double stiffness = law_.pressedStiffness(law, body.area);
  const double damping = std::max(1.0, 2 * law.damping(1));
  return stiffness * body.law.inverseMass * damping * damping;
}

double ContactForces::extent(std::size_t i) const {
  return bodies_[i].extent;
}

double ContactForces::pointSpeed(std::size_t i, const BodyState& state, double time) const {
  if (!(time < bodies_[i].removed)) return 0;
  return state.velocity[i].norm() + inertia_->angularVelocity(i, state).norm() * bodies_[i].extent;
}

double ContactForces::fastestPoint(const BodyState& state, double time) const {
  double speed = 0;
  for (std::size_t i = 0; i < bodies_.size(); ++i) speed = std::max(speed, pointSpeed(i, state, time));
  return speed;
}

bool ContactForces::meetsNothing(std::size_t i, std::span<const double> speeds, double duration) const {
  if (boxes_.empty(i)) return true;
  const Box own = boxes_.box(i);
  for (std::size_t j = 0; j < bodies_.size(); ++j) {
    if (j == i || (bodies_[i].wall && bodies_[j].wall) || boxes_.empty(j)) continue;
    const Vec3 way = Vec3::Constant((speeds[i] + speeds[j]) * duration);
    const Box other = boxes_.box(j);
    if (Box(own.min() - way, own.max() + way).intersects(other)) return false;
  }
  return true;
}

StepChoice ContactForces::stiffnessStep() const {
  std::vector<double> rates(bodies_.size(), 0.0);
  for (const Part& some : parts_) contactRates(some.contacts, moving_, rates);
  double highest = 0;
  StepChoice choice{.limit = StepLimit::Stiffness};
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const double rate = bodies_[i].wall ? 0 : std::max(rates[i], bodies_[i].rate);
    if (!(rate > highest)) continue;
    highest = rate;
    choice.body = static_cast<Index>(i);
  }
  choice.length = safePart / std::sqrt(highest);
  return choice;
}

double ContactForces::stableStep(double fastestPoint) const {
  return std::min(safePart * halo_ / fastestPoint, stiffnessStep().length);
}

}  // namespace talus
