// findFault: all rules of a scene. Later rules rely on earlier ones.
#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>
#include <unordered_map>

#include "base/number_text.h"
#include "base/short_text.h"
#include "scene/scene.h"

namespace talus {

namespace {

using Fault = SceneFault;
using MaybeFault = std::optional<Fault>;

std::string rangeOf(const ItemField& field) {
  std::string range;
  if (field.low > -HUGE_VAL)
    range += (field.lowIncluded ? " of at least " : " above ") + numberText(field.low);
  if (field.high < HUGE_VAL)
    range += (range.empty() ? " of at most " : " and at most ") + numberText(field.high);
  return (field.mayBeInfinite ? "Give a number" : "Give a finite number") + range;
}

bool isWithin(const ItemField& field, double value) {
  const bool above = field.lowIncluded ? value >= field.low : value > field.low;
  return above && value <= field.high && (field.mayBeInfinite || std::isfinite(value));
}

std::string named(const ItemField& field) {
  return std::string("The ") + field.title;
}

bool isLimited(const ItemField& field) {
  return field.low > -HUGE_VAL || field.high < HUGE_VAL;
}

std::string rowOf(const char* list, std::size_t row) {
  return std::string(list) + "[" + std::to_string(row) + "]";
}

/// The first field of an item whose value is not as its table says.
class FieldRules {
 public:
  explicit FieldRules(const Scene& scene) : scene_(scene) {}

  template <class Item>
  MaybeFault fault(const Item& item) const {
    MaybeFault found;
    ItemFields<Item>::visit([&](const ItemField& field, auto member) {
      if (!found) found = fault(field, item.*member);
      if (found && found->problem.empty())
        found->problem = std::string("The ") + ItemFields<Item>::itemName + " has no " + field.title;
    });
    return found;
  }

 private:
  template <class Other>
  static MaybeFault fault(const ItemField&, const Other&) {
    return {};
  }

  static MaybeFault fault(const ItemField& field, const std::string& text) {
    if (!field.isRequired || !text.empty()) return {};
    return Fault{field.name, "", "Give it one"};
  }

  static MaybeFault fault(const ItemField& field, double value) {
    if (isWithin(field, value)) return {};
    return Fault{field.name, named(field) + " is " + numberText(value), rangeOf(field)};
  }

  static MaybeFault fault(const ItemField& field, const Vec3& vector) {
    if (!vector.allFinite())
      return Fault{field.name, named(field) + " is not finite", "Give three finite numbers"};
    if (!field.isDirection || vector.cwiseAbs().maxCoeff() > 0) return {};
    return Fault{field.name, named(field) + " has no length", "Give a vector other than 0 0 0"};
  }

  static MaybeFault fault(const ItemField& field, const Quaternion& q) {
    const double norm = std::sqrt(q.squaredNorm());
    if (q.isUnit()) return {};
    return Fault{field.name,
                 std::isfinite(norm) ? "The quaternion has the norm " + numberText(norm)
                                     : std::string("The quaternion is not finite"),
                 "Give w x y z with norm 1; 1 0 0 0 turns nothing"};
  }

  MaybeFault fault(const ItemField& field, Index number) const {
    const bool isShape = std::string_view(field.of) == ItemFields<Body>::shape.of;
    const std::size_t count = isShape ? scene_.shapes.size() : scene_.materials.size();
    if (number >= 0 && static_cast<std::size_t>(number) < count) return {};
    return Fault{field.name,
                 std::string("There is no ") + field.of + " number " + std::to_string(number) + " among " +
                     std::to_string(count),
                 "Numbers begin with 0"};
  }

  MaybeFault fault(const ItemField& field, const std::array<Index, 2>& numbers) const {
    if (auto first = fault(field, numbers[0])) return first;
    return fault(field, numbers[1]);
  }

  static MaybeFault fault(const ItemField& field, const std::vector<double>& values) {
    for (std::size_t row = 0; row < values.size(); ++row) {
      if (isWithin(field, values[row])) continue;
      Fault found = *fault(field, values[row]);
      found.field = rowOf(field.name, row);
      return isLimited(field) ? found : notFinite(field, row);
    }
    return {};
  }

  static MaybeFault fault(const ItemField& field, const std::vector<Vec3>& values) {
    for (std::size_t row = 0; row < values.size(); ++row)
      if (!values[row].allFinite()) return notFinite(field, row);
    return {};
  }

