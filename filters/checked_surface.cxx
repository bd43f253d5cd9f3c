#include "checked_surface.h"

#include <vtkBoundingBox.h>
#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkDataObject.h>
#include <vtkDoubleArray.h>
#include <vtkFieldData.h>
#include <vtkIntArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkTypeInt64Array.h>
#include <vtkUnsignedCharArray.h>

#include <initializer_list>
#include <utility>

#include "answer.h"
#include "array_memory.h"
#include "defect_places.h"
#include "field_data.h"
#include "geometry/check/report_bytes.h"
#include "ghost_cells.h"
#include "report/surface_answer.h"
#include "shared_items.h"

namespace talus::filters {

namespace {

std::string problemOf(const MeshReport& report, const BlockMesh& block) {
  std::string problem = report.problem;
  const auto add = [&](const std::string& text) { problem += (problem.empty() ? "" : "; ") + text; };
  if (block.incomplete > 0) add(std::to_string(block.incomplete) + " polygons with fewer than three corners");
  if (block.crossed > 0) add(std::to_string(block.crossed) + " polygons that cross themselves");
  const bool whole = report.closed && report.triangles > 0;
  if (block.ghosts > 0 && !whole) add(ghostNote(block.ghosts));
  return problem;
}

CheckedMesh checkedMesh(const MeshReport& report, const BlockMesh& block) {
  return {report, block.incomplete, block.crossed};
}

std::vector<Finding> findingsOf(const MeshReport& report, const BlockMesh& block) {
  std::vector<Finding> findings = report.findings;
  if (block.incomplete > 0)
    findings.push_back({"IncompletePolygons", block.incomplete, "None of their own: they enclose nothing.",
                        "Surface Repair leaves them away"});
  if (block.crossed > 0)
    findings.push_back({"CrossedPolygons", block.crossed,
                        "They have no triangles that are right, so the surface is only checked, not used.",
                        ""});
  return findings;
}

void addFindings(vtkPolyData& data, const std::vector<Finding>& findings) {
  std::vector<std::string> defects, effects, repairs;
  std::vector<std::int64_t> counts;
  for (const Finding& finding : findings) {
    defects.push_back(finding.defect);
    counts.push_back(finding.count);
    effects.push_back(finding.effect);
    repairs.push_back(finding.repair);
  }
  addTexts(data, "Defects", defects);
  addCounts(data, "DefectCounts", counts);
  addTexts(data, "DefectEffects", effects);
  addTexts(data, "DefectRepairs", repairs);
}

/// Invalid where a corner is not finite: it is nowhere.
vtkBoundingBox boxOf(const TriangleMesh& mesh, std::size_t triangle) {
  vtkBoundingBox box;
  for (const Vec3& corner : mesh.corners(triangle)) {
    if (!corner.allFinite()) return {};
    box.AddPoint(corner.x(), corner.y(), corner.z());
  }
  return box;
}

/// Without a tuple if the box is invalid.
void addBox(vtkDataObject& data, const char* name, const vtkBoundingBox& box) {
  const vtkNew<vtkDoubleArray> array;
  array->SetName(name);
  array->SetNumberOfComponents(6);
  array->SetNumberOfTuples(box.IsValid() ? 1 : 0);
  if (box.IsValid()) box.GetBounds(array->GetPointer(0));
  data.GetFieldData()->AddArray(array);
}

// The boundary edges of all blocks as lines.
class BoundaryLines {
 public:
  BoundaryLines() {
    points_->SetDataTypeToDouble();
    block_->SetName("Block");
    loop_->SetName("Loop");
    loopEdges_->SetName("LoopEdges");
    loopLength_->SetName("LoopLength");
  }

  void add(int block, const TriangleMesh& mesh, const MeshReport& report) {
    for (std::size_t e = 0; e < report.boundary.size(); ++e) {
      const auto [from, to] = report.boundary[e];
      const vtkIdType first = points_->InsertNextPoint(mesh.point(from).data());
      const vtkIdType second = points_->InsertNextPoint(mesh.point(to).data());
      edges_->InsertNextCell({first, second});
      const Index loop = report.loops.loopOf[e];
      const BoundaryLoop& whole = report.loops.loops[static_cast<std::size_t>(loop)];
      block_->InsertNextValue(block);
      loop_->InsertNextValue(loopsBefore_ + loop);
      loopEdges_->InsertNextValue(whole.edges);
      loopLength_->InsertNextValue(whole.length);
    }
    loopsBefore_ += static_cast<int>(report.loops.loops.size());
  }

  void write(vtkPolyData& lines) const {
    lines.Initialize();
    lines.SetPoints(points_);
    lines.SetLines(edges_);
    for (vtkDataArray* array : std::initializer_list<vtkDataArray*>{block_, loop_, loopEdges_, loopLength_})
      lines.GetCellData()->AddArray(array);
  }

