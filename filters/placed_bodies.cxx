#include "placed_bodies.h"

#include <vtkPartitionedDataSetCollection.h>

#include <string>
#include <utility>

#include "base/error.h"
#include "contact/scene/contact_bodies.h"
#include "id_order.h"
#include "scene_data.h"

namespace talus::filters {

namespace {

constexpr std::size_t numbersPerBody = 14;  // position, rotation, scale, id

Index narrowed(std::int64_t id) {
  if (std::in_range<Index>(id)) return static_cast<Index>(id);
  throw Error("A body's id is too large for the array EnclosingBody", "body " + std::to_string(id),
              "Give ids below 2147483648", {.body = {id}});
}

void addPose(Index shape, const Pose& pose, std::vector<double>& poses) {
  poses.push_back(shape);
  poses.insert(poses.end(), pose.position.begin(), pose.position.end());
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) poses.push_back(pose.rotation(row, column));
  poses.push_back(pose.scale);
}

PlacedSurface surfaceOf(const double* from) {
  PlacedSurface surface;
  surface.shape = static_cast<Index>(*from++);
  for (int axis = 0; axis < 3; ++axis) surface.pose.position[axis] = *from++;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column) surface.pose.rotation(row, column) = *from++;
  surface.pose.scale = *from;
  return surface;
}

}  // namespace

std::vector<PlacedSurface> PlacedBodies::surfaces() const {
  std::vector<PlacedSurface> placed;
  placed.reserve(ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) placed.push_back(surfaceOf(&poses[numbersPerBody * i]));
  return placed;
}

PlacedBodies placedBodiesOf(vtkPartitionedDataSetCollection& scene) {
  const Bodies bodies = readScene(scene, ShapeReading::Names).bodies;
  const ContactBodies posed = contactBodies(bodies);
  PlacedBodies placed;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    placed.ids.push_back(narrowed(bodies.id[i]));
    addPose(posed.shape[i], posed.pose[i], placed.poses);
  }
  return placed;
}

PlacedBodies gatherBodies(const PlacedBodies& mine, const RankGroup& ranks) {
  const PlacedBodies all{ranks.gather(mine.poses), ranks.gather(mine.ids)};
  PlacedBodies ordered;
  for (const std::size_t i : rowsById(all.ids)) {
    const auto pose = all.poses.begin() + static_cast<std::ptrdiff_t>(numbersPerBody * i);
    ordered.poses.insert(ordered.poses.end(), pose, pose + numbersPerBody);
    ordered.ids.push_back(all.ids[i]);
  }
  return ordered;
}

}  // namespace talus::filters
