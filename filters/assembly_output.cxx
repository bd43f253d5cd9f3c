#include "assembly_output.h"

#include <vtkCellArray.h>
#include <vtkCellData.h>
#include <vtkCompositeDataSet.h>
#include <vtkDoubleArray.h>
#include <vtkInformation.h>
#include <vtkIntArray.h>
#include <vtkNew.h>
#include <vtkPartitionedDataSetCollection.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>

#include "answer.h"
#include "columns.h"
#include "field_data.h"
#include "mesh_output.h"
#include "report/assembly_answer.h"

namespace talus::filters {

namespace {

// Adds arrays of pairs.
class PairColumns {
 public:
  PairColumns(const std::vector<AssemblyPair>& pairs, vtkFieldData& to) : pairs_(pairs), to_(to) {}

  template <class Of>
  void add(const char* name, const Of& of) const {
    addColumn(to_, name, pairs_, of);
  }

 private:
  const std::vector<AssemblyPair>& pairs_;
  vtkFieldData& to_;
};

const Vec3 noPlace = Vec3::Constant(std::numeric_limits<double>::quiet_NaN());

// What they have in common where they are given; its way out may be known without its body.
const PairOverlap* measuredOverlap(const AssemblyPair& pair) {
  return pair.overlap ? pair.overlap.get() : pair.shownOverlap();
}

void addNames(const std::vector<std::string>& names, const PairColumns& columns) {
  const auto nameOf = [&](Index part) { return names[static_cast<std::size_t>(part)]; };
  columns.add("PartA", [](const AssemblyPair& p) { return p.a; });
  columns.add("PartB", [](const AssemblyPair& p) { return p.b; });
  columns.add("NameA", [&](const AssemblyPair& p) { return nameOf(p.a); });
  columns.add("NameB", [&](const AssemblyPair& p) { return nameOf(p.b); });
}

void addVerdicts(const std::vector<std::string>& names, const PairColumns& columns) {
  columns.add("Relation", [](const AssemblyPair& p) { return p.relation; });
  columns.add("Container", [](const AssemblyPair& p) { return p.container; });
  columns.add("Finding", [](const AssemblyPair& p) { return p.finding; });
  columns.add("Expected", [](const AssemblyPair& p) { return p.expected; });
  columns.add("Text", [&](const AssemblyPair& p) { return pairAnswer(p, names); });
}

void addClearances(const PairColumns& columns) {
  columns.add("Clearance", [](const AssemblyPair& p) { return p.clearance(); });
  columns.add("PointA", [](const AssemblyPair& p) { return p.nearest.found() ? p.nearest.pointA : noPlace; });
  columns.add("PointB", [](const AssemblyPair& p) { return p.nearest.found() ? p.nearest.pointB : noPlace; });
  columns.add("TriangleA", [](const AssemblyPair& p) { return p.nearest.triangleA; });
  columns.add("TriangleB", [](const AssemblyPair& p) { return p.nearest.triangleB; });
  columns.add("FeatureA", [](const AssemblyPair& p) { return p.nearest.featureA; });
  columns.add("FeatureB", [](const AssemblyPair& p) { return p.nearest.featureB; });
}

void addMotions(const PairColumns& columns) {
  const auto ofMotion = [](auto value) {
    return [value](const AssemblyPair& p) { return p.motion ? value(*p.motion) : noPlace.x(); };
  };
  columns.add("MotionClearance", ofMotion([](const MotionClearance& m) { return m.least; }));
  columns.add("MotionCertified", ofMotion([](const MotionClearance& m) { return m.certified; }));
  columns.add("MotionTime", ofMotion([](const MotionClearance& m) { return m.time; }));
  columns.add("ContactTime", ofMotion([](const MotionClearance& m) { return m.contactTime; }));
  columns.add("MotionVolume", ofMotion([](const MotionClearance& m) { return m.swept.volume; }));
  columns.add("MotionVolumeCertified", ofMotion([](const MotionClearance& m) { return m.swept.certified; }));
  columns.add("MotionVolumeTime", ofMotion([](const MotionClearance& m) { return m.swept.time; }));
}

void addOverlaps(const PairColumns& columns) {
  const auto ofBody = [](auto value) {
    return [value](const AssemblyPair& p) {
      const PairOverlap* shown = p.shownOverlap();
      return shown != nullptr ? Vec3(value(*shown)) : noPlace;
    };
  };
  columns.add("Volume", [](const AssemblyPair& p) { return p.volume(); });
  columns.add("Centroid", ofBody([](const PairOverlap& o) { return o.body.moments.centroid; }));
  columns.add("BoxLow", ofBody([](const PairOverlap& o) { return Vec3(o.box.min()); }));
  columns.add("BoxHigh", ofBody([](const PairOverlap& o) { return Vec3(o.box.max()); }));
  columns.add("Penetration", [](const AssemblyPair& p) { return p.penetration(); });
  columns.add("DeepestPoint",
              [](const AssemblyPair& p) { return p.penetration() > 0 ? p.overlap->deepest : noPlace; });
  columns.add("Depth", [](const AssemblyPair& p) {
    const PairOverlap* of = measuredOverlap(p);
    return of != nullptr ? of->depth : 0;
  });
  columns.add("Direction", [](const AssemblyPair& p) {
    const PairOverlap* of = measuredOverlap(p);
    return of != nullptr ? of->direction : Vec3(Vec3::Zero());
  });
  columns.add("DepthIsLeast", [](const AssemblyPair& p) {
    const PairOverlap* of = measuredOverlap(p);
    return of != nullptr && of->depthIsLeast;
  });
  columns.add("ContactArea", [](const AssemblyPair& p) { return p.contact ? p.contact->area : 0; });
}

// Of a part beside another.
struct FaceWriter {
  const std::vector<AssemblyPart>& parts;
  vtkPoints& points;
  vtkCellArray& cells;
  vtkIntArray &pair, &part;

