#include "triangles.h"

#include <BRepBndLib.hxx>
#include <BRepMesh_IncrementalMesh.hxx>
#include <BRep_Tool.hxx>
#include <Bnd_Box.hxx>
#include <IMeshTools_Parameters.hxx>
#include <Poly_Triangulation.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Face.hxx>
#include <cmath>
#include <limits>
#include <utility>

#include "refused.h"

namespace talus::step {
namespace {

double diagonal(const TopoDS_Shape& body) {
  Bnd_Box box;
  BRepBndLib::Add(body, box, false);
  if (box.IsVoid() || box.IsOpen()) throw Refused("a body has no finite size");
  return std::sqrt(box.SquareExtent());
}

/// OpenCASCADE meshes an edge once for both of its faces, so that no gap opens between them.
void mesh(const TopoDS_Shape& body, const Tolerance& tolerance) {
  IMeshTools_Parameters parameters;
  parameters.Deflection = tolerance.chord * diagonal(body);
  parameters.Angle = tolerance.angle;
  parameters.InParallel = true;
  if (!(parameters.Deflection > 0)) throw Refused("a body has no finite size");
  const BRepMesh_IncrementalMesh mesher(body, parameters);
}

void addFace(const TopoDS_Face& face, const gp_Trsf& placement, Triangles& result) {
  TopLoc_Location location;
  const auto mesh = BRep_Tool::Triangulation(face, location);
  if (mesh.IsNull()) {
    ++result.missingFaces;
    return;
  }
  const std::size_t first = result.points.size();
  if (first + static_cast<std::size_t>(mesh->NbNodes()) > std::numeric_limits<std::int32_t>::max()) {
    throw Refused("a body has too many points");
  }
  const gp_Trsf within = location.Transformation();
  for (int i = 1; i <= mesh->NbNodes(); ++i) {
    const gp_Pnt point = mesh->Node(i).Transformed(within).Transformed(placement);
    result.points.push_back({point.X(), point.Y(), point.Z()});
  }
  const bool flipped =
      (face.Orientation() == TopAbs_REVERSED) != (within.IsNegative() != placement.IsNegative());
  const auto before = static_cast<std::int32_t>(first) - 1;
  for (int i = 1; i <= mesh->NbTriangles(); ++i) {
    int a, b, c;
    mesh->Triangle(i).Get(a, b, c);
    if (flipped) std::swap(b, c);
    result.triangles.push_back({before + a, before + b, before + c});
  }
}

}  // namespace

Triangles trianglesOf(const TopoDS_Shape& body, const Tolerance& tolerance) {
  const TopoDS_Shape unplaced = body.Located(TopLoc_Location());
  mesh(unplaced, tolerance);
  Triangles result;
  const gp_Trsf placement = body.Location().Transformation();
  for (TopExp_Explorer faces(unplaced, TopAbs_FACE); faces.More(); faces.Next()) {
    addFace(TopoDS::Face(faces.Current()), placement, result);
  }
  return result;
}

}  // namespace talus::step
