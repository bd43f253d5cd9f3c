#include "enclosure/classifier/shells.h"

#include <algorithm>
#include <cmath>

#include "enclosure/classifier/make_enclosure.h"
#include "geometry/mesh/polyhedron_moments.h"

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

}  // namespace

Shells::Shells(const TriangleMesh& mesh, const MeshReport& report, Context& context) {
  volume_ = signedVolumes(mesh, report.component, static_cast<std::size_t>(report.components),
                          LocalFrame::of(mesh.bounds()));
  std::vector<Box> boxes;
  for (const TriangleMesh& part : split(mesh, report)) {
    boxes.push_back(part.bounds());
    shells_.push_back(makeEnclosure(part, {.closed = true, .oriented = report.oriented}, {}, context));
  }
  boxes_ = BoxTree(boxes);
}

Shells::Found Shells::ask(Index shell, const Vec3& p) const {
  Found found{Side::Outside, 0};
  shells_[static_cast<std::size_t>(shell)]->classify(std::span(&p, 1), std::span(&found.side, 1),
                                                     std::span(&found.winding, 1));
  return found;
}

Index Shells::innermost(const Vec3& p) const {
  const auto size = [this](Index shell) { return std::abs(volume_[static_cast<std::size_t>(shell)]); };
  Index best = -1;
  boxes_.queryPoint(p, [&](Index shell) {
    const bool smaller = best < 0 || size(shell) < size(best) || (size(shell) == size(best) && shell < best);
    if (smaller && ask(shell, p).side != Side::Outside) best = shell;
    return true;
  });
  return best;
}

Nesting Shells::nesting(const Vec3& p) const {
  Nesting nesting;
  boxes_.queryPoint(p, [&](Index shell) {
    const Found found = ask(shell, p);
    if (found.side != Side::Inside) return true;
    ++nesting.depth;
    nesting.turns += found.winding;
    return true;
  });
  return nesting;
}

bool Shells::encloseSurely(const Vec3& p, std::span<const Index> near) const {
  double least = 0;
  double most = 0;
  const auto addOwn = [&](Index shell) {
    double& end = volume_[static_cast<std::size_t>(shell)] < 0 ? least : most;
    end += volume_[static_cast<std::size_t>(shell)] < 0 ? -1 : 1;
  };
  for (const Index shell : near) addOwn(shell);
  boxes_.queryPoint(p, [&](Index shell) {
    if (std::find(near.begin(), near.end(), shell) != near.end()) return true;
    const Found found = ask(shell, p);
    if (found.side == Side::OnSurface) {
      addOwn(shell);
    } else {
      least += found.winding;
      most += found.winding;
    }
    return true;
  });
  return least > 0 || most < 0;
}

}  // namespace talus
