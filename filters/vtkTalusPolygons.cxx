#include "vtkTalusPolygons.h"

#include <vtkObjectFactory.h>
#include <vtkPointSet.h>
#include <vtkPolyData.h>

#include <exception>
#include <new>

#include "filter_messages.h"
#include "mesh_output.h"
#include "outer_faces.h"
#include "polygon_triangles.h"

using namespace talus::filters;

vtkStandardNewMacro(vtkTalusPolygons);

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

vtkPolyData* vtkTalusPolygons::Triangles(vtkPolyData* polygons) {
  return this->Keep([&] {
    auto triangles = vtkSmartPointer<vtkPolyData>::New();
    writeMesh(splitTrianglesOf(*polygons, "The surface").mesh, *triangles);
    return triangles;
  });
}
