#include "geometry/check/report_bytes.h"

namespace talus {

namespace {

// Writes or reads a report.
template <class Report, class Bytes>
void transfer(Report& r, Bytes& bytes) {
  bytes.all(r.closed, r.oriented, r.manifold, r.convex, r.intersectionsChecked, r.intersectionsCounted,
            r.points, r.triangles, r.edges, r.boundaryEdges, r.nonManifoldEdges, r.oddEdges,
            r.oddWithoutRepeats, r.misorientedEdges, r.nonManifoldVertices, r.duplicateTriangles,
            r.repeatedTriangles, r.degenerateTriangles, r.flippedTriangles, r.flippedPatches,
            r.nonFiniteTriangles, r.selfIntersections, r.components, r.misdirectedShells, r.signedVolume,
            r.area, r.bounds, r.crackTolerance, r.defects, r.component, r.boundary, r.loops.loops,
            r.loops.loopOf, r.problem, r.consequence);
}

// Writes or reads a finding.
template <class Kind, class Bytes>
void transferFinding(Kind& finding, Bytes& bytes) {
  bytes.all(finding.defect, finding.count, finding.effect, finding.repair);
}

}  // namespace

void write(const MeshReport& report, ByteWriter& bytes) {
  transfer(report, bytes);
  bytes.value(static_cast<std::uint64_t>(report.findings.size()));
  for (const Finding& finding : report.findings) transferFinding(finding, bytes);
}

MeshReport readReport(ByteReader& bytes) {
  MeshReport report;
  transfer(report, bytes);
  report.findings.resize(static_cast<std::size_t>(bytes.value<std::uint64_t>()));
  for (Finding& finding : report.findings) transferFinding(finding, bytes);
  return report;
}

}  // namespace talus
