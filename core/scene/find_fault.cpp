// findFault: all rules of a scene. Later rules rely on earlier ones.
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <unordered_map>

#include "base/number_text.h"
#include "base/short_text.h"
#include "scene/scene.h"

namespace talus {

namespace {

/// A fault of one item.
struct Fault {
  std::string field, problem, remedy;
};
using MaybeFault = std::optional<Fault>;

/// A number of an item, and its allowed range.
struct Quantity {
  const char* field;
  const char* name;
  double value;
  double low;
  bool lowIncluded = true;
  double high = HUGE_VAL;
};

std::string range(const Quantity& q) {
  const std::string low = (q.lowIncluded ? "of at least " : "above ") + numberText(q.low);
  return "Give a finite number " + low + (q.high < HUGE_VAL ? " and at most " + numberText(q.high) : "");
}

MaybeFault faultOf(std::initializer_list<Quantity> quantities) {
  for (const Quantity& q : quantities) {
    const bool above = q.lowIncluded ? q.value >= q.low : q.value > q.low;
    if (!above || q.value > q.high || !std::isfinite(q.value))
      return Fault{q.field, std::string("The ") + q.name + " is " + numberText(q.value), range(q)};
  }
  return {};
}

MaybeFault notFinite(const char* field, const char* name, const Vec3& vector) {
  if (vector.allFinite()) return {};
  return Fault{field, std::string("The ") + name + " is not finite", "Give three finite numbers"};
}

MaybeFault noDirection(const char* field, const char* name, const Vec3& vector) {
  if (auto fault = notFinite(field, name, vector)) return fault;
  if (vector.cwiseAbs().maxCoeff() > 0) return {};
  return Fault{field, std::string("The ") + name + " has no length", "Give a vector other than 0 0 0"};
}

MaybeFault firstOf(std::initializer_list<MaybeFault> faults) {
  for (const MaybeFault& fault : faults)
    if (fault) return fault;
  return {};
}

MaybeFault faultOf(const ContactParameters& c) {
  return faultOf({{"contact.restitution", "restitution", c.restitution, 0, true, 1},
                  {"contact.friction", "friction", c.friction, 0},
                  {"contact.rollingResistance", "rolling resistance", c.rollingResistance, 0},
                  {"contact.cohesion", "cohesion", c.cohesion, 0},
                  {"contact.stiffness", "stiffness", c.stiffness, 0}});
}

MaybeFault faultOf(const Material& m) {
  if (m.name.empty()) return Fault{"name", "The material has no name", "Give it one"};
  return firstOf({faultOf({{"density", "density", m.density, 0, false},
                           {"young", "Young's modulus", m.young, 0, false},
                           {"poisson", "Poisson's ratio", m.poisson, -1, false, 0.5}}),
                  faultOf(m.contact)});
}

MaybeFault faultOf(const BodyShape& shape) {
  if (isShapeName(shape.name)) return {};
  return Fault{"name", std::string("'") + shortened(shape.name) + "' cannot name a shape",
               "Use letters, digits, '_', '-' and '.', and begin with a letter"};
}

MaybeFault outside(const char* field, const char* name, Index number, std::size_t count) {
  if (number >= 0 && static_cast<std::size_t>(number) < count) return {};
  return Fault{field,
               "There is no " + std::string(name) + " number " + std::to_string(number) + " among " +
                   std::to_string(count),
               "Numbers begin with 0"};
}

MaybeFault faultOf(const MaterialPair& pair, const Scene& scene) {
  const std::size_t materials = scene.materials.size();
  if (pair.first == pair.second)
    return Fault{"between", "A pair names one material twice", "Set the contact of the material itself"};
  return firstOf({outside("between", "material", pair.first, materials),
                  outside("between", "material", pair.second, materials), faultOf(pair.contact)});
}

MaybeFault faultOf(const Quaternion& q) {
  const double norm = std::sqrt(q.squaredNorm());
  if (q.isUnit()) return {};
  return Fault{"orientation",
               std::isfinite(norm) ? "The quaternion has the norm " + numberText(norm)
                                   : std::string("The quaternion is not finite"),
               "Give w x y z with norm 1; 1 0 0 0 turns nothing"};
}

MaybeFault faultOf(const Body& body, const Scene& scene) {
  if (auto fault = firstOf(
          {outside("shape", "shape", body.shape, scene.shapes.size()),
           outside("material", "material", body.material, scene.materials.size()),
           notFinite("position", "position", body.position), faultOf(body.orientation),
           notFinite("velocity", "velocity", body.velocity),
           notFinite("angularVelocity", "angular velocity", body.angularVelocity),
           faultOf({{"scale", "scale", body.scale, 0, false}, {"mass", "mass", body.mass, 0, false}})}))
    return fault;
  if (body.motion >= Motion::Dynamic && body.motion <= Motion::Prescribed) return {};
  return Fault{"motion", "There is no motion " + std::to_string(static_cast<int>(body.motion)),
               "0 is dynamic, 1 fixed, 2 prescribed"};
}

std::string rowOf(const char* list, std::size_t row) {
  return std::string(list) + "[" + std::to_string(row) + "]";
}

MaybeFault faultOfTimes(const std::vector<double>& times) {
  if (times.size() < 2)
    return Fault{"times", "The table has " + std::to_string(times.size()) + " rows", "Give at least two"};
  for (std::size_t row = 0; row < times.size(); ++row) {
    if (!(times[row] >= 0 && std::isfinite(times[row])))
      return Fault{rowOf("times", row), "The time is " + numberText(times[row]),
                   "Give a finite number of at least 0"};
    if (row > 0 && !(times[row] > times[row - 1]))
      return Fault{
          rowOf("times", row),
          "The time " + numberText(times[row]) + " does not come after " + numberText(times[row - 1]),
          "Sort the rows by time, and give each time once"};
  }
  return {};
}

MaybeFault otherLength(const char* list, std::size_t count, const std::vector<double>& times) {
  if (count == times.size()) return {};
  return Fault{list,
               "The table has " + std::to_string(count) + " " + list + " for " +
                   std::to_string(times.size()) + " times",
               "Give one for each time"};
}

template <class Value, class IsFinite>
MaybeFault notFiniteRow(const char* list, const char* name, const std::vector<Value>& values,
                        const IsFinite& isFinite) {
  for (std::size_t row = 0; row < values.size(); ++row)
    if (!isFinite(values[row]))
      return Fault{rowOf(list, row), std::string("The ") + name + " is not finite", "Give finite numbers"};
  return {};
}

struct MotionFault {
  MaybeFault operator()(const RotationMotion& m) const {
    return firstOf({noDirection("axis", "axis", m.axis), notFinite("centre", "centre", m.centre),
                    faultOf({{"angularSpeed", "angular speed", m.angularSpeed, -HUGE_VAL}})});
  }
  MaybeFault operator()(const VibrationMotion& m) const {
    return firstOf({noDirection("direction", "direction", m.direction),
                    faultOf({{"amplitude", "amplitude", m.amplitude, 0},
                             {"frequency", "frequency", m.frequency, 0},
                             {"phase", "phase", m.phase, -HUGE_VAL}})});
  }
  MaybeFault operator()(const TranslationMotion& m) const {
    return notFinite("velocity", "velocity", m.velocity);
  }
  MaybeFault operator()(const Removal& m) const { return faultOf({{"time", "time", m.time, 0}}); }
  MaybeFault operator()(const TranslationTable& m) const {
    return firstOf({faultOfTimes(m.times), otherLength("displacements", m.displacements.size(), m.times),
                    notFiniteRow("displacements", "displacement", m.displacements,
                                 [](const Vec3& v) { return v.allFinite(); })});
  }
  MaybeFault operator()(const RotationTable& m) const {
    return firstOf({noDirection("axis", "axis", m.axis), notFinite("centre", "centre", m.centre),
                    faultOfTimes(m.times), otherLength("angles", m.angles.size(), m.times),
                    notFiniteRow("angles", "angle", m.angles, [](double a) { return std::isfinite(a); })});
  }
};

/// The begin and the end of a motion. A removal does not use them.
MaybeFault faultOfSpan(const PrescribedMotion& motion) {
  if (auto fault = faultOf({{"begin", "begin", motion.begin, 0}})) return fault;
  if (motion.end > motion.begin) return {};
  return Fault{
      "end",
      "The motion ends at " + numberText(motion.end) + " s and begins at " + numberText(motion.begin) + " s",
      "Give an end after the begin, or none"};
}

/// Applies a rule to each item of a list.
template <class List, class Rule>
std::optional<SceneFault> inList(const char* name, const List& list, Rule rule) {
  for (std::size_t i = 0; i < list.size(); ++i)
    if (const MaybeFault fault = rule(list[i]))
      return SceneFault{name, i, fault->field, fault->problem, fault->remedy};
  return {};
}

/// A rule: no two items have the same key.
template <class Key, class KeyOf>
auto unique(const char* field, const char* problem, KeyOf keyOf) {
  return [seen = std::set<Key>(), field, problem, keyOf](const auto& item) mutable -> MaybeFault {
    if (seen.insert(keyOf(item)).second) return {};
    return Fault{field, problem, "Give each its own"};
  };
}

/// Row of each id.
using Rows = std::unordered_map<std::int64_t, std::size_t>;

std::optional<SceneFault> repeatedId(const Bodies& bodies, Rows& rows) {
  rows.reserve(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const auto [earlier, isNew] = rows.emplace(bodies.id[i], i);
    if (!isNew)
      return SceneFault{"bodies", i, "id",
                        "Body " + std::to_string(i) + " has the id " + std::to_string(bodies.id[i]) +
                            ", as body " + std::to_string(earlier->second) + " has",
                        "Give each body its own"};
  }
  return {};
}

/// The fault of a motion with ids of bodies that it cannot move. Marks the rows of bodies that it moves.
MaybeFault wrongBody(const PrescribedMotion& motion, const Scene& scene, const Rows& rows,
                     std::vector<char>& moved) {
  if (motion.bodies.empty()) return Fault{"bodies", "The motion moves no body", "Name at least one"};
  std::set<std::int64_t> named;
  for (const std::int64_t id : motion.bodies) {
    const auto row = rows.find(id);
    if (row == rows.end())
      return Fault{"bodies", "There is no body " + std::to_string(id), "Name bodies by their ids"};
    if (!named.insert(id).second)
      return Fault{"bodies", "Body " + std::to_string(id) + " is named twice", "Name each body once"};
    if (!motion.moves()) continue;
    if (scene.bodies.motion[row->second] != Motion::Prescribed)
      return Fault{"bodies",
                   "Body " + std::to_string(id) + " is not prescribed, so that no motion can move it",
                   "Set its motion to prescribed"};
    moved[row->second] = 1;
  }
  return {};
}

std::optional<SceneFault> unmoved(const Bodies& bodies, const std::vector<char>& moved) {
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (bodies.motion[i] == Motion::Prescribed && !moved[i])
      return SceneFault{"bodies", i, "motion",
                        "Body " + std::to_string(bodies.id[i]) + " is prescribed, but no motion names it",
                        "Name it in a motion, or make it fixed"};
  return {};
}

std::optional<SceneFault> faultOfMotions(const Scene& scene) {
  Rows rows;
  if (auto fault = repeatedId(scene.bodies, rows)) return fault;
  std::vector<char> moved(scene.bodies.size(), 0);
  if (auto fault = inList("motions", scene.motions, [&](const PrescribedMotion& motion) {
        return firstOf({std::visit(MotionFault{}, motion.kind), faultOfSpan(motion),
                        wrongBody(motion, scene, rows, moved)});
      }))
    return fault;
  return unmoved(scene.bodies, moved);
}

std::optional<SceneFault> faultOfMaterials(const Scene& scene) {
  if (auto fault = inList("materials", scene.materials, [](const Material& m) { return faultOf(m); }))
    return fault;
  if (auto fault = inList("materials", scene.materials,
                          unique<std::string>("name", "Two materials have the same name",
                                              [](const Material& m) { return m.name; })))
    return fault;
  if (auto fault = inList("pairs", scene.pairs, [&](const MaterialPair& p) { return faultOf(p, scene); }))
    return fault;
  return inList("pairs", scene.pairs,
                unique<std::pair<Index, Index>>(
                    "between", "The same two materials are paired twice", [](const MaterialPair& p) {
                      return std::pair(std::min(p.first, p.second), std::max(p.first, p.second));
                    }));
}

std::optional<SceneFault> faultOfShapes(const Scene& scene) {
  if (auto fault = inList("shapes", scene.shapes, [](const BodyShape& s) { return faultOf(s); }))
    return fault;
  return inList("shapes", scene.shapes,
                unique<std::string>("name", "Two shapes have the same name",
                                    [](const BodyShape& s) { return s.name; }));
}

std::optional<SceneFault> faultOfWorld(const Scene& scene) {
  const auto fault =
      firstOf({notFinite("gravity", "gravity", scene.gravity), faultOf({{"halo", "halo", scene.halo, 0}})});
  if (!fault) return {};
  return SceneFault{"", 0, fault->field, fault->problem, fault->remedy};
}

std::optional<SceneFault> faultOfBodies(const Scene& scene) {
  return inList("bodies", scene.bodies, [&](const Body& body) { return faultOf(body, scene); });
}

}  // namespace

std::optional<SceneFault> findFault(const Scene& scene) {
  for (const auto rule : {faultOfWorld, faultOfMaterials, faultOfShapes, faultOfBodies, faultOfMotions})
    if (auto fault = rule(scene)) return fault;
  return {};
}

}  // namespace talus
