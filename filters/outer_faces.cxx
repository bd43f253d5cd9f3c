#include "outer_faces.h"

#include <vtkCell.h>
#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkCellType.h>
#include <vtkDoubleArray.h>
#include <vtkIdList.h>
#include <vtkIdTypeArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPointSet.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "cell_types.h"
#include "curved_faces.h"
#include "grid_cells.h"
#include "polygon_triangles.h"

namespace talus::filters {

namespace {

using Ids = std::vector<vtkIdType>;

// The faces that an odd number of cells has, by their corners.
class UnpairedFaces {
 public:
  struct Face {
    vtkIdType cell;
    std::size_t number;  // among the faces of the cell
    std::size_t begin, end;
    std::size_t next;  // of the same first corner
    bool unpaired;
  };

  explicit UnpairedFaces(vtkIdType points) : first_(static_cast<std::size_t>(points), none) {}

  void add(std::span<const vtkIdType> corners, vtkIdType cell, std::size_t number) {
    const std::size_t begin = corners_.size();
    corners_.insert(corners_.end(), corners.begin(), corners.end());
    std::sort(corners_.begin() + static_cast<std::ptrdiff_t>(begin), corners_.end());
    const Face face{cell, number, begin, corners_.size(), none, true};
    std::size_t* link = &first_[static_cast<std::size_t>(corners_[begin])];
    for (; *link != none; link = &faces_[*link].next) {
      Face& other = faces_[*link];
      if (!std::ranges::equal(cornersOf(other), cornersOf(face))) continue;
      other.unpaired = false;
      *link = other.next;
      corners_.resize(begin);
      return;
    }
    *link = faces_.size();
    faces_.push_back(face);
  }

  const std::vector<Face>& faces() const { return faces_; }
  std::span<const vtkIdType> cornersOf(const Face& face) const {
    return std::span(corners_).subspan(face.begin, face.end - face.begin);
  }

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  std::vector<std::size_t> first_;  // newest unpaired face of each point, its smallest corner
  std::vector<Face> faces_;
  Ids corners_;  // of all faces, sorted within each
};

// Copies the values of some points or cells. @param count all points or cells: shorter arrays are omitted
void copyArrays(vtkDataSetAttributes& from, vtkIdType count, vtkIdList* ids, vtkDataSetAttributes& to) {
  for (int i = 0; i < from.GetNumberOfArrays(); ++i) {
    vtkAbstractArray* all = from.GetAbstractArray(i);
    if (all->GetNumberOfTuples() != count) continue;
    const auto some = vtk::TakeSmartPointer(all->NewInstance());
    some->SetName(all->GetName());
    some->SetNumberOfComponents(all->GetNumberOfComponents());
    some->SetNumberOfTuples(ids->GetNumberOfIds());
    all->GetTuples(ids, some);
    to.AddArray(some);
  }
}

// The faces so far, as polygons between points of the grid.
struct Polygon {
  vtkIdType cell;
  Ids corners;
  bool curved;  // part of a curved face
};

class OuterFaces {
 public:
  explicit OuterFaces(vtkPointSet& grid) : grid_(grid), cells_(grid) {}

  vtkSmartPointer<vtkPolyData> make() {
    if (cells_.hasVolumes())
      addFacesOfVolumes();
    else
      addPolygons();
    if (!edges_.empty()) divideEdges();
    return polyData();
  }

 private:
  void addFacesOfVolumes();
  void addPolygons();
  void addFlat(vtkIdType cell, int type, std::span<const vtkIdType> points);
  void addCurvedFace(vtkIdType cell, std::span<const vtkIdType> corners);
  void addCurved(vtkIdType cell, vtkCell& face, bool reversed);
  void divideEdges();
  double volumeOf(const FaceList& faces) const;
  Vec3 position(vtkIdType point) const;
  vtkSmartPointer<vtkPolyData> polyData() const;

