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
#include <vtkStringArray.h>

#include "answer.h"
#include "field_data.h"
#include "mesh_output.h"
#include "report/assembly_answer.h"

namespace talus::filters {

namespace {

// The arrays of pairs.
class PairColumns {
 public:
  explicit PairColumns(std::size_t pairs) : pairs_(static_cast<vtkIdType>(pairs)) {}

  template <class Value>
  void integers(const char* name, const std::vector<AssemblyPair>& pairs, const Value& value) {
    vtkNew<vtkIntArray> array;
    begin(*array, name);
    for (std::size_t i = 0; i < pairs.size(); ++i)
      array->SetValue(static_cast<vtkIdType>(i), static_cast<int>(value(pairs[i])));
  }
  template <class Value>
  void numbers(const char* name, const std::vector<AssemblyPair>& pairs, const Value& value) {
    vtkNew<vtkDoubleArray> array;
    begin(*array, name);
    for (std::size_t i = 0; i < pairs.size(); ++i)
      array->SetValue(static_cast<vtkIdType>(i), value(pairs[i]));
  }
  template <class Value>
  void vectors(const char* name, const std::vector<AssemblyPair>& pairs, const Value& value) {
    vtkNew<vtkDoubleArray> array;
    array->SetNumberOfComponents(3);
    begin(*array, name);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const Vec3 v = value(pairs[i]);
      array->SetTypedTuple(static_cast<vtkIdType>(i), v.data());
    }
  }
  template <class Value>
  void texts(const char* name, const std::vector<AssemblyPair>& pairs, const Value& value) {
    vtkNew<vtkStringArray> array;
    begin(*array, name);
    for (std::size_t i = 0; i < pairs.size(); ++i)
      array->SetValue(static_cast<vtkIdType>(i), value(pairs[i]));
  }

  void addTo(vtkPolyData& output) const {
    for (vtkAbstractArray* array : arrays_) output.GetPointData()->AddArray(array);
  }

 private:
  void begin(vtkAbstractArray& array, const char* name) {
    array.SetName(name);
    array.SetNumberOfTuples(pairs_);
    arrays_.emplace_back(&array);
  }

