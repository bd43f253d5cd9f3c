#include "geometry/check/mesh_findings.h"

#include <cmath>
#include <utility>

#include "base/number_text.h"

namespace talus {

namespace {

std::string boundaryEffect() {
  return "The surface is open: a point is inside where the magnitude of its winding number exceeds 1/2, "
         "which changes gradually from 1 to 0 through each opening.";
}

// A length with two digits, rounded up.
std::string lengthText(double length) {
  const double unit = std::pow(10, std::floor(std::log10(length)) - 1);
  return roundedText(std::ceil(length / unit) * unit);
}

std::string boundaryRepair(const MeshReport& report) {
  if (report.crackTolerance == 0) return "Surface Repair closes holes";
  return "Surface Repair with Tolerance " + lengthText(report.crackTolerance * report.bounds.sizes().norm()) +
         " closes cracks";
}

std::string nonManifoldRepair(const MeshReport& report) {
  if (report.openByRepeats()) return "Surface Repair removes duplicates";
  return report.oddEdges > 0 ? "Surface Repair removes fins and inner walls"
                             : "Surface Repair separates parts that touch";
}

std::string nonManifoldEffect(const MeshReport& report) {
  if (report.oddEdges == 0)
    return "None: every such edge has an even number of triangles, so inside and outside are still "
           "separated.";
  if (report.openByRepeats())
    return "Duplicate triangles give edges an odd number of triangles: a point is inside where the "
           "magnitude of its winding number exceeds 1/2. Without the duplicates the surface is closed.";
  return "Edges with an odd number of triangles make the surface open: a point is inside where the "
         "magnitude of its winding number exceeds 1/2.";
}

std::string duplicateEffect(const MeshReport& report) {
  if (report.closed)
    return "A triangle that occurs an even number of times does not count, one that occurs an odd number "
           "of times counts once: a part that occurs twice contains no point.";
  return "A copy changes the winding number by its solid angle, up to 1/2 near it: one copy alone "
         "changes no label, several may.";
}

std::string flippedEffect(const MeshReport& report) {
  if (report.closed)
    return "None with Auto, RayCrossing and DiscreteFunction: they use the parity of crossings, also "
           "instead of the rule NonZero, and report it as winding number. SolidAngle, Antipodal and "
           "FastMultipole use a winding number with an error of up to 1 near the patches, where their "
           "labels are wrong.";
  return "They cancel other triangles in the winding number: labels near a patch are wrong on both sides.";
}

std::string intersectionEffect(const MeshReport& report) {
  if (!report.closed)
    return "Winding numbers add up: where parts of equal orientation overlap, a point remains inside.";
  if (!report.oriented) return "Where two parts overlap, a point is outside, by parity.";
  return "Where two parts overlap, a point is outside by parity and inside by the rule NonZero; its winding "
         "number is the number of parts that contain it. Where they only touch, there is no effect.";
}

std::string misdirectedEffect() {
  return "None by parity: a shell inside another is a cavity, whatever its orientation. By the rule "
         "NonZero it is one only if it faces inwards.";
}

}  // namespace

WorstDefect worstDefect(std::uint8_t bits) {
  constexpr std::pair<Defect, WorstDefect> bySeverity[] = {
      {Defect::NonFinite, WorstDefect::NonFinite},
      {Defect::Boundary, WorstDefect::Boundary},
      {Defect::NonManifold, WorstDefect::NonManifold},
      {Defect::Flipped, WorstDefect::Flipped},
      {Defect::Duplicate, WorstDefect::Duplicate},
      {Defect::SelfIntersecting, WorstDefect::SelfIntersecting},
      {Defect::Degenerate, WorstDefect::Degenerate}};
  for (const auto& [defect, worst] : bySeverity)
    if ((bits & bit(defect)) != 0) return worst;
  return WorstDefect::Sound;
}

std::vector<Finding> findingsOf(const MeshReport& report) {
  std::vector<Finding> findings;
  const auto add = [&findings](const char* defect, std::int64_t count, const std::string& effect,
                               const std::string& repair) {
    if (count > 0) findings.push_back({defect, count, effect, repair});
  };
  add("NonFiniteTriangles", report.nonFiniteTriangles,
      "No point can be labelled: such a surface is rejected.", "Surface Repair removes these triangles");
  add("BoundaryEdges", report.boundaryEdges, boundaryEffect(), boundaryRepair(report));
  add("NonManifoldEdges", report.nonManifoldEdges, nonManifoldEffect(report), nonManifoldRepair(report));
  add("FlippedTriangles", report.flippedTriangles, flippedEffect(report),
      "Surface Repair turns flipped triangles");
  add("DuplicateTriangles", report.duplicateTriangles, duplicateEffect(report),
      "Surface Repair removes duplicates");
  add("MisdirectedShells", report.misdirectedShells, misdirectedEffect(),
      "Surface Repair turns these shells");
  add("SelfIntersections", report.selfIntersections, intersectionEffect(report),
      "Surface Repair cuts these triangles and keeps the outer surface");
  add("NonManifoldVertices", report.nonManifoldVertices, "None: the parts only touch there.",
      "Surface Repair separates parts that touch");
  add("DegenerateTriangles", report.degenerateTriangles, "None: they enclose no volume.",
      "Surface Repair removes triangles of zero area");
  return findings;
}

}  // namespace talus
