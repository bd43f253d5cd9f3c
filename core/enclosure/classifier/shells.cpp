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
    shells_.push_back(makeEnclosure(part, {.closed = true, .oriented = report.oriented},
                                    {.method = Method::DiscreteFunction}, context));
  }
  boxes_ = BoxTree(boxes);
}

Shells::Found Shells::ask(Index shell, const Vec3& p) const {
  Found found{Side::Outside, 0};
  shells_[static_cast<std::size_t>(shell)]->classify(std::span(&p, 1), std::span(&found.side, 1),
                                                     std::span(&found.winding, 1));
  return found;
}

bool Shells::isSmaller(Index shell, Index than) const {
  const auto size = [this](Index s) { return std::abs(volume_[static_cast<std::size_t>(s)]); };
  return than < 0 || size(shell) < size(than) || (size(shell) == size(than) && shell < than);
}

// Assigns the shell to the candidate points that it contains, unless a smaller shell contains them.
void Shells::settle(std::span<const Candidate> ofOneShell, std::span<const Vec3> points,
                    std::span<Index> shells) const {
  const Index shell = ofOneShell.front().shell;
  std::vector<Vec3> asked;
  for (const Candidate& candidate : ofOneShell) asked.push_back(points[candidate.point]);
  std::vector<Side> sides(asked.size());
  shells_[static_cast<std::size_t>(shell)]->classify(asked, sides, {});
  for (std::size_t i = 0; i < sides.size(); ++i) {
    Index& found = shells[ofOneShell[i].point];
    if (sides[i] != Side::Outside && isSmaller(shell, found)) found = shell;
  }
}

void Shells::innermost(std::span<const Vec3> points, std::span<const Side> sides, std::span<const Side> exact,
                       std::span<Index> shells) const {
  std::fill(shells.begin(), shells.end(), -1);
  std::vector<Candidate> candidates;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (sides[i] == Side::Outside) continue;
    const std::size_t before = candidates.size();
    boxes_.queryPoint(points[i], [&](Index shell) {
      candidates.push_back({shell, i});
      return true;
    });
    if (candidates.size() != before + 1 || exact[i] == Side::Outside) continue;
    shells[i] = candidates.back().shell;  // the only shell that can contain the point
    candidates.pop_back();
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.shell < b.shell; });
  for (auto begin = candidates.begin(); begin != candidates.end();) {
    const auto end =
        std::find_if(begin, candidates.end(), [&](const Candidate& c) { return c.shell != begin->shell; });
    settle({begin, end}, points, shells);
    begin = end;
  }
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