  void write(std::size_t number, Index of, const std::vector<Index>& triangles) const {
    const TriangleMesh& mesh = parts[static_cast<std::size_t>(of)].mesh;
    for (const Index triangle : triangles) {
      cells.InsertNextCell(3);
      for (const Vec3& corner : mesh.corners(static_cast<std::size_t>(triangle)))
        cells.InsertCellPoint(points.InsertNextPoint(corner.data()));
      pair.InsertNextValue(static_cast<int>(number));
      part.InsertNextValue(of);
    }
  }
};

}  // namespace

void writePairs(const AssemblyReport& report, const std::vector<std::string>& names,
                const std::vector<int>& blocks, vtkPolyData& output) {
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  vtkNew<vtkCellArray> vertices;
  for (const AssemblyPair& pair : report.pairs) {
    const Vec3 place = pair.place();
    vertices->InsertNextCell(1);
    vertices->InsertCellPoint(points->InsertNextPoint(place.data()));
  }
  output.SetPoints(points);
  output.SetVerts(vertices);
  const PairColumns columns(report.pairs, *output.GetPointData());
  addVerdicts(names, columns);  // Relation first: panels colour by it
  addNames(names, columns);
  addClearances(columns);
  addOverlaps(columns);
  addMotions(columns);
  std::size_t next = 0;
  columns.add("OverlapBlock", [&](const AssemblyPair&) { return blocks[next++]; });
  addTexts(output, "Parts", names);
  addTexts(output, "RelationNames", {relationNames().begin(), relationNames().end()});
  addCounts(output, "RelationPairs", {report.counts.begin(), report.counts.end()});
  addCount(output, "Findings", report.findings);
  addCount(output, "FarPairs", report.farPairs);
  addCount(output, "IgnoredPairs", report.ignoredPairs);
}

std::vector<int> writeOverlaps(const AssemblyReport& report, const std::vector<std::string>& names,
                               vtkPartitionedDataSetCollection& output) {
  std::vector<int> blocks;
  for (const AssemblyPair& pair : report.pairs) {
    const PairOverlap* shown = pair.shownOverlap();
    if (shown == nullptr) {
      blocks.push_back(-1);
      continue;
    }
    vtkNew<vtkPolyData> data;
    writeMesh(shown->body.mesh, *data);
    addNumber(*data, "Volume", shown->body.moments.volume);
    addVector(*data, "Centroid", shown->body.moments.centroid);
    addCounts(*data, "Parts", {pair.a, pair.b});
    addCount(*data, "SelfIntersections", shown->body.rounding.intersections);
    putAnswer(*data, pairAnswer(pair, names));
    const unsigned int number = output.GetNumberOfPartitionedDataSets();
    output.SetPartition(number, 0, data);
    const std::string name =
        names[static_cast<std::size_t>(pair.a)] + " and " + names[static_cast<std::size_t>(pair.b)];
    output.GetMetaData(number)->Set(vtkCompositeDataSet::NAME(), name.c_str());
    blocks.push_back(static_cast<int>(number));
  }
  return blocks;
}

void writeContactFaces(const AssemblyReport& report, const std::vector<AssemblyPart>& parts,
                       vtkPolyData& output) {
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  vtkNew<vtkCellArray> cells;
  vtkNew<vtkIntArray> pair, part;
  pair->SetName("Pair");
  part->SetName("Part");
  const FaceWriter writer{parts, *points, *cells, *pair, *part};
  for (std::size_t i = 0; i < report.pairs.size(); ++i) {
    const AssemblyPair& of = report.pairs[i];
    if (!of.contact) continue;
    writer.write(i, of.a, of.contact->facesA);
    writer.write(i, of.b, of.contact->facesB);
  }
  output.SetPoints(points);
  output.SetPolys(cells);
  output.GetCellData()->AddArray(pair);
  output.GetCellData()->AddArray(part);
}

void writeClearances(const AssemblyReport& report, vtkPolyData& output) {
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  vtkNew<vtkCellArray> lines;
  vtkNew<vtkIntArray> number;
  vtkNew<vtkDoubleArray> clearance;
  number->SetName("Pair");
  clearance->SetName("Clearance");
  for (std::size_t i = 0; i < report.pairs.size(); ++i) {
    const AssemblyPair& pair = report.pairs[i];
    const bool isShown =
        pair.finding == AssemblyFinding::Clearance || static_cast<Index>(i) == report.nearest;
    if (!isShown || !pair.nearest.found()) continue;
    lines->InsertNextCell(2);
    for (const Vec3& end : {pair.nearest.pointA, pair.nearest.pointB})
      lines->InsertCellPoint(points->InsertNextPoint(end.data()));
    number->InsertNextValue(static_cast<int>(i));
    clearance->InsertNextValue(pair.clearance());
  }
  output.SetPoints(points);
  output.SetLines(lines);
  output.GetCellData()->AddArray(number);
  output.GetCellData()->AddArray(clearance);
}

}  // namespace talus::filters
