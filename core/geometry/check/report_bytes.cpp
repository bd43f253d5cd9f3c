#include "geometry/check/report_bytes.h"

#include "base/text_bytes.h"

namespace talus {

namespace {

// Calls visit(number) for each flag, count and quantity.
template <class Report, class Visitor>
void forEachValue(Report& r, const Visitor& visit) {
  for (auto* flag :
       {&r.closed, &r.oriented, &r.manifold, &r.convex, &r.intersectionsChecked, &r.intersectionsCounted})
    visit(*flag);
  for (auto* count :
       {&r.points, &r.triangles, &r.edges, &r.boundaryEdges, &r.nonManifoldEdges, &r.oddEdges,
        &r.oddWithoutRepeats, &r.misorientedEdges, &r.nonManifoldVertices, &r.duplicateTriangles,
        &r.repeatedTriangles, &r.degenerateTriangles, &r.flippedTriangles, &r.flippedPatches,
        &r.nonFiniteTriangles, &r.selfIntersections, &r.components, &r.misdirectedShells})
    visit(*count);
  visit(r.signedVolume);
  visit(r.area);
  visit(r.bounds);
  visit(r.crackTolerance);
}

// Calls visit(array) for each array of plain values.
template <class Report, class Visitor>
void forEachArray(Report& r, const Visitor& visit) {
  visit(r.defects);
  visit(r.component);
  visit(r.boundary);
  visit(r.loops.loops);
  visit(r.loops.loopOf);
}

}  // namespace

void write(const MeshReport& report, ByteWriter& bytes) {
  forEachValue(report, [&bytes](const auto& value) { bytes.value(value); });
  forEachArray(report, [&bytes](const auto& array) { bytes.array(array); });
  writeText(report.problem, bytes);
  writeText(report.consequence, bytes);
  bytes.value(static_cast<std::uint64_t>(report.findings.size()));
  for (const Finding& finding : report.findings) {
    writeText(finding.defect, bytes);
    bytes.value(finding.count);
    writeText(finding.effect, bytes);
    writeText(finding.repair, bytes);
  }
}

MeshReport readReport(ByteReader& bytes) {
  MeshReport report;
  forEachValue(report,
               [&bytes](auto& value) { value = bytes.value<std::remove_reference_t<decltype(value)>>(); });
  forEachArray(report, [&bytes](auto& array) { bytes.array(array); });
  report.problem = readText(bytes);
  report.consequence = readText(bytes);
  report.findings.resize(static_cast<std::size_t>(bytes.value<std::uint64_t>()));
  for (Finding& finding : report.findings) {
    finding.defect = readText(bytes);
    finding.count = bytes.value<std::int64_t>();
    finding.effect = readText(bytes);
    finding.repair = readText(bytes);
  }
  return report;
}

}  // namespace talus