  static Fault notFinite(const ItemField& field, std::size_t row) {
    return {rowOf(field.name, row), named(field) + " is not finite", "Give finite numbers"};
  }

  MaybeFault fault(const ItemField&, const MotionKind& kind) const {
    return std::visit([&](const auto& motion) { return fault(motion); }, kind);
  }

  static MaybeFault fault(const ItemField& field, Motion motion) {
    const auto number = static_cast<std::int64_t>(motion);
    if (number >= 0 && number < static_cast<std::int64_t>(field.words.size())) return {};
    std::string words;
    for (std::size_t i = 0; i < field.words.size(); ++i)
      words += (i > 0 ? ", " : "") + std::to_string(i) + (i > 0 ? " " : " is ") + field.words[i];
    return Fault{field.name, std::string("There is no ") + field.title + " " + std::to_string(number), words};
  }

  MaybeFault fault(const ItemField& field, const ContactParameters& contact) const {
    auto found = fault(contact);
    if (found) found->field = std::string(field.name) + "." + found->field;
    return found;
  }

  const Scene& scene_;
};

MaybeFault firstOf(std::initializer_list<MaybeFault> faults) {
  for (const MaybeFault& fault : faults)
    if (fault) return fault;
  return {};
}

MaybeFault unnamedShape(const BodyShape& shape) {
  if (isShapeName(shape.name)) return {};
  return Fault{"name", std::string("'") + shortened(shape.name) + "' cannot name a shape",
               "Use letters, digits, '_', '-' and '.', and begin with a letter"};
}

MaybeFault sameTwice(const MaterialPair& pair) {
  if (pair.between[0] != pair.between[1]) return {};
  return Fault{"between", "A pair names one material twice", "Set the contact of the material itself"};
}

MaybeFault faultOfTimes(const std::vector<double>& times) {
  if (times.size() < 2)
    return Fault{"times", "The table has " + std::to_string(times.size()) + " rows", "Give at least two"};
  for (std::size_t row = 1; row < times.size(); ++row)
    if (!(times[row] > times[row - 1]))
      return Fault{
          rowOf("times", row),
          "The time " + numberText(times[row]) + " does not come after " + numberText(times[row - 1]),
          "Sort the rows by time, and give each time once"};
  return {};
}

MaybeFault otherLength(const char* list, std::size_t count, const std::vector<double>& times) {
  if (count == times.size()) return {};
  return Fault{list,
               "The table has " + std::to_string(count) + " " + list + " for " +
                   std::to_string(times.size()) + " times",
               "Give one for each time"};
}

/// The rows of a motion's table.
struct TableFault {
  MaybeFault operator()(const TranslationTable& m) const {
    return firstOf({faultOfTimes(m.times), otherLength("displacements", m.displacements.size(), m.times)});
  }
  MaybeFault operator()(const RotationTable& m) const {
    return firstOf({faultOfTimes(m.times), otherLength("angles", m.angles.size(), m.times)});
  }
  template <class Other>
  MaybeFault operator()(const Other&) const {
    return {};
  }
};

/// A removal does not use its begin and its end.
MaybeFault endsEarly(const PrescribedMotion& motion) {
  if (motion.end > motion.begin) return {};
  return Fault{
      "end",
      "The motion ends at " + numberText(motion.end) + " s and begins at " + numberText(motion.begin) + " s",
      "Give an end after the begin, or none"};
}

/// Applies a rule to each item of a list.
template <class List, class Rule>
MaybeFault inList(const char* name, const List& list, Rule rule) {
  for (std::size_t i = 0; i < list.size(); ++i)
    if (MaybeFault fault = rule(list[i])) {
      fault->list = name;
      fault->index = i;
      return fault;
    }
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

MaybeFault repeatedId(const Bodies& bodies, Rows& rows) {
  rows.reserve(bodies.size());
  return inList("bodies", bodies.id, [&, i = std::size_t{0}](std::int64_t id) mutable -> MaybeFault {
    const auto [earlier, isNew] = rows.emplace(id, i++);
    if (isNew) return {};
    return Fault{"id",
                 "Body " + std::to_string(i - 1) + " has the id " + std::to_string(id) + ", as body " +
                     std::to_string(earlier->second) + " has",
                 "Give each body its own"};
  });
}

/// The fault of a motion with ids of bodies that it cannot move. Marks the rows of bodies that it moves.
MaybeFault wrongBody(const PrescribedMotion& motion, const Scene& scene, const Rows& rows,
                     std::vector<char>& moved) {
  if (motion.bodies.empty()) return Fault{"bodies", "The motion moves no body", "Name at least one"};
  std::set<std::int64_t> named;
  for (const std::int64_t id : motion.bodies) {
    const ErrorSubject subject{.body = {id}};
    const auto row = rows.find(id);
    if (row == rows.end())
      return Fault{"bodies", "There is no body " + std::to_string(id), "Name bodies by their ids", subject};
    if (!named.insert(id).second)
      return Fault{"bodies", "Body " + std::to_string(id) + " is named twice", "Name each body once",
                   subject};
    if (std::holds_alternative<Removal>(motion.kind)) continue;
    if (scene.bodies.motion[row->second] != Motion::Prescribed)
      return Fault{"bodies",
                   "Body " + std::to_string(id) + " is not prescribed, so that no motion can move it",
                   "Set its motion to prescribed", subject};
    moved[row->second] = 1;
  }
  return {};
}

MaybeFault unmoved(const Bodies& bodies, const std::vector<char>& moved) {
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (bodies.motion[i] == Motion::Prescribed && !moved[i])
      return Fault{
          .field = "motion",
          .problem = "Body " + std::to_string(bodies.id[i]) + " is prescribed, but no motion names it",
          .remedy = "Name it in a motion, or make it fixed",
          .list = "bodies",
          .index = i};
  return {};
}

MaybeFault faultOfMotions(const Scene& scene) {
  Rows rows;
  if (auto fault = repeatedId(scene.bodies, rows)) return fault;
  std::vector<char> moved(scene.bodies.size(), 0);
  if (auto fault = inList("motions", scene.motions, [&](const PrescribedMotion& motion) {
        return firstOf({FieldRules(scene).fault(motion), std::visit(TableFault{}, motion.kind),
                        endsEarly(motion), wrongBody(motion, scene, rows, moved)});
      }))
    return fault;
  return unmoved(scene.bodies, moved);
}

MaybeFault faultOfMaterials(const Scene& scene) {
  const FieldRules rules(scene);
  if (auto fault = inList("materials", scene.materials, [&](const Material& m) { return rules.fault(m); }))
    return fault;
  if (auto fault = inList("materials", scene.materials,
                          unique<std::string>("name", "Two materials have the same name",
                                              [](const Material& m) { return m.name; })))
    return fault;
  if (auto fault = inList("pairs", scene.pairs, [&](const MaterialPair& p) {
        return firstOf({sameTwice(p), rules.fault(p)});
      }))
    return fault;
  return inList("pairs", scene.pairs,
                unique<std::pair<Index, Index>>("between", "The same two materials are paired twice",
                                                [](const MaterialPair& p) {
                                                  return std::minmax({p.between[0], p.between[1]});
                                                }));
}

MaybeFault faultOfShapes(const Scene& scene) {
  if (auto fault = inList("shapes", scene.shapes, unnamedShape)) return fault;
  return inList("shapes", scene.shapes,
                unique<std::string>("name", "Two shapes have the same name",
                                    [](const BodyShape& s) { return s.name; }));
}

/// Of a fault at an item: the body or the shape.
ErrorSubject subjectOf(const Fault& fault, const Scene& scene) {
  if (fault.list == "bodies") return {.body = {scene.bodies.id[fault.index]}};
  if (fault.list != "shapes") return fault.subject;
  const std::string& name = scene.shapes[fault.index].name;
  return {.surface = name.empty() ? std::to_string(fault.index) : name};
}

MaybeFault faultOfWorld(const Scene& scene) {
  return FieldRules(scene).fault(scene);
}

MaybeFault faultOfBodies(const Scene& scene) {
  return inList("bodies", scene.bodies, [&](const Body& body) { return FieldRules(scene).fault(body); });
}

}  // namespace

std::optional<SceneFault> findFault(const Scene& scene) {
  for (const auto rule : {faultOfWorld, faultOfMaterials, faultOfShapes, faultOfBodies, faultOfMotions})
    if (auto fault = rule(scene)) {
      fault->subject = subjectOf(*fault, scene);
      return fault;
    }
  return {};
}

}  // namespace talus
