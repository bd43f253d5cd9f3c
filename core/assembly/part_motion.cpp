#include "assembly/part_motion.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "assembly/pair_rules.h"
#include "scene/json_node.h"
#include "scene/time_table.h"

namespace talus {

namespace {

std::vector<double> numbersOf(const JsonNode& node) {
  std::vector<double> numbers;
  for (const JsonNode& item : node.items()) numbers.push_back(item.number());
  return numbers;
}

PartMotion motionOf(JsonObject& object) {
  PartMotion motion;
  if (const auto axis = object.find("axis")) {
    motion.axis = axis->vector();
    if (!(motion.axis.norm() > 0)) axis->fail("An axis has no length", "Give a direction, such as [0, 0, 1]");
  }
  if (const auto centre = object.find("centre")) motion.centre = centre->vector();
  const JsonNode times = object.get("times");
  motion.times = numbersOf(times);
  if (motion.times.size() < 2 ||
      !std::is_sorted(motion.times.begin(), motion.times.end(), std::less_equal<>()))
    times.fail("Times are not at least two that ascend", "Give for example [0, 1]");
  if (const auto angles = object.find("angles")) {
    motion.angles = numbersOf(*angles);
    for (double& angle : motion.angles) angle *= std::numbers::pi / 180;
    if (motion.angles.size() != motion.times.size())
      angles->fail("There is not one angle for each time", "Give as many angles as times");
  }
  if (const auto displacements = object.find("displacements")) {
    for (const JsonNode& item : displacements->items()) motion.displacements.push_back(item.vector());
    if (motion.displacements.size() != motion.times.size())
      displacements->fail("There is not one displacement for each time",
                          "Give as many displacements as times");
  }
  if (motion.angles.empty() && motion.displacements.empty())
    object.node().fail("A motion has neither angles nor displacements", "Give one of them for each time");
  object.refuseOthers();
  return motion;
}

}  // namespace

bool PartMotion::isAlike(const PartMotion& other) const {
  return times == other.times && angles == other.angles && displacements == other.displacements &&
         (angles.empty() || (axis == other.axis && centre == other.centre));
}

double PartMotion::angleAt(double time) const {
  return angles.empty() ? 0 : tableAt(times, angles, time).value;
}

Vec3 PartMotion::displacementAt(double time) const {
  return displacements.empty() ? Vec3(Vec3::Zero()) : tableAt(times, displacements, time).value;
}

Pose PartMotion::poseAt(double time) const {
  Pose pose;
  if (!angles.empty()) pose.rotation = Eigen::AngleAxisd(angleAt(time), axis.normalized()).toRotationMatrix();
  pose.position = centre - pose.rotation * centre + displacementAt(time);
  return pose;
}

double PartMotion::speedBetween(double begin, double end, double distance) const {
  double most = 0;
  const auto after =
      static_cast<std::size_t>(std::upper_bound(times.begin(), times.end(), begin) - times.begin());
  for (std::size_t row = std::max<std::size_t>(after, 1) - 1; row + 1 < times.size() && times[row] < end;
       ++row) {
    double change = 0;
    if (!angles.empty()) change += std::abs(angles[row + 1] - angles[row]) * distance;
    if (!displacements.empty()) change += (displacements[row + 1] - displacements[row]).norm();
    most = std::max(most, change / (times[row + 1] - times[row]));
  }
  return most;
}

std::vector<PartMotion> readMotions(const std::string& text, std::span<const std::string> names) {
  const std::string file = "the motions";
  const nlohmann::json document = parseJson(text, file);
  JsonObject whole(JsonNode(document, "$", file));
  std::vector<PartMotion> motions;
  std::vector<bool> moves(names.size(), false);
  for (const JsonNode& item : whole.get("motions").items()) {
    JsonObject object(item);
    const JsonNode name = object.get("part");
    const PartMotion motion = motionOf(object);
    bool any = false;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (!fitsPattern(names[i], name.text())) continue;
      if (moves[i])
        name.fail("The part '" + names[i] + "' has two motions", "Give one, with angles and displacements");
      moves[i] = any = true;
      motions.push_back(motion);
      motions.back().part = static_cast<Index>(i);
    }
    if (!any) name.fail("No part has the name '" + name.text() + "'", "Use the names that the report lists");
  }
  whole.refuseOthers();
  return motions;
}

}  // namespace talus
