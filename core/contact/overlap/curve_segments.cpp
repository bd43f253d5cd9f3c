#include "contact/overlap/curve_segments.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace talus {

namespace {

// A piercing as an end of the segment of one of the two triangle pairs that share it.
struct SegmentEnd {
  std::pair<Index, Index> triangles;
  bool isEnd;
  Index piercing;
};

}  // namespace

// If a directed edge of the first body's triangle enters the second body, the edge's inner part begins there,
// and so the segment ends there.
std::vector<CurveSegment> joinPiercings(const SurfacePair& pair, const std::vector<Piercing>& piercings) {
  std::vector<SegmentEnd> ends;
  ends.reserve(2 * piercings.size());
  for (std::size_t i = 0; i < piercings.size(); ++i) {
    const Piercing& p = piercings[i];
    const SurfaceCells::Edge& edge = pair.surface(p.first).edges()[static_cast<std::size_t>(p.edge)];
    for (const bool left : {true, false}) {
      const Index own = left ? edge.left : edge.right;
      const bool enters = p.entering == left;
      ends.push_back({p.first ? std::pair(own, p.triangle) : std::pair(p.triangle, own), enters == p.first,
                      static_cast<Index>(i)});
    }
  }
  std::sort(ends.begin(), ends.end(), [](const SegmentEnd& a, const SegmentEnd& b) {
    return std::tuple(a.triangles, a.isEnd, a.piercing) < std::tuple(b.triangles, b.isEnd, b.piercing);
  });
  std::vector<CurveSegment> segments(piercings.size());
  for (std::size_t i = 0; i + 1 < ends.size(); i += 2)
    segments[static_cast<std::size_t>(ends[i].piercing)] = {ends[i].triangles.first, ends[i].triangles.second,
                                                            ends[i].piercing, ends[i + 1].piercing};
  return segments;
}

}  // namespace talus
