#include "placement_points.h"

#include <vtkDataArray.h>
#include <vtkDataSet.h>
#include <vtkPointData.h>
#include <vtkUnsignedCharArray.h>

#include <cstring>

#include "base/error.h"
#include "dataset_points.h"
#include "surface_blocks.h"

namespace talus::filters {

namespace {

bool isNone(const std::string& name) {
  return name.empty() || name == "None";
}

vtkDataArray& requireArray(vtkDataSet& data, const std::string& name, int components) {
  vtkDataArray* array = data.GetPointData()->GetArray(name.c_str());
  if (!array)
    throw Error("The points have no array '" + name + "'", "", "Choose one of their point arrays, or None");
  if (array->GetNumberOfComponents() != components)
    throw Error(
        "The array '" + name + "' has " + std::to_string(array->GetNumberOfComponents()) + " components", "",
        "Choose one with " + std::to_string(components));
  return *array;
}

// The points that do not belong to another rank.
std::vector<vtkIdType> ownPoints(vtkDataSet& data) {
  vtkUnsignedCharArray* ghosts = data.GetPointGhostArray();
  std::vector<vtkIdType> own;
  for (vtkIdType i = 0; i < data.GetNumberOfPoints(); ++i)
    if (!ghosts || ghosts->GetValue(i) == 0) own.push_back(i);
  return own;
}

void appendPositions(vtkDataSet& data, const std::vector<vtkIdType>& own, std::vector<Vec3>& positions) {
  const std::unique_ptr<PointSource> all = pointsOf(data);
  Vec3 room;
  for (const vtkIdType i : own)
    positions.push_back(all->read(static_cast<std::size_t>(i), std::span(&room, 1)).front());
}

// Appends a tuple for each own point, made by `convert` from its components.
template <class Value, class Convert>
void append(vtkDataSet& data, const std::vector<vtkIdType>& own, const std::string& name, int components,
            std::vector<Value>& values, const Convert& convert) {
  if (isNone(name)) return;
  vtkDataArray& array = requireArray(data, name, components);
  double tuple[4];
  for (const vtkIdType i : own) {
    array.GetTuple(i, tuple);
    values.push_back(convert(tuple));
  }
}

// The values of all ranks; a value consists of doubles only.
template <class Value>
std::vector<Value> gathered(const std::vector<Value>& mine, const RankGroup& ranks) {
  static_assert(sizeof(Value) % sizeof(double) == 0);
  std::vector<double> own(mine.size() * sizeof(Value) / sizeof(double));
  const auto* bytes = static_cast<const void*>(mine.data());
  if (!mine.empty()) std::memcpy(own.data(), bytes, mine.size() * sizeof(Value));
  const std::vector<double> every = ranks.gather(own);
  std::vector<Value> all(every.size() * sizeof(double) / sizeof(Value));
  if (!all.empty()) std::memcpy(static_cast<void*>(all.data()), every.data(), every.size() * sizeof(double));
  return all;
}

}  // namespace

PlacementPoints placementPointsOf(vtkDataObject* cloud, const PlacementArrays& names) {
  if (!cloud) throw Error("There are no points to put bodies at", "", "Choose a point cloud as Points");
  PlacementPoints points;
  for (const SurfaceBlock& block : surfaceBlocks(cloud)) {
    vtkDataSet& data = *block.data;
    if (data.GetNumberOfPoints() == 0) continue;  // ranks without points have no arrays
    const std::vector<vtkIdType> own = ownPoints(data);
    appendPositions(data, own, points.position);
    append(data, own, names.orientation, 4, points.orientation, [](const double* t) {
      return Quaternion{t[0], t[1], t[2], t[3]};
    });
    append(data, own, names.size, 1, points.size, [](const double* t) { return t[0]; });
    append(data, own, names.velocity, 3, points.velocity,
           [](const double* t) { return Vec3(t[0], t[1], t[2]); });
  }
  return points;
}

PlacementPoints gatherPoints(const PlacementPoints& mine, const RankGroup& ranks) {
  return {gathered(mine.position, ranks), gathered(mine.orientation, ranks), gathered(mine.size, ranks),
          gathered(mine.velocity, ranks)};
}

}  // namespace talus::filters
