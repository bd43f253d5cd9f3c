#include "scene/continuation.h"

#include <algorithm>
#include <map>
#include <numbers>
#include <optional>
#include <unordered_map>

#include "base/error.h"
#include "scene/motion_plan.h"
#include "scene/time_table.h"

namespace talus {

namespace {

struct IsOver {
  double time, sinceBegin, end;
  bool operator()(const Removal& m) const { return m.time <= time; }
  bool operator()(const TranslationTable& m) const { return sinceBegin >= m.times.back() || time >= end; }
  bool operator()(const RotationTable& m) const { return sinceBegin >= m.times.back() || time >= end; }
  template <class Other>
  bool operator()(const Other&) const {
    return time >= end;
  }
};

bool isOver(const PrescribedMotion& motion, double time) {
  return std::visit(IsOver{time, time - motion.begin, motion.end}, motion.kind);
}

/// Removes the rows that are done, and gives the time in the table now as the first row.
template <class Value>
void cutTable(std::vector<double>& times, std::vector<Value>& values, double elapsed) {
  const Value now = tableAt(times, values, elapsed).value;
  const bool begun = elapsed > 0 && elapsed >= times.front();
  const auto done = begun ? std::upper_bound(times.begin(), times.end(), elapsed) - times.begin() : 0;
  times.erase(times.begin(), times.begin() + done);
  values.erase(values.begin(), values.begin() + done);
  for (double& time : times) time -= elapsed;
  if (!begun) return;
  times.insert(times.begin(), 0.0);
  values.insert(values.begin(), now);
}

/// Takes what is done after some time since its begin out of a motion.
struct CutBegin {
  double time, elapsed;
  void operator()(Removal& m) const { m.time -= time; }
  void operator()(VibrationMotion& m) const { m.phase += 2 * std::numbers::pi * m.frequency * elapsed; }
  void operator()(TranslationTable& m) const { cutTable(m.times, m.displacements, elapsed); }
  void operator()(RotationTable& m) const {
    const double now = tableAt(m.times, m.angles, elapsed).value;
    cutTable(m.times, m.angles, elapsed);
    for (double& angle : m.angles) angle -= now;
  }
  template <class Other>
  void operator()(Other&) const {}
};

/// The motion from a time on, which becomes time 0; nothing if it is over.
std::optional<PrescribedMotion> laterMotion(PrescribedMotion motion, double time) {
  if (isOver(motion, time)) return {};
  std::visit(CutBegin{time, elapsedOf(motion, time)}, motion.kind);
  if (std::holds_alternative<Removal>(motion.kind)) return motion;
  motion.begin = std::max(motion.begin - time, 0.0);
  motion.end -= time;
  return motion;
}

/// Moves the axis of a rotation as later rotations and shifts have moved it.
struct MoveAxis {
  const Quaternion& turn;
  const Vec3& place;
  template <class Turning>
  void moved(Turning& m) const {
    m.axis = turn.rotate(m.axis);
    m.centre = turn.rotate(m.centre) + place;
  }
  void operator()(RotationMotion& m) const { moved(m); }
  void operator()(RotationTable& m) const { moved(m); }
  template <class Other>
  void operator()(Other&) const {}
};

/// What is left of the motions of a body.
struct Remainder {
  std::vector<std::optional<PrescribedMotion>> motions;  ///< nothing where one is over
  Vec3 shift = Vec3::Zero();  ///< what they displace at time 0, to be taken off the position
};

/// @param numbers of the motions of a body, in the scene's order
Remainder remainderOf(const std::vector<std::size_t>& numbers, const std::vector<PrescribedMotion>& motions,
                      double time) {
  Remainder rest;
  Vec3 place = Vec3::Zero();  // the effect of later motions: x → turn x + place
  Quaternion turn;
  for (const std::size_t number : numbers) {
    rest.motions.push_back(laterMotion(motions[number], time));
    place += shiftAt(withUnitAxes(motions[number]), time).displacement;
    if (rest.motions.back()) rest.shift += shiftAt(withUnitAxes(*rest.motions.back()), 0).displacement;
  }
  place -= rest.shift;
  for (std::size_t i = numbers.size(); i-- > 0;) {
    const PrescribedMotion& motion = motions[numbers[i]];
    if (!isTurn(motion)) continue;
    if (rest.motions[i]) std::visit(MoveAxis{turn, place}, rest.motions[i]->kind);
    const MotionTurn done = turnAt(withUnitAxes(motion), time);
    const Quaternion by = rotationBy(done.angle);
    place += turn.rotate(done.centre - by.rotate(done.centre));
    turn = (turn * by).normalised();
  }
  return rest;
}

void requireEqualLengths(const RunState& state) {
  const std::size_t bodies = state.id.size();
  for (const std::size_t length :
       {state.position.size(), state.orientation.size(), state.velocity.size(), state.angularVelocity.size()})
    if (length != bodies)
      throw Error(
          "The state has " + std::to_string(length) + " values for " + std::to_string(bodies) + " bodies", "",
          "Give one for each body");
}

/// Bodies with the same motions have the same remainder.
class Continuation {
 public:
  Continuation(const Scene& scene, const RunState& state);

