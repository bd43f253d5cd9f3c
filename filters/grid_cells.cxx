#include "grid_cells.h"

#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkCellType.h>
#include <vtkDataArray.h>
#include <vtkDataSetAttributes.h>
#include <vtkPointData.h>
#include <vtkPointSet.h>
#include <vtkUnsignedCharArray.h>
#include <vtkUnstructuredGrid.h>
#include <vtkVersion.h>

#include <algorithm>
#include <limits>
#include <map>
#include <string>

#include "base/error.h"
#include "cell_types.h"
#include "geometry/convex/convex_hull.h"
#include "geometry/mesh/point_merge.h"

namespace talus::filters {

namespace {

constexpr const char* ordersName = "HigherOrderDegrees";
constexpr const char* weightsName = "RationalWeights";

[[noreturn]] void refuse(vtkIdType cell, const std::string& problem) {
  throw Error("The surface has a broken cell", "cell " + std::to_string(cell) + " " + problem,
              "Export the grid again");
}

[[noreturn]] void refuseGrid(const std::string& problem) {
  throw Error("The surface is a broken grid", problem, "Export the grid again");
}

// An array of numbers for cells or points by its name; null if there is none.
vtkDataArray* arrayOf(vtkDataSetAttributes& data, const char* name, int components, vtkIdType count) {
  vtkDataArray* array = data.GetArray(name);
  if (array && (array->GetNumberOfComponents() != components || array->GetNumberOfTuples() != count))
    refuseGrid(std::string("its array '") + name + "' has " + std::to_string(array->GetNumberOfTuples()) +
               " x " + std::to_string(array->GetNumberOfComponents()) + " values, not " +
               std::to_string(count) + " x " + std::to_string(components));
  return array;
}

vtkIdType countTypes(vtkUnstructuredGrid& grid) {
#if VTK_VERSION_NUMBER < VTK_VERSION_CHECK(9, 5, 20250000)
  vtkDataArray* types = grid.GetCellTypesArray();
#else
  vtkDataArray* types = grid.GetCellTypes();
#endif
  return types ? types->GetNumberOfTuples() : 0;
}

// Polyhedra: how many faces, then for each its number of points and their ids.
std::vector<vtkIdType> faceStream(vtkUnstructuredGrid& grid, vtkIdType cell) {
#if VTK_VERSION_NUMBER < VTK_VERSION_CHECK(9, 3, 20240000)
  vtkIdTypeArray *faces = grid.GetFaces(), *places = grid.GetFaceLocations();
  const vtkIdType begin = faces && places && cell < places->GetNumberOfValues() ? places->GetValue(cell) : -1;
  if (begin < 0 || begin >= faces->GetNumberOfValues()) refuse(cell, "is a polyhedron without faces");
  return {faces->GetPointer(begin), faces->GetPointer(0) + faces->GetNumberOfValues()};
#else
  vtkCellArray *faces = grid.GetPolyhedronFaces(), *ofCells = grid.GetPolyhedronFaceLocations();
  if (!faces || !ofCells || cell >= ofCells->GetNumberOfCells())
    refuse(cell, "is a polyhedron without faces");
  vtkNew<vtkIdList> numbers, corners;
  ofCells->GetCellAtId(cell, numbers);
  std::vector<vtkIdType> stream{numbers->GetNumberOfIds()};
  for (const vtkIdType face : *numbers) {
    if (face < 0 || face >= faces->GetNumberOfCells())
      refuse(cell, "is a polyhedron whose faces end too early");
    faces->GetCellAtId(face, corners);
    stream.push_back(corners->GetNumberOfIds());
    stream.insert(stream.end(), corners->begin(), corners->end());
  }
  return stream;
#endif
}

}  // namespace

void FaceList::clear() {
  corners_.clear();
  ends_.clear();
}

void FaceList::add(std::span<const vtkIdType> corners) {
  corners_.insert(corners_.end(), corners.begin(), corners.end());
  ends_.push_back(corners_.size());
}

std::span<const vtkIdType> FaceList::operator[](std::size_t face) const {
  const std::size_t begin = face == 0 ? 0 : ends_[face - 1];
  return std::span(corners_).subspan(begin, ends_[face] - begin);
}

GridCells::GridCells(vtkPointSet& grid) : grid_(vtk::TakeSmartPointer(grid.NewInstance())) {
  grid_->ShallowCopy(&grid);
  ghosts_ = grid_->GetCellGhostArray();
  requireConsistent();
  for (vtkIdType cell = 0; cell < count(); ++cell) {
    requireValid(cell);
    hasVolumes_ |= dimension(cell) == 3;
  }
  if (hasVolumes_) mergePoints();
}

vtkIdType GridCells::count() const {
  return grid_->GetNumberOfCells();
}

int GridCells::type(vtkIdType cell) const {
  return grid_->GetCellType(cell);
}

int GridCells::dimension(vtkIdType cell) const {
  if (ghosts_ && (ghosts_->GetValue(cell) & vtkDataSetAttributes::HIDDENCELL)) return 0;
  return dimensionOf(type(cell));
}

vtkCell& GridCells::object(vtkIdType cell) {
  grid_->GetCell(cell, object_);
  return *object_->GetRepresentativeCell();
}

std::span<const vtkIdType> GridCells::points(vtkIdType cell) {
  grid_->GetCellPoints(cell, ids_);
  return {ids_->GetPointer(0), static_cast<std::size_t>(ids_->GetNumberOfIds())};
}

vtkIdType GridCells::same(vtkIdType point) const {
  return same_.empty() ? point : same_[static_cast<std::size_t>(point)];
}

namespace {

// Whether offsets ascend within the connectivity. VTK calls an array invalid that has corners beyond the last
// offset, too, as vtkRemoveGhosts leaves them.
bool offsetsFit(vtkCellArray& cells) {
  vtkDataArray* offsets = cells.GetOffsetsArray();
  const auto end = static_cast<double>(cells.GetConnectivityArray()->GetNumberOfTuples());
  double before = 0;
  for (vtkIdType i = 0; i < offsets->GetNumberOfTuples(); ++i) {
    const double offset = offsets->GetComponent(i, 0);
    if (!(before <= offset && offset <= end)) return false;
    before = offset;
  }
  return true;
}

bool facesFit([[maybe_unused]] vtkUnstructuredGrid& grid) {
#if VTK_VERSION_NUMBER < VTK_VERSION_CHECK(9, 3, 20240000)
  return true;  // one list, which is looked at cell by cell
#else
  for (vtkCellArray* cells : {grid.GetPolyhedronFaces(), grid.GetPolyhedronFaceLocations()})
    if (cells && !offsetsFit(*cells)) return false;
  return true;
#endif
}

}  // namespace

// What VTK reads without looking.
void GridCells::requireConsistent() {
  if (auto* cells = vtkUnstructuredGrid::SafeDownCast(grid_); cells && cells->GetCells()) {
    const vtkIdType count = countTypes(*cells);
    if (count != cells->GetCells()->GetNumberOfCells())
      refuseGrid(std::to_string(cells->GetCells()->GetNumberOfCells()) + " cells have " +
                 std::to_string(count) + " types");
    if (!cells->GetCells()->IsValid() && !offsetsFit(*cells->GetCells()))
      refuseGrid("the offsets of its cells leave their array");
    if (!facesFit(*cells)) refuseGrid("the offsets of its polyhedra's faces leave their array");
  }
  if (ghosts_ && ghosts_->GetNumberOfValues() != count())
    refuseGrid(std::to_string(count()) + " cells have " + std::to_string(ghosts_->GetNumberOfValues()) +
               " ghost marks");
  orders_ = arrayOf(*grid_->GetCellData(), ordersName, 3, count());
  if (orders_) grid_->GetCellData()->SetActiveHigherOrderDegrees(ordersName);
  if (arrayOf(*grid_->GetPointData(), weightsName, 1, grid_->GetNumberOfPoints()))
    grid_->GetPointData()->SetActiveRationalWeights(weightsName);
}

void GridCells::requireValid(vtkIdType cell) {
  const int type = this->type(cell);
  if (dimensionOf(type) < 0) refuse(cell, "has the type " + std::to_string(type) + ", which is not known");
  const auto ids = points(cell);
  std::array<int, 3> orders{};
  for (int i = 0; orders_ && i < 3; ++i) {
    const double order = orders_->GetComponent(cell, i);
    orders[static_cast<std::size_t>(i)] = order >= 0 && order < 100 ? static_cast<int>(order) : 0;
  }
  const auto size = static_cast<vtkIdType>(ids.size());
  if (type != VTK_EMPTY_CELL && !mayHavePoints(type, size, orders_ ? &orders : nullptr))
    refuse(cell, "of type " + std::to_string(type) + " has " + std::to_string(size) + " points");
  for (const vtkIdType id : ids)
    if (id < 0 || id >= grid_->GetNumberOfPoints())
      refuse(cell,
             "refers to point " + std::to_string(id) + " of " + std::to_string(grid_->GetNumberOfPoints()));
}

void GridCells::mergePoints() {
  const vtkIdType count = grid_->GetNumberOfPoints();
  if (count > std::numeric_limits<Index>::max())
    throw Error("The surface has too many points", std::to_string(count), "Decimate or split it");
  TriangleMesh points;
  for (vtkIdType i = 0; i < count; ++i) points.addPoint(position(i));
  const std::vector<Index> groups = mergeDuplicatePoints(points).pointOf;
  std::vector<vtkIdType> first(groups.size(), -1);
  same_.reserve(groups.size());
  for (std::size_t i = 0; i < groups.size(); ++i) {
    vtkIdType& known = first[static_cast<std::size_t>(groups[i])];
    if (known < 0) known = static_cast<vtkIdType>(i);
    same_.push_back(known);
  }
}

void GridCells::faces(vtkIdType cell, FaceList& faces) {
  faces.clear();
  const auto ids = points(cell);
  std::array<vtkIdType, 6> corners{};
  for (const FaceCorners& face : facesOf(type(cell))) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(face.count); ++i) corners[i] = ids[face.corners[i]];
    addFace(std::span(corners).first(static_cast<std::size_t>(face.count)), faces);
  }
  if (type(cell) == VTK_POLYHEDRON) addPolyhedron(cell, faces);
  if (type(cell) == VTK_CONVEX_POINT_SET) addHull(cell, faces);
}

