#include "dynamics/contact_dynamics/near_contacts.h"

#include <tbb/enumerable_thread_specific.h>

#include <algorithm>

#include "base/damaged_snapshot.h"
#include "base/parallel_items.h"
#include "contact/convex/convex_manifold.h"
#include "dynamics/body/body_loop.h"
#include "dynamics/halo/surface_halo_finder.h"

namespace talus {

namespace {

constexpr std::size_t searchesPerBlock = 32, blocksPerCopy = 16;

void requireSolids(const Scene& scene, std::span<const LawShape> shapes) {
  for (std::size_t i = 0; i < shapes.size(); ++i)
    if (!shapes[i].convex && !shapes[i].surface)
      throw Error("The integrator ContactDynamics needs closed surfaces", "shape " + scene.shapes[i].name,
                  "Close the surface, or use another integrator", {.surface = scene.shapes[i].name});
}

}  // namespace

struct NearContacts::Worker {
  static constexpr double skin = 0.1;  // of the range: lists of near triangles last for several steps

  SurfaceHaloFinder surfaces{skin, true};
  ElasticAction action;
};

struct NearContacts::Workers {
  tbb::enumerable_thread_specific<Worker> all;
};

NearContacts::NearContacts(const Scene& scene, const ForceBodies& bodies, const BodyInertia& inertia,
                           BroadPhaseMethod broadPhase)
    : bodies_(bodies), inertia_(inertia), workers_(std::make_unique<Workers>()) {
  requireSolids(scene, bodies.shapes());
  BroadPhaseOptions options;
  options.method = broadPhase;
  options.expectedBoxes = bodies.size();
  options.wanted = [this](Index i, Index j) { return bodies_[i].isMoved() || bodies_[j].isMoved(); };
  phase_ = makeBroadPhase(options);
}

NearContacts::~NearContacts() = default;

void NearContacts::fillBoxes(const BodyState& state, double time, std::span<const double> reaches) {
  poses_.resize(state.size());
  boxes_.resize(state.size());
  forEachBody(state.size(), [&](std::size_t i) {
    poses_[i] = {state.position[i], state.orientation[i].matrix(), bodies_[i].scale};
    Box box;
    if (time < bodies_[i].removed) {
      box = bodies_.library().box(bodies_[i].number, poses_[i]);
      box.min().array() -= reaches[i];
      box.max().array() += reaches[i];
    }
    boxes_.set(i, box);
  });
}

void NearContacts::find(const BodyState& state, double time, std::span<const double> reaches) {
  fillBoxes(state, time, reaches);
  phase_->update(boxes_);
  const std::span<const BodyPair> pairs = phase_->pairs();
  std::vector<Search> before = std::move(searches_);
  searches_ = std::vector<Search>(pairs.size());
  auto known = before.begin();
  for (std::size_t n = 0; n < pairs.size(); ++n) {
    while (known != before.end() && known->bodies < pairs[n]) ++known;
    if (known != before.end() && known->bodies == pairs[n])
      searches_[n] = std::move(*known);
    else
      searches_[n].bodies = pairs[n];
  }
  blocks_.resize((pairs.size() + searchesPerBlock - 1) / searchesPerBlock);
  if (ranks_ != nullptr)
    divideBlocks(reaches);
  else
    parallelItems(blocks_.size(), 1, [&](std::size_t b) { findBlock(b, reaches); });
  join();
}

std::span<NearContacts::Search> NearContacts::searchesOf(std::size_t block) {
  const std::size_t begin = block * searchesPerBlock;
  return std::span(searches_).subspan(begin, std::min(searchesPerBlock, searches_.size() - begin));
}

void NearContacts::findBlock(std::size_t number, std::span<const double> reaches) {
  Block& block = blocks_[number];
  block.pairs.clear();
  block.points.clear();
  Worker& worker = workers_->all.local();
  for (Search& search : searchesOf(number)) {
    const auto [i, j] = search.bodies;
    findPair(search, reaches[static_cast<std::size_t>(i)] + reaches[static_cast<std::size_t>(j)], worker,
             block);
  }
}

// Ranks get the points of the others, and where their searches ended: any of them may search there next.
void NearContacts::divideBlocks(std::span<const double> reaches) {
  constexpr std::int64_t convex = 50, other = 20'000;  // ns
  std::vector<std::int64_t> costs(blocks_.size(), 0);
  for (std::size_t b = 0; b < blocks_.size(); ++b)
    for (const Search& search : searchesOf(b)) costs[b] += bodies_.areConvex(search.bodies) ? convex : other;
  DividedWork::Item item;
  item.compute = [&](std::size_t b) { findBlock(b, reaches); };
  item.write = [&](std::size_t b, ByteWriter& to) {
    to.all(blocks_[b].pairs, blocks_[b].points);
    for (const Search& search : searchesOf(b)) to.all(search.known, search.features);
  };
  item.read = [&](std::size_t b, ByteReader& from) {
    from.all(blocks_[b].pairs, blocks_[b].points);
    for (Search& search : searchesOf(b)) from.all(search.known, search.features);
  };
  const std::size_t bytes = points_.size() * sizeof(NearPoint) + searches_.size() * sizeof(FeaturePair);
  ranks_->compute(costs, static_cast<std::int64_t>(bytes), item);
}

void NearContacts::findPair(Search& search, double reach, Worker& worker, Block& block) const {
  const std::size_t begin = block.points.size();
  if (bodies_.areConvex(search.bodies))
    findConvex(search, reach, block);
  else
    findSurfaces(search, reach, worker, block);
  if (block.points.size() > begin) block.pairs.push_back({search.bodies, begin, block.points.size()});
}

void NearContacts::findConvex(Search& search, double reach, Block& block) const {
  const auto [i, j] = search.bodies;
  const ConvexBody &a = *bodies_[i].shape->geometry->convex(), &b = *bodies_[j].shape->geometry->convex();
  const Pose &poseA = poses_[static_cast<std::size_t>(i)], &poseB = poses_[static_cast<std::size_t>(j)];
  if (!search.known) search.features = facingFeatures(a, poseA, b, poseB);
  const ConvexManifold manifold = convexManifold(a, poseA, b, poseB, reach, search.features);
  search.features = manifold.closest.features;
  search.known = true;
  for (const ManifoldPoint& point : manifold.points)
    block.points.push_back(
        {nameOfFeatures(point.features), point.position, manifold.closest.normal, point.gap, point.area});
}

void NearContacts::findSurfaces(Search& search, double reach, Worker& worker, Block& block) const {
  const auto bodyOf = [&](Index i) {
    const LawShape& shape = *bodies_[i].shape;
    return SurfaceBody{&*shape.surface, &shape.geometry->triangles(), poses_[static_cast<std::size_t>(i)]};
  };
  PairLaw law;
  law.range = law.reach = reach;
  if (!search.near) search.near = std::make_unique<NearSurfaces>();
  ElasticAction& action = worker.action;
  worker.surfaces.find(bodyOf(search.bodies.first), bodyOf(search.bodies.second), law,
                       {search.near.get(), reach}, action);
  std::uint64_t number = 0;
  for (const ContactPoint& point : action.points) {
    ++number;  // of points without a name: those of one place
    block.points.push_back(
        {point.name != 0 ? point.name : number, point.point, point.normal, reach - point.depth, point.area});
  }
}

void NearContacts::join() {
  std::size_t pairs = 0, points = 0;
  for (Block& block : blocks_) {
    block.firstPair = pairs;
    block.firstPoint = points;
    pairs += block.pairs.size();
    points += block.points.size();
  }
  pairs_.resize(pairs);
  points_.resize(points);
  parallelItems(blocks_.size(), blocksPerCopy, [&](std::size_t b) {
    const Block& block = blocks_[b];
    std::size_t n = block.firstPair;
    for (const NearPair& pair : block.pairs)
      pairs_[n++] = {pair.bodies, block.firstPoint + pair.begin, block.firstPoint + pair.end};
    std::ranges::copy(block.points, points_.begin() + static_cast<std::ptrdiff_t>(block.firstPoint));
  });
}

void NearContacts::save(ByteWriter& bytes) const {
  std::vector<BodyPair> pairs;
  std::vector<std::int64_t> features;  // kind and index of A's, then of B's
  for (const Search& search : searches_) {
    if (!search.known) continue;
    pairs.push_back(search.bodies);
    for (const Feature& feature : {search.features.a, search.features.b}) {
      features.push_back(static_cast<std::int64_t>(feature.kind));
      features.push_back(feature.index);
    }
  }
  bytes.array(pairs);
  bytes.array(features);
}

void NearContacts::load(ByteReader& bytes) {
  const auto pairs = bytes.array<BodyPair>();
  const auto features = bytes.array<std::int64_t>();
  if (features.size() != 4 * pairs.size() || !std::ranges::is_sorted(pairs)) throw damagedSnapshot();
  std::vector<Search> searches;
  for (std::size_t n = 0; n < pairs.size(); ++n) {
    Search& search = searches.emplace_back();
    search.bodies = pairs[n];
    search.known = true;
    search.features = {featureOf(pairs[n].first, &features[4 * n]),
                       featureOf(pairs[n].second, &features[4 * n + 2])};
  }
  searches_ = std::move(searches);
}

// @throws Error the body has no such feature.
Feature NearContacts::featureOf(Index body, const std::int64_t* numbers) const {
  const auto count = static_cast<Index>(bodies_.size());
  const ConvexBody* const convex =
      body >= 0 && body < count ? bodies_[body].shape->geometry->convex() : nullptr;
  if (convex == nullptr) throw damagedSnapshot();
  const Feature feature{static_cast<FeatureKind>(numbers[0]), static_cast<Index>(numbers[1])};
  if (!convex->has(feature)) throw damagedSnapshot();
  return feature;
}

}  // namespace talus
