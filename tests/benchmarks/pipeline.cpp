// What a user waits for: labels by the filter on datasets of many kinds, beside the kernel and the peers that
// ask about the same points. One thread, its own CPU time, the median of some calls. Usage: bench_pipeline
// [--quick] OUT.json. report_pipeline.py makes the page.

#include <vtkDoubleArray.h>
#include <vtkFloatArray.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPointSet.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkRectilinearGrid.h>
#include <vtkSOADataArrayTemplate.h>
#include <vtkSignedCharArray.h>
#include <vtkSmartPointer.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "base/parallel.h"
#include "bodies.h"
#include "clocks.h"
#include "contenders.h"
#include "core/shapes.h"
#include "geometry/check/mesh_check.h"
#include "geometry/mesh/point_merge.h"
#include "measurement_file.h"
#include "peers/vtk.h"
#include "points.h"
#include "vtkTalusInsideOutsideClassifier.h"

namespace talus::bench {
namespace {

// A lattice of perSide³ points over a box enlarged by 5 %.
struct Lattice {
  int perSide;
  Vec3 origin, spacing;

  Lattice(const Box& box, int n)
      : perSide(n), origin(box.min() - 0.05 * box.sizes()), spacing(1.1 * box.sizes() / (n - 1)) {}

  vtkSmartPointer<vtkImageData> image() const {
    auto image = vtkSmartPointer<vtkImageData>::New();
    image->SetDimensions(perSide, perSide, perSide);
    image->SetOrigin(origin.data());
    image->SetSpacing(spacing.data());
    return image;
  }

  std::vector<Vec3> points() const {
    const auto data = image();
    std::vector<Vec3> all(static_cast<std::size_t>(data->GetNumberOfPoints()));
    for (std::size_t i = 0; i < all.size(); ++i) data->GetPoint(static_cast<vtkIdType>(i), all[i].data());
    return all;
  }

  vtkSmartPointer<vtkRectilinearGrid> rectilinear() const {
    auto grid = vtkSmartPointer<vtkRectilinearGrid>::New();
    grid->SetDimensions(perSide, perSide, perSide);
    std::array<vtkNew<vtkDoubleArray>, 3> along;
    for (int axis = 0; axis < 3; ++axis)
      for (int i = 0; i < perSide; ++i)
        along[static_cast<std::size_t>(axis)]->InsertNextValue(i * spacing[axis] + origin[axis]);
    grid->SetXCoordinates(along[0]);
    grid->SetYCoordinates(along[1]);
    grid->SetZCoordinates(along[2]);
    return grid;
  }
};

template <class Array>
vtkSmartPointer<vtkPolyData> cloud(const std::vector<Vec3>& all) {
  vtkNew<Array> array;
  array->SetNumberOfComponents(3);
  array->SetNumberOfTuples(static_cast<vtkIdType>(all.size()));
  for (std::size_t i = 0; i < all.size(); ++i) array->SetTuple(static_cast<vtkIdType>(i), all[i].data());
  vtkNew<vtkPoints> points;
  points->SetData(array);
  auto data = vtkSmartPointer<vtkPolyData>::New();
  data->SetPoints(points);
  return data;
}

struct Timing {
  double build = 0;  // seconds
  double query = 0;  // seconds
};

template <class Work>
double medianSeconds(int calls, const Work& work) {
  std::vector<double> times;
  for (int i = 0; i < calls; ++i) times.push_back(fastestSeconds(1, work));
  std::nth_element(times.begin(), times.begin() + calls / 2, times.end());
  return times[static_cast<std::size_t>(calls / 2)];
}

class Report {
 public:
  explicit Report(const char* path) : file_(path) {}

  void add(const std::string& body, std::size_t points, const std::string& who, const Timing& timing,
           std::size_t differ) {
    const double perPoint = 1e9 * timing.query / static_cast<double>(points);
    std::ostringstream text;
    text << R"({"body": ")" << body << R"(", "points": )" << points << R"(, "who": ")" << who
         << R"(", "build_ms": )" << 1e3 * timing.build << R"(, "ns": )" << perPoint << R"(, "differ": )"
         << differ << "}";
    file_.add(text.str());
    std::printf("%-18s %9zu  %-28s %9.1f ms %9.2f ns/point %zu differ\n", body.c_str(), points, who.c_str(),
                1e3 * timing.build, perPoint, differ);
    std::fflush(stdout);
  }
  bool finish() { return file_.finish(); }

 private:
  MeasurementFile file_;
};