  vtkIdType pairs_;
  std::vector<vtkSmartPointer<vtkAbstractArray>> arrays_;
};

const Vec3 noPlace = Vec3::Constant(std::numeric_limits<double>::quiet_NaN());

// What they have in common where they are given; its way out may be known without its body.
const PairOverlap* measuredOverlap(const AssemblyPair& pair) {
  return pair.overlap ? pair.overlap.get() : pair.shownOverlap();
}

void addNames(const AssemblyReport& report, const std::vector<std::string>& names, PairColumns& columns) {
  const auto nameOf = [&](Index part) { return names[static_cast<std::size_t>(part)]; };
  columns.integers("PartA", report.pairs, [](const AssemblyPair& p) { return p.a; });
  columns.integers("PartB", report.pairs, [](const AssemblyPair& p) { return p.b; });
  columns.texts("NameA", report.pairs, [&](const AssemblyPair& p) { return nameOf(p.a); });
  columns.texts("NameB", report.pairs, [&](const AssemblyPair& p) { return nameOf(p.b); });
}

void addVerdicts(const AssemblyReport& report, const std::vector<std::string>& names, PairColumns& columns) {
  columns.integers("Relation", report.pairs, [](const AssemblyPair& p) { return p.relation; });
  columns.integers("Container", report.pairs, [](const AssemblyPair& p) { return p.container; });
  columns.integers("Finding", report.pairs, [](const AssemblyPair& p) { return p.finding; });
  columns.texts("Expected", report.pairs, [](const AssemblyPair& p) { return p.expected; });
  columns.texts("Text", report.pairs, [&](const AssemblyPair& p) { return pairAnswer(p, names); });
}

void addClearances(const AssemblyReport& report, PairColumns& columns) {
  columns.numbers("Clearance", report.pairs, [](const AssemblyPair& p) { return p.clearance(); });
  columns.vectors("PointA", report.pairs,
                  [](const AssemblyPair& p) { return p.nearest.found() ? p.nearest.pointA : noPlace; });
  columns.vectors("PointB", report.pairs,
                  [](const AssemblyPair& p) { return p.nearest.found() ? p.nearest.pointB : noPlace; });
  columns.integers("TriangleA", report.pairs, [](const AssemblyPair& p) { return p.nearest.triangleA; });
  columns.integers("TriangleB", report.pairs, [](const AssemblyPair& p) { return p.nearest.triangleB; });
  columns.integers("FeatureA", report.pairs, [](const AssemblyPair& p) { return p.nearest.featureA; });
  columns.integers("FeatureB", report.pairs, [](const AssemblyPair& p) { return p.nearest.featureB; });
}

void addMotions(const AssemblyReport& report, PairColumns& columns) {
  const auto ofMotion = [](auto value) {
    return [value](const AssemblyPair& p) { return p.motion ? value(*p.motion) : noPlace.x(); };
  };
  columns.numbers("MotionClearance", report.pairs,
                  ofMotion([](const MotionClearance& m) { return m.least; }));
  columns.numbers("MotionCertified", report.pairs,
                  ofMotion([](const MotionClearance& m) { return m.certified; }));
  columns.numbers("MotionTime", report.pairs, ofMotion([](const MotionClearance& m) { return m.time; }));
  columns.numbers("ContactTime", report.pairs,
                  ofMotion([](const MotionClearance& m) { return m.contactTime; }));
  columns.numbers("MotionVolume", report.pairs,
                  ofMotion([](const MotionClearance& m) { return m.swept.volume; }));
  columns.numbers("MotionVolumeCertified", report.pairs,
                  ofMotion([](const MotionClearance& m) { return m.swept.certified; }));
  columns.numbers("MotionVolumeTime", report.pairs,
                  ofMotion([](const MotionClearance& m) { return m.swept.time; }));
}

void addOverlaps(const AssemblyReport& report, PairColumns& columns) {
  const auto ofBody = [](auto value) {
    return [value](const AssemblyPair& p) {
      const PairOverlap* shown = p.shownOverlap();
      return shown != nullptr ? Vec3(value(*shown)) : noPlace;
    };
  };
  columns.numbers("Volume", report.pairs, [](const AssemblyPair& p) { return p.volume(); });
  columns.vectors("Centroid", report.pairs,
                  ofBody([](const PairOverlap& o) { return o.body.moments.centroid; }));
  columns.vectors("BoxLow", report.pairs, ofBody([](const PairOverlap& o) { return Vec3(o.box.min()); }));
  columns.vectors("BoxHigh", report.pairs, ofBody([](const PairOverlap& o) { return Vec3(o.box.max()); }));
  columns.numbers("Penetration", report.pairs, [](const AssemblyPair& p) { return p.penetration(); });
  columns.vectors("DeepestPoint", report.pairs,
                  [](const AssemblyPair& p) { return p.penetration() > 0 ? p.overlap->deepest : noPlace; });
  columns.numbers("Depth", report.pairs, [](const AssemblyPair& p) {
    const PairOverlap* of = measuredOverlap(p);
    return of != nullptr ? of->depth : 0;
  });
  columns.vectors("Direction", report.pairs, [](const AssemblyPair& p) {
    const PairOverlap* of = measuredOverlap(p);
    return of != nullptr ? of->direction : Vec3(Vec3::Zero());
  });
  columns.integers("DepthIsLeast", report.pairs, [](const AssemblyPair& p) {
    const PairOverlap* of = measuredOverlap(p);
    return of != nullptr && of->depthIsLeast;
  });
  columns.numbers("ContactArea", report.pairs,
                  [](const AssemblyPair& p) { return p.contact ? p.contact->area : 0; });
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
  PairColumns columns(report.pairs.size());
  addVerdicts(report, names, columns);  // Relation first: panels colour by it
  addNames(report, names, columns);
  addClearances(report, columns);
  addOverlaps(report, columns);
  addMotions(report, columns);
  std::size_t next = 0;
  columns.integers("OverlapBlock", report.pairs, [&](const AssemblyPair&) { return blocks[next++]; });
  columns.addTo(output);
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
