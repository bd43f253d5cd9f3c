#include "contact/scene/scene_contacts.h"

#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/number_text.h"
#include "base/parallel.h"
#include "broadphase/broad_phase.h"
#include "contact/scene/body_contacts.h"
#include "contact/scene/contact_tracker.h"

namespace talus {

namespace {

constexpr std::size_t bodiesPerChunk = 256;
constexpr std::size_t pairsPerChunk = 64;

void requireBody(const ContactLibrary& library, const ContactBodies& bodies, std::size_t i) {
  const std::string where = "body " + std::to_string(i);
  const ErrorSubject subject{.body = {static_cast<std::int64_t>(i)}};
  if (bodies.shape[i] < 0 || static_cast<std::size_t>(bodies.shape[i]) >= library.size())
    throw Error(
        "A body refers to an unknown shape",
        where + ", shape " + std::to_string(bodies.shape[i]) + " of " + std::to_string(library.size()),
        "Add the shape, or give the body another", subject);
  const Pose& pose = bodies.pose[i];
  if (!pose.position.allFinite() || !pose.rotation.allFinite())
    throw Error(
        "A body's position or orientation is not finite", where,
        "Check the code that set the pose: NaN results from division by zero, infinity from too large steps",
        subject);
  if (!(pose.scale > 0 && std::isfinite(pose.scale)))
    throw Error("A body's scale must be above 0", where + ", scale " + std::to_string(pose.scale),
                "Give the ratio of its size to that of its shape", subject);
}

// A point of the world in the frame of a body, in world lengths.
Vec3 placeOn(const Pose& pose, const Vec3& point) {
  return pose.rotation.transpose() * (point - pose.position);
}

template <class T>
void append(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

class SceneContacts::Search {
 public:
  Search(const ContactLibrary& library, const SceneContactOptions& options)
      : library_(library), options_(options), workers_([pairs = options.pairs] {
          return Worker{BodyContactFinder(pairs), {}};
        }) {}

  void update(const ContactBodies& bodies, Context& context, double begin);
  const ContactState& state() const { return state_; }
  void forget();
  void restore(ContactState state) { state_ = std::move(state); }

 private:
  // The contacts of a block of pairs.
  struct Part {
    std::vector<PairContacts> pairs;
    std::vector<Contact> contacts;
    std::vector<ContactPlace> places;
    std::vector<Index> previous;
  };
  struct Worker {
    BodyContactFinder finder;
    ContactTracker tracker;
  };

  void fillBoxes(const ContactBodies& bodies, Context& context);
  void forgetOthers(const ContactBodies& bodies);
  void keepPairs(const ContactBodies& bodies);
  void prepareTrees(const ContactBodies& bodies, Context& context, double end) const;
  void searchPairs(const ContactBodies& bodies, std::size_t begin, std::size_t end, Part& part);
  void searchPair(const ContactBodies& bodies, PairContacts pair, const PairContacts* before, Worker& worker,
                  Part& part) const;
  void join(std::size_t parts);

  const ContactLibrary& library_;
  SceneContactOptions options_;
  std::unique_ptr<BroadPhase> broadPhase_;
  BoxArrays boxes_;
  std::vector<BodyPair> pairs_;
  std::vector<Part> parts_;
  ContactState state_, next_;
  tbb::enumerable_thread_specific<Worker> workers_;
};

void SceneContacts::Search::update(const ContactBodies& bodies, Context& context, double begin) {
  for (std::size_t i = 0; i < bodies.size(); ++i) requireBody(library_, bodies, i);
  requireSmallHalo(library_, bodies, options_.halo);
  const double slice = 0.1 * (1 - begin);
  context.beginStage(begin + slice, static_cast<std::int64_t>(bodies.size()));
  fillBoxes(bodies, context);
  if (!broadPhase_) {
    BroadPhaseOptions broadPhase;
    broadPhase.method = options_.broadPhase;
    broadPhase.expectedBoxes = bodies.size();
    broadPhase_ = makeBroadPhase(broadPhase);
  }
  context.beginStage(begin + 2 * slice, static_cast<std::int64_t>(bodies.size()));
  broadPhase_->update(boxes_, context);
  forgetOthers(bodies);
  keepPairs(bodies);
  prepareTrees(bodies, context, begin + 5 * slice);
  context.beginStage(1, static_cast<std::int64_t>(pairs_.size()));
  const std::size_t parts = (pairs_.size() + pairsPerChunk - 1) / pairsPerChunk;
  if (parts_.size() < parts) parts_.resize(parts);
  parallelChunks(pairs_.size(), pairsPerChunk, context, [&](std::size_t first, std::size_t last) {
    searchPairs(bodies, first, last, parts_[first / pairsPerChunk]);
  });
  join(parts);
  state_.shapes = bodies.shape;
}

void SceneContacts::Search::forget() {
  state_ = {};
  broadPhase_ = nullptr;
}

void SceneContacts::Search::fillBoxes(const ContactBodies& bodies, Context& context) {
  boxes_.resize(bodies.size());
  const Vec3 halo = Vec3::Constant(options_.halo);
  parallelChunks(bodies.size(), bodiesPerChunk, context, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      Box box;  // empty
      if (bodies.role[i] != BodyRole::Absent) box = library_.box(bodies.shape[i], bodies.pose[i]);
      if (!box.isEmpty()) box = Box(box.min() - halo, box.max() + halo);
      boxes_.set(i, box);
    }
  });
}

// Discards the state if a shape has changed: its features and contacts belong to the old shape.
void SceneContacts::Search::forgetOthers(const ContactBodies& bodies) {
  const std::size_t common = std::min(state_.shapes.size(), bodies.size());
  if (std::equal(state_.shapes.begin(), state_.shapes.begin() + static_cast<std::ptrdiff_t>(common),
                 bodies.shape.begin()))
    return;
  const std::int64_t nextId = state_.nextId;
  state_ = {};
  state_.nextId = nextId;
}

void SceneContacts::Search::keepPairs(const ContactBodies& bodies) {
  pairs_.clear();
  for (const BodyPair& pair : broadPhase_->pairs()) {
    const std::size_t key = keyBody(bodies, pair);
    const bool isCopy = !bodies.copy.empty() && bodies.copy[key] != 0;
    if (bodies.role[key] == BodyRole::Mobile && !isCopy) pairs_.push_back(pair);
  }
}

// The trees of the shapes that a pair needs which is not convex: here, so that each is built by all threads
// and can be cancelled.
void SceneContacts::Search::prepareTrees(const ContactBodies& bodies, Context& context, double end) const {
  const auto geometry = [this](std::size_t shape) -> const ContactGeometry& {
    return library_.geometry(static_cast<Index>(shape));
  };
  const auto isConvex = [&](std::size_t shape) { return geometry(shape).convex() != nullptr; };
  std::vector<std::uint8_t> wanted(library_.size(), 0);
  for (const auto& [first, second] : pairs_) {
    const auto a = static_cast<std::size_t>(bodies.shape[static_cast<std::size_t>(first)]);
    const auto b = static_cast<std::size_t>(bodies.shape[static_cast<std::size_t>(second)]);
    if (isConvex(a) && isConvex(b)) continue;
    wanted[a] = wanted[b] = 1;
  }
  std::int64_t triangles = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if (wanted[i] != 0) triangles += static_cast<std::int64_t>(geometry(i).triangleCount());
  context.beginStage(end, triangles);
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if (wanted[i] != 0) geometry(i).prepareTriangles(context);
}

void SceneContacts::Search::searchPairs(const ContactBodies& bodies, std::size_t begin, std::size_t end,
                                        Part& part) {
  part.pairs.clear();
  part.contacts.clear();
  part.places.clear();
  part.previous.clear();
  Worker& worker = workers_.local();
  const auto precedes = [](const PairContacts& pair, const BodyPair& key) { return pair.bodies < key; };
  auto before = std::lower_bound(state_.pairs.begin(), state_.pairs.end(), pairs_[begin], precedes);
  for (std::size_t i = begin; i < end; ++i) {
    while (before != state_.pairs.end() && before->bodies < pairs_[i]) ++before;
    const bool known = before != state_.pairs.end() && before->bodies == pairs_[i];
    PairContacts pair;
    pair.bodies = pairs_[i];
    try {
      searchPair(bodies, pair, known ? &*before : nullptr, worker, part);
    } catch (const Error& error) {
      const auto [a, b] = pair.bodies;
      throw Error(error.problem(),
                  "bodies " + std::to_string(a) + " and " + std::to_string(b) + ": " + error.where(),
                  error.remedy(), {.body = {a, b}});
    }
  }
}

void SceneContacts::Search::searchPair(const ContactBodies& bodies, PairContacts pair,
                                       const PairContacts* before, Worker& worker, Part& part) const {
  const auto bodyOf = [&](Index row) {
    const auto i = static_cast<std::size_t>(row);
    return ContactBody{&library_.geometry(bodies.shape[i]), bodies.pose[i], options_.halo};
  };
  const ContactBody a = bodyOf(pair.bodies.first);
  const ContactBody b = bodyOf(pair.bodies.second);
  pair.first = part.contacts.size();
  pair.features = before != nullptr ? before->features : worker.finder.firstFeatures(a, b);
  pair.doubts = worker.finder.find(a, b, part.contacts, pair.features);
  pair.count = part.contacts.size() - pair.first;
  part.previous.resize(part.contacts.size(), -1);
  for (std::size_t i = pair.first; i < part.contacts.size(); ++i)
    part.places.push_back({placeOn(a.pose, part.contacts[i].point), placeOn(b.pose, part.contacts[i].point)});
  part.pairs.push_back(pair);
  if (before == nullptr || before->count == 0 || pair.count == 0) return;

  const std::span<Index> match = std::span(part.previous).subspan(pair.first, pair.count);
  const auto some = [](const auto& all, const PairContacts& of) {
    return std::span(all).subspan(of.first, of.count);
  };
  worker.tracker.match({some(state_.contacts, *before), some(state_.places, *before)},
                       {some(part.contacts, pair), some(part.places, pair)}, 2 * options_.halo, match);
  for (Index& number : match)
    if (number >= 0) number += static_cast<Index>(before->first);
}

// Joins the parts in order and numbers the contacts.
void SceneContacts::Search::join(std::size_t parts) {
  next_.pairs.clear();
  next_.contacts.clear();
  next_.places.clear();
  next_.previous.clear();
  next_.ids.clear();
  next_.nextId = state_.nextId;
  for (std::size_t p = 0; p < parts; ++p) {
    for (PairContacts pair : parts_[p].pairs) {
      pair.first += next_.contacts.size();
      next_.pairs.push_back(pair);
    }
    append(next_.contacts, parts_[p].contacts);
    append(next_.places, parts_[p].places);
    append(next_.previous, parts_[p].previous);
  }
  for (const Index previous : next_.previous)
    next_.ids.push_back(previous < 0 ? next_.nextId++ : state_.ids[static_cast<std::size_t>(previous)]);
  std::swap(state_, next_);
}

SceneContacts::SceneContacts(const ContactLibrary& library, const SceneContactOptions& options) {
  requireValid(options);
  search_ = std::make_unique<Search>(library, options);
}

SceneContacts::~SceneContacts() = default;

void SceneContacts::update(const ContactBodies& bodies, Context& context, double begin) {
  search_->update(bodies, context, begin);
}

const ContactState& SceneContacts::state() const {
  return search_->state();
}

void SceneContacts::forget() {
  search_->forget();
}

void SceneContacts::restore(ContactState state) {
  search_->restore(std::move(state));
}

double usualHalo(const ContactLibrary& library, const ContactBodies& bodies) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < bodies.size(); ++i)
    least = std::min(least, bodies.pose[i].scale * library.diameter(bodies.shape[i]));
  return std::isfinite(least) ? 0.01 * least : 0;
}

void requireSmallHalo(const ContactLibrary& library, const ContactBodies& bodies, double halo, double unit) {
  constexpr double maximumRatio = 4;
  std::optional<std::size_t> smallest;
  const auto diameter = [&](std::size_t i) {
    return bodies.pose[i].scale * library.diameter(bodies.shape[i]);
  };
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (bodies.role[i] != BodyRole::Absent && !(smallest && diameter(*smallest) <= diameter(i))) smallest = i;
  if (!smallest || halo <= maximumRatio * diameter(*smallest)) return;
  const double least = unit * diameter(*smallest);
  throw Error("The halo must be at most " + roundedText(maximumRatio * least) +
                  ", 4 times the diameter of the smallest body",
              "halo " + numberText(unit * halo) + ", body " + std::to_string(*smallest) + " of diameter " +
                  roundedText(least),
              "Usual is 1 % of that diameter, " + roundedText(0.01 * least),
              {.body = {static_cast<std::int64_t>(*smallest)}});
}

}  // namespace talus
