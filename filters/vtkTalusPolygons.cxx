#include "vtkTalusPolygons.h"

#include <vtkDataSet.h>
#include <vtkObjectFactory.h>
#include <vtkPolyData.h>

#include <exception>
#include <new>

#include "mesh_output.h"
#include "polygon_triangles.h"
#include "surface_blocks.h"

using namespace talus::filters;

vtkStandardNewMacro(vtkTalusPolygons);

vtkTalusPolygons::vtkTalusPolygons() = default;
vtkTalusPolygons::~vtkTalusPolygons() = default;

template <class Work>
vtkPolyData* vtkTalusPolygons::Keep(const Work& work) {
  this->Kept = nullptr;
  try {
    this->Kept = work();
  } catch (const std::bad_alloc&) {
    vtkErrorMacro(<< "Not enough memory");
  } catch (const std::exception& error) {
    vtkErrorMacro(<< error.what());
  }
  return this->Kept;
}

vtkPolyData* vtkTalusPolygons::OuterFaces(vtkDataSet* data) {
  return this->Keep([&] { return polygonsOf(*data, "The surface"); });
}

vtkPolyData* vtkTalusPolygons::Triangles(vtkPolyData* polygons) {
  return this->Keep([&] {
    auto triangles = vtkSmartPointer<vtkPolyData>::New();
    writeMesh(splitTrianglesOf(*polygons, "The surface").mesh, *triangles);
    return triangles;
  });
}