void GridCells::addFace(std::span<const vtkIdType> corners, FaceList& faces) {
  corners_.clear();
  for (const vtkIdType corner : corners)
    if (corners_.empty() || corners_.back() != same(corner)) corners_.push_back(same(corner));
  while (corners_.size() > 1 && corners_.back() == corners_.front()) corners_.pop_back();
  if (corners_.size() >= 3) faces.add(corners_);
}

void GridCells::addPolyhedron(vtkIdType cell, FaceList& faces) {
  const std::vector<vtkIdType> stream = faceStream(*vtkUnstructuredGrid::SafeDownCast(grid_), cell);
  std::span<const vtkIdType> rest(stream);
  const auto take = [&](vtkIdType count) {
    if (count < 0 || count > std::ssize(rest)) refuse(cell, "is a polyhedron whose faces end too early");
    const auto taken = rest.first(static_cast<std::size_t>(count));
    rest = rest.subspan(taken.size());
    return taken;
  };
  const vtkIdType count = take(1)[0];
  for (vtkIdType face = 0; face < count; ++face) {
    const auto corners = take(take(1)[0]);
    for (const vtkIdType corner : corners)
      if (corner < 0 || corner >= grid_->GetNumberOfPoints())
        refuse(cell, "refers to point " + std::to_string(corner) + " of " +
                         std::to_string(grid_->GetNumberOfPoints()));
    addFace(corners, faces);
  }
}

void GridCells::addHull(vtkIdType cell, FaceList& faces) {
  std::vector<Vec3> positions;
  std::map<std::array<double, 3>, vtkIdType> numbers;
  for (const vtkIdType id : points(cell)) {
    const Vec3 p = position(id);
    if (numbers.emplace(std::array{p.x(), p.y(), p.z()}, id).second) positions.push_back(p);
  }
  const TriangleMesh hull = convexHull(positions);
  for (std::size_t t = 0; t < hull.triangleCount(); ++t) {
    std::array<vtkIdType, 3> corners{};
    std::ranges::transform(hull.corners(t), corners.begin(), [&](const Vec3& p) {
      return numbers.at({p.x(), p.y(), p.z()});
    });
    addFace(corners, faces);
  }
}

Vec3 GridCells::position(vtkIdType point) const {
  Vec3 position;
  grid_->GetPoint(point, position.data());
  return position;
}

}  // namespace talus::filters