std::size_t differences(const std::vector<Side>& truth, const std::vector<Side>& sides) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) count += truth[i] != sides[i] ? 1 : 0;
  return count;
}

// One body, and the points that everybody is asked about.
struct Case {
  std::string name;
  TriangleMesh mesh;
  SurfaceKind kind;
  std::vector<Vec3> points;
  std::vector<Side> truth;
  int calls, builds;
  Report& report;
};

void runContender(Case& test, const Contender& contender, const std::string& title) {
  Prepared prepared;
  const double build =
      medianSeconds(test.builds, [&] { prepared = contender.build(test.mesh, test.kind, 1); });
  std::vector<Side> sides(test.points.size());
  std::vector<double> winding(contender.winding ? test.points.size() : 0);
  const double query = medianSeconds(test.calls, [&] { prepared.query(test.points, sides, winding); });
  if (test.truth.empty()) test.truth = sides;
  test.report.add(test.name, test.points.size(), title, {build, query}, differences(test.truth, sides));
}

// The filter executes again for each query; the surface is prepared once.
void runFilter(Case& test, vtkDataSet& data, const std::string& title) {
  vtkSmartPointer<vtkTalusInsideOutsideClassifier> filter;
  const auto surface = peers::toPolyData(test.mesh);
  vtkNew<vtkPolyData> none;
  const double build = medianSeconds(test.builds, [&] {
    filter = vtkSmartPointer<vtkTalusInsideOutsideClassifier>::New();
    filter->SetInputData(0, none);
    filter->SetSurfaceData(surface);
    filter->SetNumberOfThreads(1);
    filter->Update();
  });
  filter->SetInputData(0, &data);
  const double query = medianSeconds(test.calls, [&] {
    filter->Modified();
    filter->Update();
  });
  auto* labels = vtkSignedCharArray::SafeDownCast(
      vtkDataSet::SafeDownCast(filter->GetOutputDataObject(0))->GetPointData()->GetArray("Side"));
  std::vector<Side> sides(test.points.size());
  for (std::size_t i = 0; i < sides.size(); ++i)
    sides[i] = static_cast<Side>(labels->GetValue(static_cast<vtkIdType>(i)));
  test.report.add(test.name, test.points.size(), title, {build, query}, differences(test.truth, sides));
}

void runBody(const Body& body, int perSide, bool peers, bool quick, Report& report) {
  const TriangleMesh mesh = body.make();
  Context context;
  const MeshReport checked = checkMesh(mesh, {.selfIntersections = false}, context);
  const Lattice lattice(mesh.bounds(), perSide);
  Case test{body.name,     mesh,  {checked.closed, checked.oriented}, lattice.points(), {}, quick ? 1 : 5,
            quick ? 1 : 3, report};
  runContender(test, discreteFunction(), "kernel");
  runFilter(test, *cloud<vtkDoubleArray>(test.points), "filter, doubles");
  runFilter(test, *cloud<vtkSOADataArrayTemplate<double>>(test.points), "filter, columns of doubles");
  runFilter(test, *cloud<vtkFloatArray>(test.points), "filter, floats");
  runFilter(test, *lattice.image(), "filter, image");
  runFilter(test, *lattice.rectilinear(), "filter, rectilinear");
  if (!peers) return;
  for (const Contender& peer : peerContenders())
    if (peer.name != "VTK" && peer.name != "Embree packets") runContender(test, peer, peer.name);
  for (const Contender& peer : windingPeers()) runContender(test, peer, peer.name);
}

}  // namespace
}  // namespace talus::bench

int main(int argc, char** argv) {
  using namespace talus::bench;
  const bool quick = argc > 1 && std::string_view(argv[1]) == "--quick";
  if (argc != (quick ? 3 : 2) || argv[argc - 1][0] == '-') {
    std::fprintf(stderr, "usage: bench_pipeline [--quick] OUT.json\n");
    return 2;
  }
  const talus::ThreadLimit one(1);
  Report report(argv[argc - 1]);
  const std::vector<Body> bodies = quick ? std::vector<Body>{sphere(3), sixFoams(30000)}
                                         : std::vector<Body>{sphere(7), foam(494124), sixFoams(494124)};
  for (const Body& body : bodies) runBody(body, quick ? 20 : 80, true, quick, report);
  if (!quick)
    for (const Body& body : bodies) runBody(body, 256, false, quick, report);
  if (report.finish()) return 0;
  std::fprintf(stderr, "cannot write %s\n", argv[argc - 1]);
  return 1;
}
