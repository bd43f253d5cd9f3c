#include "enclosure/shells.h"

#include <cmath>

namespace talus {

namespace {

std::vector<TriangleMesh> split(const TriangleMesh& mesh, const MeshReport& report) {
  std::vector<TriangleMesh> parts(static_cast<std::size_t>(report.components));
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const Index component = report.component[t];
    if (component < 0) continue;
    TriangleMesh& part = parts[static_cast<std::size_t>(component)];
    const auto [a, b, c] = mesh.corners(t);
    const Index i = part.addPoint(a);
    const Index j = part.addPoint(b);
    part.addTriangle(i, j, part.addPoint(c));
  }
  return parts;
}

double volumeOf(const TriangleMesh& mesh) {
  const Vec3 origin = mesh.point(0);  // near the body: fewer digits are lost
  double six = 0;
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto [a, b, c] = mesh.corners(t);
    six += (a - origin).dot((b - origin).cross(c - origin));
  }
  return std::abs(six) / 6;
}

}  // namespace

Shells::Shells(const TriangleMesh& mesh, const MeshReport& report, Context& context) {
  std::vector<Box> boxes;
  for (const TriangleMesh& part : split(mesh, report)) {
    boxes.push_back(part.bounds());
    volume_.push_back(volumeOf(part));
    shells_.push_back(makeEnclosure(part, {.closed = true, .oriented = report.oriented}, {}, context));
  }
  boxes_ = BoxTree(boxes);
}

Index Shells::innermost(const Vec3& p) const {
  Index best = -1;
  const std::span<const Vec3> point(&p, 1);
  boxes_.queryPoint(p, [&](Index shell) {
    const auto n = static_cast<std::size_t>(shell);
    const bool smaller = best < 0 || volume_[n] < volume_[static_cast<std::size_t>(best)] ||
                         (volume_[n] == volume_[static_cast<std::size_t>(best)] && shell < best);
    Side side = Side::Outside;
    if (smaller) shells_[n]->classify(point, std::span(&side, 1), {});
    if (side != Side::Outside) best = shell;
    return true;
  });
  return best;
}

}  // namespace talus
