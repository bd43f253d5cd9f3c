#include "vtkTalusPolygons.h"

#include <vtkObjectFactory.h>
#include <vtkPointSet.h>
#include <vtkPolyData.h>
#include <vtkUnsignedCharArray.h>

#include <exception>

#include "filter_messages.h"
#include "mesh_files.h"
#include "mesh_output.h"
#include "outer_faces.h"
#include "polygon_triangles.h"

using namespace talus::filters;

vtkStandardNewMacro(vtkTalusPolygons);

namespace {

talus::FileText textOf(vtkUnsignedCharArray& bytes, const char* name) {
  const auto count = static_cast<std::size_t>(bytes.GetNumberOfValues());
  return {{reinterpret_cast<const char*>(bytes.GetPointer(0)), count}, name};
}

}  // namespace

vtkTalusPolygons::vtkTalusPolygons() = default;
vtkTalusPolygons::~vtkTalusPolygons() = default;

template <class Work>
vtkPolyData* vtkTalusPolygons::Keep(const Work& work) {
  this->Kept = nullptr;
  try {
    this->Kept = work();
  } catch (const std::exception&) {
    reportError(*this, messageOfException());
  }
  return this->Kept;
}

vtkPolyData* vtkTalusPolygons::OuterFaces(vtkPointSet* data) {
  return this->Keep([&]() -> vtkSmartPointer<vtkPolyData> {
    if (auto* polygons = vtkPolyData::SafeDownCast(data)) return polygons;
    return outerFacesOf(*data);
  });
}

vtkPolyData* vtkTalusPolygons::Read(vtkUnsignedCharArray* bytes, const char* extension, const char* name) {
  return this->Keep([&] {
    const talus::PolygonMesh mesh = polygonReader(extension, name)(textOf(*bytes, name));
    if (!mesh.warning.empty()) reportWarning(*this, mesh.warning);
    return surfaceOf(mesh);
  });
}

vtkPolyData* vtkTalusPolygons::ReadPoints(vtkUnsignedCharArray* bytes, const char* name) {
  return this->Keep([&] { return cloudOf(talus::readPlyPoints(textOf(*bytes, name))); });
}

vtkPolyData* vtkTalusPolygons::Triangles(vtkPolyData* polygons) {
  return this->Keep([&] {
    auto triangles = vtkSmartPointer<vtkPolyData>::New();
    writeMesh(splitTrianglesOf(*polygons, "The surface").mesh, *triangles);
    return triangles;
  });
}