  Bodies bodies() const;
  std::vector<PrescribedMotion> motions() const;

 private:
  Body later(Body body, std::size_t row) const;
  /// What is left of a motion, an item for each remainder.
  std::vector<PrescribedMotion> itemsOf(std::size_t number) const;
  /// The remainder of one motion of a body; nothing if it is over.
  static const std::optional<PrescribedMotion>& leftOf(const Remainder& rest,
                                                       const std::vector<std::size_t>& numbers,
                                                       std::size_t number);

  const Scene& scene_;
  const RunState& state_;
  std::unordered_map<std::int64_t, std::size_t> rows_;                  // of the state, by id
  std::unordered_map<std::int64_t, std::vector<std::size_t>> numbers_;  // of motions, by id of bodies left
  std::map<std::vector<std::size_t>, Remainder> remainders_;
};

Continuation::Continuation(const Scene& scene, const RunState& state) : scene_(scene), state_(state) {
  for (std::size_t row = 0; row < state.id.size(); ++row) rows_.emplace(state.id[row], row);
  for (std::size_t number = 0; number < scene.motions.size(); ++number)
    for (const std::int64_t id : scene.motions[number].bodies)
      if (rows_.contains(id)) numbers_[id].push_back(number);
  for (const auto& [id, numbers] : numbers_)
    if (!remainders_.contains(numbers))
      remainders_.emplace(numbers, remainderOf(numbers, scene.motions, state.time));
}

Bodies Continuation::bodies() const {
  Bodies bodies;
  for (std::size_t i = 0; i < scene_.bodies.size(); ++i)
    if (const auto row = rows_.find(scene_.bodies.id[i]); row != rows_.end())
      bodies.add(later(scene_.bodies[i], row->second));
  return bodies;
}

Body Continuation::later(Body body, std::size_t row) const {
  body.position = state_.position[row];
  body.orientation = state_.orientation[row];
  body.velocity = state_.velocity[row];
  body.angularVelocity = state_.angularVelocity[row];
  bool moves = false;
  if (const auto numbers = numbers_.find(body.id); numbers != numbers_.end()) {
    const Remainder& rest = remainders_.at(numbers->second);
    body.position -= rest.shift;
    for (const auto& left : rest.motions)
      moves = moves || (left && !std::holds_alternative<Removal>(left->kind));
  }
  if (body.motion == Motion::Prescribed && !moves) {
    body.motion = Motion::Fixed;
    body.velocity = body.angularVelocity = Vec3::Zero();
  }
  return body;
}

const std::optional<PrescribedMotion>& Continuation::leftOf(const Remainder& rest,
                                                            const std::vector<std::size_t>& numbers,
                                                            std::size_t number) {
  const auto at = std::find(numbers.begin(), numbers.end(), number) - numbers.begin();
  return rest.motions[static_cast<std::size_t>(at)];
}

std::vector<PrescribedMotion> Continuation::itemsOf(std::size_t number) const {
  std::vector<PrescribedMotion> items;
  std::map<const Remainder*, std::size_t> known;  // number of the item
  for (const std::int64_t id : scene_.motions[number].bodies) {
    const auto numbers = numbers_.find(id);
    if (numbers == numbers_.end()) continue;
    const Remainder& rest = remainders_.at(numbers->second);
    const auto& left = leftOf(rest, numbers->second, number);
    if (!left) continue;
    const auto [item, isNew] = known.emplace(&rest, items.size());
    if (isNew) items.push_back({.bodies = {}, .kind = left->kind, .begin = left->begin, .end = left->end});
    items[item->second].bodies.push_back(id);
  }
  return items;
}

std::vector<PrescribedMotion> Continuation::motions() const {
  std::vector<PrescribedMotion> motions;
  for (std::size_t number = 0; number < scene_.motions.size(); ++number)
    for (PrescribedMotion& item : itemsOf(number)) motions.push_back(std::move(item));
  return motions;
}

}  // namespace

Scene continued(Scene scene, const RunState& state) {
  requireValid(scene);
  requireEqualLengths(state);
  const Continuation continuation(scene, state);
  Bodies bodies = continuation.bodies();
  scene.motions = continuation.motions();
  scene.bodies = std::move(bodies);
  if (state.time > 0) {
    scene.startsAtRest = false;
    if (!state.law.empty()) scene.settledLaw = state.law;
  }
  requireValid(scene);
  return scene;
}

}  // namespace talus
