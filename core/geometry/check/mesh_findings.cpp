#include "geometry/check/mesh_findings.h"

namespace talus {

namespace {

std::string boundaryEffect() {
  return "The surface is open: a point is inside where the magnitude of its winding number exceeds 1/2, "
         "and that number passes gradually from 1 to 0 through each opening.";
}

std::string nonManifoldEffect(const MeshReport& report) {
  if (report.oddEdges == 0)
    return "None: every such edge has an even number of triangles, so the sides are still told apart.";
  if (report.openByRepeats())
    return "Repeated triangles leave edges of an odd number of triangles: a point is inside where the "
           "magnitude of its winding number exceeds 1/2. Without the repeats the surface is closed.";
  return "Edges of an odd number of triangles make the surface open: a point is inside where the "
         "magnitude of its winding number exceeds 1/2.";
}

std::string duplicateEffect(const MeshReport& report) {
  if (report.closed)
    return "A triangle that is there an even number of times counts as none, one that is there an odd "
           "number of times as one: a part that is there twice holds no point.";
  return "A copy shifts the winding number by its solid angle, up to 1/2 beside it: one copy alone "
         "changes no label, several may.";
}

std::string flippedEffect(const MeshReport& report) {
  if (report.closed)
    return "None with Auto, RayCrossing and DiscreteFunction: they follow the parity of crossings, also "
           "in place of the rule NonZero, and give it as winding number. SolidAngle, Antipodal and "
           "FastMultipole go by a winding number that is off by up to 1 beside the patches: there their "
           "labels are wrong.";
  return "They cancel other triangles in the winding number: on both sides of a patch, labels beside it "
         "are wrong.";
}

std::string intersectionEffect(const MeshReport& report) {
  if (!report.closed)
    return "Winding numbers add up: where parts that face the same way overlap, a point stays inside.";
  if (!report.oriented)
    return "Where two parts overlap, a point counts as outside: it is crossed out by parity.";
  return "Where two parts overlap, a point counts as outside by parity and as inside by the rule "
         "NonZero; its winding number tells how many parts hold it. Where they only touch, nothing "
         "changes.";
}

std::string misdirectedEffect() {
  return "None by parity: a shell within another is a cavity, whichever way it faces. By the rule NonZero it "
         "is one only if it faces inwards.";
}

}  // namespace

std::vector<Finding> findingsOf(const MeshReport& report) {
  std::vector<Finding> findings;
  const auto add = [&findings](const char* defect, std::int64_t count, const std::string& effect) {
    if (count > 0) findings.push_back({defect, count, effect});
  };
  add("NonFiniteTriangles", report.nonFiniteTriangles,
      "No point can be labelled: such a surface is refused.");
  add("BoundaryEdges", report.boundaryEdges, boundaryEffect());
  add("NonManifoldEdges", report.nonManifoldEdges, nonManifoldEffect(report));
  add("FlippedTriangles", report.flippedTriangles, flippedEffect(report));
  add("DuplicateTriangles", report.duplicateTriangles, duplicateEffect(report));
  add("MisdirectedShells", report.misdirectedShells, misdirectedEffect());
  add("SelfIntersections", report.selfIntersections, intersectionEffect(report));
  add("NonManifoldVertices", report.nonManifoldVertices, "None: the parts only touch there.");
  add("DegenerateTriangles", report.degenerateTriangles, "None of their own: they enclose nothing.");
  return findings;
}

}  // namespace talus
