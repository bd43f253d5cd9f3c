#include "report/surface_answer.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/number_text.h"
#include "report/answer_text.h"

namespace talus {

namespace {

bool isSound(const CheckedMesh& mesh) {
  return mesh.report.findings.empty() && mesh.report.triangles > 0 && mesh.incomplete == 0 &&
         mesh.crossed == 0;
}

std::string soundText(const MeshReport& report) {
  const std::string kind = report.convex ? "convex" : "";
  const std::string volume = "volume " + roundedText(report.signedVolume);
  return answerLine(
      std::array{std::string("Sound: closed, oriented, manifold. Labels are exact"),
                 listText(std::array{kind, groupedText(report.components, "shell", "shells"),
                                     groupedText(report.triangles, "triangle", "triangles"), volume})});
}

// What is wrong, in a few words.
std::string faultText(const Finding& finding, const MeshReport& report) {
  const auto counted = [&](const char* one, const char* many) {
    return groupedText(finding.count, one, many);
  };
  if (finding.defect == "NonFiniteTriangles")
    return counted("triangle with NaN or infinite corners", "triangles with NaN or infinite corners");
  if (finding.defect == "BoundaryEdges")
    return counted("open edge", "open edges") + " in " +
           groupedText(static_cast<std::int64_t>(report.loops.loops.size()), "loop", "loops");
  if (finding.defect == "NonManifoldEdges")
    return counted("edge of three or more triangles", "edges of three or more triangles");
  if (finding.defect == "FlippedTriangles")
    return counted("flipped triangle", "flipped triangles") + " in " +
           groupedText(report.flippedPatches, "patch", "patches");
  if (finding.defect == "DuplicateTriangles") return counted("duplicate triangle", "duplicate triangles");
  if (finding.defect == "MisdirectedShells")
    return counted("shell that faces the wrong way", "shells that face the wrong way");
  if (finding.defect == "SelfIntersections")
    return (report.intersectionsCounted ? "" : "at least ") +
           counted("pair of triangles that intersect", "pairs of triangles that intersect");
  if (finding.defect == "NonManifoldVertices")
    return counted("point where parts only touch", "points where parts only touch");
  return counted("triangle without area", "triangles without area");
}

std::string faultsText(const CheckedMesh& mesh) {
  std::vector<std::string> faults;
  for (const Finding& finding : mesh.report.findings) faults.push_back(faultText(finding, mesh.report));
  if (mesh.incomplete > 0)
    faults.push_back(groupedText(mesh.incomplete, "polygon", "polygons") + " of fewer than three corners");
  if (mesh.crossed > 0)
    faults.push_back(
        groupedText(mesh.crossed, "polygon that crosses itself", "polygons that cross themselves"));
  return listText(faults);
}

std::string labelsText(const MeshReport& report) {
  if (report.nonFiniteTriangles > 0) return "No point can be labelled";
  if (report.degenerateTriangles == report.triangles) return "No point can be inside";
  return report.closed ? "Labels are exact" : "Labels would follow the winding number";
}

// That of the most severe defect that has one.
std::string repairText(const MeshReport& report) {
  for (const Finding& finding : report.findings)
    if (!finding.repair.empty()) return ". Repair: " + finding.repair;
  return {};
}

}  // namespace

std::string surfaceAnswer(const CheckedMesh& mesh) {
  const MeshReport& report = mesh.report;
  if (isSound(mesh)) return soundText(report);
  if (report.triangles == 0 && mesh.incomplete == 0 && mesh.crossed == 0)
    return "No triangles: no point can be inside";
  return (report.closed ? "Closed, but not sound: " : "Not closed: ") + faultsText(mesh) + ". " +
         labelsText(report) + repairText(report);
}

std::string surfacesAnswer(std::span<const CheckedMesh> meshes, std::span<const int> numbers) {
  if (meshes.empty()) return "No surfaces to check";
  if (meshes.size() == 1) return surfaceAnswer(meshes[0]);
  const auto sound = std::count_if(meshes.begin(), meshes.end(), isSound);
  const auto all = static_cast<std::int64_t>(meshes.size());
  if (sound == all) return "All " + groupedText(all) + " surfaces are sound. Labels are exact";
  const auto first =
      static_cast<std::size_t>(std::find_if_not(meshes.begin(), meshes.end(), isSound) - meshes.begin());
  return groupedText(sound) + " of " + groupedText(all) + " surfaces are sound. Surface " +
         std::to_string(numbers[first]) + ": " + surfaceAnswer(meshes[first]);
}

}  // namespace talus