 private:
  vtkNew<vtkPoints> points_;
  vtkNew<vtkCellArray> edges_;
  vtkNew<vtkIntArray> block_, loop_;
  vtkNew<vtkTypeInt64Array> loopEdges_;
  vtkNew<vtkDoubleArray> loopLength_;
  int loopsBefore_ = 0;
};

// The triangles with defects of all blocks.
class DefectTriangles {
 public:
  DefectTriangles() {
    points_->SetDataTypeToDouble();
    block_->SetName("Block");
    defect_->SetName("Defect");
    worst_->SetName("WorstDefect");
  }

  void add(int block, const TriangleMesh& mesh, const MeshReport& report) {
    for (std::size_t t = 0; t < report.defects.size(); ++t) {
      if (report.defects[t] == 0) continue;
      cells_->InsertNextCell(3);
      for (const Vec3& corner : mesh.corners(t))
        cells_->InsertCellPoint(points_->InsertNextPoint(corner.data()));
      block_->InsertNextValue(block);
      defect_->InsertNextValue(report.defects[t]);
      worst_->InsertNextValue(static_cast<unsigned char>(worstDefect(report.defects[t])));
    }
  }

  void write(vtkPolyData& triangles) const {
    triangles.Initialize();
    triangles.SetPoints(points_);
    triangles.SetPolys(cells_);
    triangles.GetCellData()->SetScalars(worst_);  // ParaView colours by them
    triangles.GetCellData()->AddArray(defect_);
    triangles.GetCellData()->AddArray(block_);
  }

