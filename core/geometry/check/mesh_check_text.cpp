#include "geometry/check/mesh_check_text.h"

#include <cstdio>

#include "base/number_text.h"

namespace talus {

namespace {

std::string text(const Vec3& p) {
  char buffer[96];
  std::snprintf(buffer, sizeof buffer, "(%.6g, %.6g, %.6g)", p.x(), p.y(), p.z());
  return buffer;
}

class Sentences {
 public:
  explicit Sentences(const TriangleMesh& mesh) : mesh_(mesh) {}

  void add(const std::string& finding, const std::string& place) {
    if (!text_.empty()) text_ += "; ";
    text_ += finding + place;
  }
  std::string atEdge(const std::array<Index, 2>& edge) const {
    return ", the first between " + text(mesh_.point(edge[0])) + " and " + text(mesh_.point(edge[1]));
  }
  std::string atPoint(Index point) const { return ", the first at " + text(mesh_.point(point)); }
  std::string atTriangle(Index t) const {
    return ", the first is triangle " + std::to_string(t) + " at " + text(cornerOf(t));
  }
  std::string atTriangles(const std::array<Index, 2>& pair) const {
    return ", the first are triangles " + std::to_string(pair[0]) + " and " + std::to_string(pair[1]) +
           " near " + text(cornerOf(pair[0]));
  }
  std::string take() { return std::move(text_); }

 private:
  Vec3 cornerOf(Index t) const { return mesh_.point(mesh_.triangle(static_cast<std::size_t>(t))[0]); }

  const TriangleMesh& mesh_;
  std::string text_;
};

}  // namespace

std::string problemText(const TriangleMesh& mesh, const MeshReport& report, const FirstDefects& first) {
  if (report.triangles == 0) return "the surface has no triangles";
  Sentences s(mesh);
  if (report.nonFiniteTriangles > 0)
    s.add(counted(report.nonFiniteTriangles, "triangle has a NaN or infinite corner",
                  "triangles have a NaN or infinite corner"),
          ", the first is triangle " + std::to_string(first.nonFiniteTriangle));
  if (report.degenerateTriangles > 0)
    s.add(counted(report.degenerateTriangles, "triangle has no area", "triangles have no area"),
          s.atTriangle(first.degenerateTriangle));
  if (report.boundaryEdges > 0)
    s.add(counted(report.boundaryEdges, "edge belongs", "edges belong") + " to only one triangle",
          s.atEdge(first.boundaryEdge));
  if (report.nonManifoldEdges > 0)
    s.add(counted(report.nonManifoldEdges, "edge belongs", "edges belong") + " to more than two triangles",
          s.atEdge(first.nonManifoldEdge));
  if (report.nonManifoldVertices > 0)
    s.add(counted(report.nonManifoldVertices, "point connects parts that share no edge there",
                  "points connect parts that share no edge there"),
          s.atPoint(first.pinchedVertex));
  if (report.misorientedEdges > 0)
    s.add(counted(report.misorientedEdges, "edge lies", "edges lie") +
              " between triangles of opposite orientation (" +
              counted(report.flippedTriangles, "flipped triangle", "flipped triangles") + " in " +
              counted(report.flippedPatches, "patch", "patches") + ')',
          s.atEdge(first.misorientedEdge));
  if (report.duplicateTriangles > 0)
    s.add(counted(report.duplicateTriangles, "triangle duplicates another one", "triangles duplicate others"),
          s.atTriangle(first.duplicateTriangle));
  if (report.misdirectedShells > 0)
    s.add(counted(report.misdirectedShells, "shell has", "shells have") +
              " the wrong orientation (bodies face outwards, cavities inwards)",
          s.atTriangle(first.misdirectedTriangle));
  if (report.selfIntersections > 0)
    s.add(
        (report.intersectionsCounted ? "" : "at least ") +
            counted(report.selfIntersections, "pair of triangles intersects", "pairs of triangles intersect"),
        s.atTriangles(first.intersectingTriangles));
  if (first.badScale)
    s.add("the area or volume is too large or too small for a double: scale the surface",
          ", whose size is about " + roundedText(report.bounds.sizes().maxCoeff()));
  return s.take();
}

std::string consequenceText(const MeshReport& report) {
  if (report.triangles == 0) return "No point can be inside.";
  if (report.nonFiniteTriangles > 0)
    return "Points cannot be classified until the triangles with NaN or infinite corners are repaired or "
           "removed.";
  if (report.degenerateTriangles == report.triangles)
    return "No triangle has an area, so no point can be inside.";
  if (report.openByRepeats())
    return "The surface is closed except for duplicate triangles: labels follow the generalised winding "
           "number (inside above 1/2). Remove the duplicates.";
  if (!report.closed)
    return "The surface does not separate inside from outside: labels follow the generalised winding number "
           "(inside above 1/2), which changes gradually near the openings" +
           std::string(report.flippedTriangles > 0 ? ", and flipped triangles cancel others." : ".");
  if (!report.oriented)
    return "Labels are exact (parity of crossings), but the winding number is unreliable where orientations "
           "differ.";
  if (report.duplicateTriangles > 0)
    return "Labels are exact by the parity of crossings: a part of the surface that occurs twice contains no "
           "point.";
  if (report.misdirectedShells > 0)
    return "Labels are exact by the parity of crossings: a shell inside another is a cavity, whatever its "
           "orientation. The winding number inside the cavity is not 0.";
  if (report.selfIntersections > 0)
    return "Labels are exact by the parity of crossings: where two parts overlap, a point counts as outside; "
           "its winding number tells how many parts hold it.";
  if (report.signedVolume < 0)
    return "Labels are exact. The triangles face inwards, so the winding number inside is negative.";
  return "Labels are exact.";
}

}  // namespace talus
