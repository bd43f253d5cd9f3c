#include "bodies.h"

#include <cmath>

#include "core/shapes.h"
#ifdef TALUS_HAVE_VTK
#include <vtkFlyingEdges3D.h>
#include <vtkImageData.h>
#include <vtkNew.h>
#include <vtkPointData.h>

#include "peers/vtk.h"
#endif

namespace talus::bench {

namespace {

std::vector<Vec3> gridOver(const Box& box, int perSide) {
  const Vec3 low = box.min() - 0.05 * box.sizes();
  const Vec3 step = 1.1 * box.sizes() / (perSide - 1);
  std::vector<Vec3> points;
  for (int k = 0; k < perSide; ++k)
    for (int j = 0; j < perSide; ++j)
      for (int i = 0; i < perSide; ++i) points.push_back(low + Vec3(i, j, k).cwiseProduct(step));
  return points;
}

Body body(std::string name, TriangleMesh mesh, int perSide) {
  std::vector<Vec3> points = gridOver(mesh.bounds(), perSide);
  return {std::move(name), std::move(mesh), std::move(points)};
}

#ifdef TALUS_HAVE_VTK
// Thin walls along a gyroid, like the struts of an open-cell foam.
double foamFunction(const Vec3& p) {
  const double gyroid = std::sin(p.x()) * std::cos(p.y()) + std::sin(p.y()) * std::cos(p.z()) +
                        std::sin(p.z()) * std::cos(p.x());
  return 0.35 - std::abs(gyroid);
}

// Contours the function on a grid whose outermost layer is outside, so that the surface is closed.
TriangleMesh foam() {
  constexpr int size = 75;
  constexpr double periods = 5;
  vtkNew<vtkImageData> image;
  image->SetDimensions(size, size, size);
  image->AllocateScalars(VTK_DOUBLE, 1);
  const auto atRim = [](int i) { return i == 0 || i == size - 1; };
  for (int k = 0; k < size; ++k)
    for (int j = 0; j < size; ++j)
      for (int i = 0; i < size; ++i) {
        const Vec3 p = Vec3(i + 0.31, j + 0.17, k + 0.23) * (periods * 2 * std::numbers::pi / size);
        const double value = atRim(i) || atRim(j) || atRim(k) ? -0.1 : foamFunction(p);
        image->SetScalarComponentFromDouble(i, j, k, 0, value);
      }
  vtkNew<vtkFlyingEdges3D> contour;
  contour->SetInputData(image);
  contour->SetValue(0, 0);
  contour->ComputeNormalsOff();
  contour->ComputeGradientsOff();
  contour->Update();
  return peers::toMesh(contour->GetOutput());
}
#endif

}  // namespace

std::vector<Body> bodies(int perSide) {
  std::vector<Body> result{body("sphere", shapes::sphere(7), perSide)};
#ifdef TALUS_HAVE_VTK
  result.push_back(body("foam", foam(), perSide));
#endif
  return result;
}

}  // namespace talus::bench
