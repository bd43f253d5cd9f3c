#include "repair/repair_report.h"

#include "base/number_text.h"

namespace talus {

namespace {

RepairStep stepOf(const char* name, std::int64_t count, const char* one, const char* many) {
  return {name, count, counted(count, one, many)};
}

}  // namespace

bool RepairReport::hasChanged() const {
  return !stepsOf(*this).empty();
}

std::vector<RepairStep> stepsOf(const RepairReport& report) {
  std::vector<RepairStep> steps{
      stepOf("NonFiniteTriangles", report.nonFiniteTriangles,
             "triangle with a corner that is not finite removed",
             "triangles with corners that are not finite removed"),
      stepOf("MergedPoints", report.mergedPoints, "point merged with a near one",
             "points merged with near ones"),
      stepOf("SmallShells", report.smallShells, "small shell removed", "small shells removed"),
      stepOf("FlatTriangles", report.flatTriangles, "triangle without area removed",
             "triangles without area removed"),
      stepOf("RepeatedTriangles", report.repeatedTriangles, "repeated triangle removed",
             "repeated triangles removed"),
      stepOf("SheetTriangles", report.sheetTriangles, "triangle of a loose sheet removed",
             "triangles of loose sheets removed"),
      stepOf("TJunctions", report.tJunctions, "point made a corner of the triangles beside it",
             "points made corners of the triangles beside them"),
      stepOf("FlippedTriangles", report.flippedTriangles, "flipped triangle turned",
             "flipped triangles turned"),
      stepOf("ClosedHoles", report.closedHoles, "hole closed", "holes closed"),
      stepOf("TurnedShells", report.turnedShells, "shell turned", "shells turned"),
      stepOf("Intersections", report.intersections, "pair of intersecting triangles cut",
             "pairs of intersecting triangles cut"),
      stepOf("SeparatedCorners", report.separatedCorners, "corner of a part that touched another one moved",
             "corners of parts that touched others moved")};
  std::erase_if(steps, [](const RepairStep& step) { return step.count == 0; });
  for (RepairStep& step : steps)
    if (step.name == "ClosedHoles")
      step.text.append(" by ").append(counted(report.holeTriangles, "triangle", "triangles"));
  return steps;
}

}  // namespace talus