  vtkPointSet& grid_;
  GridCells cells_;
  std::vector<Polygon> polygons_;
  std::map<std::pair<vtkIdType, vtkIdType>, Ids> edges_;  // points between the ends of curved edges
  std::unordered_map<vtkIdType, Vec3> moved_;             // where points of Bézier faces are
};

void OuterFaces::addFacesOfVolumes() {
  UnpairedFaces all(grid_.GetNumberOfPoints());
  FaceList faces;
  for (vtkIdType cell = 0; cell < cells_.count(); ++cell) {
    if (cells_.dimension(cell) != 3) continue;
    cells_.faces(cell, faces);
    for (std::size_t i = 0; i < faces.count(); ++i) all.add(faces[i], cell, i);
  }
  vtkIdType last = -1;
  bool mirrored = false;
  for (const UnpairedFaces::Face& face : all.faces()) {
    if (!face.unpaired) continue;
    if (face.cell != last) {
      cells_.faces(face.cell, faces);
      mirrored = volumeOf(faces) < 0;
      last = face.cell;
    }
    const auto corners = faces[face.number];
    Ids polygon(corners.begin(), corners.end());
    if (mirrored) std::ranges::reverse(polygon);
    if (isCurved(cells_.type(face.cell)))
      addCurvedFace(face.cell, polygon);
    else
      polygons_.push_back({face.cell, std::move(polygon), false});
  }
}

void OuterFaces::addPolygons() {
  for (vtkIdType cell = 0; cell < cells_.count(); ++cell) {
    if (cells_.dimension(cell) != 2) continue;
    const int type = cells_.type(cell);
    if (isCurved(type) && type != VTK_QUADRATIC_POLYGON)
      addCurved(cell, cells_.object(cell), false);
    else
      addFlat(cell, type, cells_.points(cell));
  }
}

void OuterFaces::addFlat(vtkIdType cell, int type, std::span<const vtkIdType> points) {
  Ids corners(points.begin(), points.end());
  if (type == VTK_TRIANGLE_STRIP) {
    for (std::size_t i = 0; i + 2 < points.size(); ++i) {
      const auto triangle = stripTriangle(points, i);
      polygons_.push_back({cell, Ids(triangle.begin(), triangle.end()), false});
    }
    return;
  }
  if (type == VTK_PIXEL) std::swap(corners[2], corners[3]);
  const std::size_t half = points.size() / 2;
  if (type == VTK_QUADRATIC_POLYGON)  // its corners come first, then the points between them
    for (std::size_t i = 0; i < half; ++i) {
      corners[2 * i] = points[i];
      corners[2 * i + 1] = points[half + i];
    }
  polygons_.push_back({cell, std::move(corners), false});
}

// VTK's face of a curved volume that has these corners; without one it is straight.
void OuterFaces::addCurvedFace(vtkIdType cell, std::span<const vtkIdType> corners) {
  vtkCell& volume = cells_.object(cell);
  const auto find = [&](vtkIdType corner) { return std::ranges::find(corners, corner) - corners.begin(); };
  const auto count = std::ssize(corners);
  for (int number = 0; number < volume.GetNumberOfFaces(); ++number) {
    vtkCell& face = *volume.GetFace(number);
    Ids own;  // without corners that coincide
    for (int i = 0; i < face.GetNumberOfEdges(); ++i) {
      const vtkIdType corner = cells_.same(face.GetPointId(i));
      if (std::ranges::find(own, corner) == own.end()) own.push_back(corner);
    }
    if (std::ssize(own) != count ||
        !std::ranges::all_of(own, [&](vtkIdType corner) { return find(corner) < count; }))
      continue;
    addCurved(cell, face, (find(own[0]) + 1) % count != find(own[1]));
    return;
  }
  polygons_.push_back({cell, Ids(corners.begin(), corners.end()), false});
}

void OuterFaces::addCurved(vtkIdType cell, vtkCell& face, bool reversed) {
  const CurvedFace split = splitCurved(face);
  const auto id = [&](int point) { return cells_.same(face.GetPointId(point)); };
  for (std::size_t i = 0; i < split.moved.size(); ++i) moved_.emplace(id(split.moved[i]), split.positions[i]);
  for (const auto& [a, b, c] : split.triangles)
    polygons_.push_back({cell, reversed ? Ids{id(a), id(c), id(b)} : Ids{id(a), id(b), id(c)}, true});
  for (const std::vector<int>& edge : split.edges) {
    Ids inner;
    for (std::size_t i = 1; i + 1 < edge.size(); ++i) inner.push_back(id(edge[i]));
    if (inner.empty()) continue;
    std::pair ends{id(edge.front()), id(edge.back())};
    if (ends.first > ends.second) {
      std::swap(ends.first, ends.second);
      std::ranges::reverse(inner);
    }
    edges_.emplace(ends, std::move(inner));
  }
}

// Gives straight faces the points of the curved edges that they share.
void OuterFaces::divideEdges() {
  for (Polygon& polygon : polygons_) {
    if (polygon.curved) continue;
    Ids divided;
    for (std::size_t i = 0; i < polygon.corners.size(); ++i) {
      const vtkIdType from = polygon.corners[i], to = polygon.corners[(i + 1) % polygon.corners.size()];
      divided.push_back(from);
      const auto edge = edges_.find(std::minmax(from, to));
      if (edge == edges_.end()) continue;
      if (from < to)
        divided.insert(divided.end(), edge->second.begin(), edge->second.end());
      else
        divided.insert(divided.end(), edge->second.rbegin(), edge->second.rend());
    }
    polygon.corners = std::move(divided);
  }
}

// Six times the volume between faces, rounded; its sign says whether the cell is mirrored.
double OuterFaces::volumeOf(const FaceList& faces) const {
  if (faces.count() == 0) return 0;
  const Vec3 origin = position(faces[0][0]);
  double sum = 0;
  for (std::size_t i = 0; i < faces.count(); ++i) {
    const auto corners = faces[i];
    const Vec3 first = position(corners[0]) - origin;
    for (std::size_t k = 1; k + 1 < corners.size(); ++k)
      sum += first.dot((position(corners[k]) - origin).cross(position(corners[k + 1]) - origin));
  }
  return sum;
}

Vec3 OuterFaces::position(vtkIdType point) const {
  Vec3 position;
  grid_.GetPoint(point, position.data());
  return position;
}

vtkSmartPointer<vtkPolyData> OuterFaces::polyData() const {
  std::vector<vtkIdType> numbers(static_cast<std::size_t>(grid_.GetNumberOfPoints()), -1);
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  vtkNew<vtkIdList> usedPoints, usedCells, corners;
  vtkNew<vtkCellArray> cells;
  const auto numberOf = [&](vtkIdType point) {
    vtkIdType& number = numbers[static_cast<std::size_t>(point)];
    if (number < 0) {
      const auto moved = moved_.find(point);
      number = points->InsertNextPoint((moved == moved_.end() ? position(point) : moved->second).data());
      usedPoints->InsertNextId(point);
    }
    return number;
  };
  for (const Polygon& polygon : polygons_) {
    corners->Reset();
    for (const vtkIdType corner : polygon.corners) corners->InsertNextId(numberOf(corner));
    cells->InsertNextCell(corners);
    usedCells->InsertNextId(polygon.cell);
  }
  auto result = vtkSmartPointer<vtkPolyData>::New();
  result->SetPoints(points);
  result->SetPolys(cells);
  copyArrays(*grid_.GetPointData(), grid_.GetNumberOfPoints(), usedPoints, *result->GetPointData());
  copyArrays(*grid_.GetCellData(), grid_.GetNumberOfCells(), usedCells, *result->GetCellData());
  vtkNew<vtkIdTypeArray> original;
  original->SetName("vtkOriginalCellIds");
  for (vtkIdType i = 0; i < usedCells->GetNumberOfIds(); ++i) original->InsertNextValue(usedCells->GetId(i));
  result->GetCellData()->AddArray(original);
  return result;
}

}  // namespace

vtkSmartPointer<vtkPolyData> outerFacesOf(vtkPointSet& grid) {
  return OuterFaces(grid).make();
}

}  // namespace talus::filters