 private:
  vtkNew<vtkPoints> points_;
  vtkNew<vtkCellArray> cells_;
  vtkNew<vtkIntArray> block_;
  vtkNew<vtkUnsignedCharArray> defect_, worst_;
};

}  // namespace

void CheckedSurface::read(vtkDataObject& surface) {
  pieces_ = readPieces({&surface});
}

void CheckedSurface::gather() {
  blocks_ = gatherBlocks(pieces_, ranks_);
}

void CheckedSurface::check(bool selfIntersections, vtkAlgorithm& filter, Communicator& messages) {
  std::vector<int> numbers;
  std::vector<std::int64_t> costs;
  for (const auto& [number, block] : blocks_) {
    numbers.push_back(number);
    costs.push_back(costOf(block.mesh));
    reports_[number] = {};
  }
  const auto compute = [&](std::size_t n, const Context::Report& report) {
    const TriangleMesh& mesh = blocks_.at(numbers[n]).mesh;
    Context context(report);
    context.beginStage(1, static_cast<std::int64_t>(mesh.triangleCount()));
    reports_[numbers[n]] = checkMesh(mesh, {.selfIntersections = selfIntersections, .cracks = true}, context);
  };
  computeShared(costs,
                {compute, [&](std::size_t n, ByteWriter& to) { talus::write(reports_[numbers[n]], to); },
                 [&](std::size_t n, ByteReader& from) { reports_[numbers[n]] = readReport(from); }},
                filter, messages);
}

void CheckedSurface::write(vtkPolyData& lines) const {
  for (const MeshPiece& piece : pieces_) {
    writeCells(piece);
    describe(*piece.data, reports_.at(piece.block), blocks_.at(piece.block));
  }
  BoundaryLines boundary;
  for (const auto& [number, block] : blocks_)
    if (ranks_.rank() == 0) boundary.add(number, block.mesh, reports_.at(number));
  boundary.write(lines);
}

void CheckedSurface::writeDefects(vtkPolyData& triangles) const {
  DefectTriangles defects;
  for (const auto& [number, block] : blocks_)
    if (ranks_.rank() == 0) defects.add(number, block.mesh, reports_.at(number));
  defects.write(triangles);
}

std::string CheckedSurface::defectPlaces() const {
  std::vector<DefectPlace> places;
  for (const auto& [number, block] : blocks_) {
    const std::vector<DefectPlace> more = filters::defectPlaces(block.mesh, reports_.at(number).defects);
    places.insert(places.end(), more.begin(), more.end());
  }
  return textOf(places);
}

std::string CheckedSurface::answer() const {
  std::vector<CheckedMesh> meshes;
  std::vector<int> numbers;
  for (const auto& [number, block] : blocks_) {
    meshes.push_back(checkedMesh(reports_.at(number), block));
    numbers.push_back(number);
  }
  return surfacesAnswer(meshes, numbers);
}

void CheckedSurface::writeFirstDefect(vtkDataObject& output) const {
  const auto found = [&] {
    for (const auto& [number, block] : blocks_) {
      const MeshReport& report = reports_.at(number);
      for (std::size_t t = 0; t < report.defects.size(); ++t)
        if (report.defects[t] != 0)
          if (const vtkBoundingBox box = boxOf(block.mesh, t); box.IsValid()) return box;
    }
    return vtkBoundingBox();
  };
  addBox(output, "FirstDefect", found());
}

void CheckedSurface::forget(vtkPolyData& data) {
  if (!data.GetFieldData()->HasArray("MisdirectedShells")) return;
  for (const char* name : {"Defect", "WorstDefect", "Component"}) data.GetCellData()->RemoveArray(name);
  const vtkNew<vtkPolyData> told;
  describe(*told, {}, {});
  vtkFieldData& names = *told->GetFieldData();
  for (int i = 0; i < names.GetNumberOfArrays(); ++i)
    data.GetFieldData()->RemoveArray(names.GetAbstractArray(i)->GetName());
}

void CheckedSurface::writeCells(const MeshPiece& piece) const {
  const MeshReport& report = reports_.at(piece.block);
  const vtkIdType cells = piece.data->GetNumberOfCells();
  vtkNew<vtkUnsignedCharArray> defect;
  defect->SetName("Defect");
  setTuples(*defect, cells);
  defect->FillValue(0);
  vtkNew<vtkIntArray> component;
  component->SetName("Component");
  setTuples(*component, cells);
  component->FillValue(-1);
  for (std::size_t t = 0; t < piece.triangles.cellOf.size(); ++t) {
    const vtkIdType cell = piece.triangles.cellOf[t];
    const std::size_t whole = piece.first + t;
    defect->SetValue(cell, static_cast<unsigned char>(defect->GetValue(cell) | report.defects[whole]));
    if (component->GetValue(cell) < 0) component->SetValue(cell, report.component[whole]);
  }
  for (const vtkIdType cell : piece.triangles.tooFew) defect->SetValue(cell, bit(Defect::Degenerate));
  for (const vtkIdType cell : piece.triangles.crossed)
    defect->SetValue(cell,
                     static_cast<unsigned char>(defect->GetValue(cell) | bit(Defect::SelfIntersecting)));
  vtkNew<vtkUnsignedCharArray> worst;
  worst->SetName("WorstDefect");
  setTuples(*worst, cells);
  for (vtkIdType cell = 0; cell < cells; ++cell)
    worst->SetValue(cell, static_cast<unsigned char>(worstDefect(defect->GetValue(cell))));
  // ParaView colours initially by the scalars of points, if there are any, else by those of cells.
  piece.data->GetPointData()->SetActiveAttribute(-1, vtkDataSetAttributes::SCALARS);
  piece.data->GetCellData()->SetScalars(worst);
  piece.data->GetCellData()->AddArray(defect);
  piece.data->GetCellData()->AddArray(component);
}

void CheckedSurface::describe(vtkPolyData& data, const MeshReport& report, const BlockMesh& block) {
  addTexts(data, "Problem", {problemOf(report, block)});
  addTexts(data, "Consequence", {report.consequence});
  addFlag(data, "Closed", report.closed);
  addFlag(data, "Oriented", report.oriented);
  addFlag(data, "Manifold", report.manifold);
  addFlag(data, "Convex", report.convex);
  addNumber(data, "Volume", report.signedVolume);
  addNumber(data, "Area", report.area);
  const std::pair<const char*, std::int64_t> counts[] = {
      {"Points", report.points},
      {"Triangles", report.triangles},
      {"Edges", report.edges},
      {"BoundaryEdges", report.boundaryEdges},
      {"BoundaryLoops", static_cast<std::int64_t>(report.loops.loops.size())},
      {"NonManifoldEdges", report.nonManifoldEdges},
      {"MisorientedEdges", report.misorientedEdges},
      {"NonManifoldVertices", report.nonManifoldVertices},
      {"DuplicateTriangles", report.duplicateTriangles},
      {"DegenerateTriangles", report.degenerateTriangles},
      {"FlippedTriangles", report.flippedTriangles},
      {"FlippedPatches", report.flippedPatches},
      {"NonFiniteTriangles", report.nonFiniteTriangles},
      {"IncompletePolygons", block.incomplete},
      {"CrossedPolygons", block.crossed},
      {"SelfIntersections", report.intersectionsChecked ? report.selfIntersections : -1},
      {"Components", report.components},
      {"MisdirectedShells", report.misdirectedShells}};
  for (const auto& [name, value] : counts) addCount(data, name, value);
  addFindings(data, findingsOf(report, block));
  putAnswer(data, surfaceAnswer(checkedMesh(report, block)));
}

}  // namespace talus::filters
