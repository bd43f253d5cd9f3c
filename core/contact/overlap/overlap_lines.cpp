#include "contact/overlap/overlap_lines.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace talus {

namespace {

struct Stretch {
  double begin = 0, end = 0;
};

struct Crossing {
  double height = 0;
  bool upper = false;  // the body ends there
};

enum class Passage { Beside, Through, Unclear };

Passage passageThrough(const ProjectedTriangle& triangle, const Eigen::Vector2d& at) {
  constexpr double near = 1e-9;  // of a triangle's area
  constexpr double steep = 1e3;  // height over way
  double least = 1;
  for (std::size_t k = 0; k < 3; ++k) {
    const double turn = orientation2d(triangle.at[k], triangle.at[(k + 1) % 3], at);
    least = std::min(least, turn / triangle.orientation);
  }
  if (least < -near) return Passage::Beside;
  return least < near || triangle.slope.norm() > steep ? Passage::Unclear : Passage::Through;
}

// The stretches of a line within a body; none if they are not clear.
std::vector<Stretch> stretchesOf(const ProjectionGrid& body, const Eigen::Vector2d& at) {
  std::vector<Crossing> crossings;
  bool clear = true;
  body.forEachAt(at, [&](const ProjectedTriangle& triangle) {
    const Passage passage = passageThrough(triangle, at);
    clear = clear && passage != Passage::Unclear;
    if (passage == Passage::Through) crossings.push_back({triangle.heightAt(at), triangle.orientation > 0});
  });
  if (!clear || crossings.size() % 2 != 0) return {};
  std::sort(crossings.begin(), crossings.end(),
            [](const Crossing& a, const Crossing& b) { return a.height < b.height; });
  std::vector<Stretch> stretches;
  for (std::size_t i = 0; i < crossings.size(); i += 2) {
    if (crossings[i].upper || !crossings[i + 1].upper) return {};
    stretches.push_back({crossings[i].height, crossings[i + 1].height});
  }
  return stretches;
}

}  // namespace

double surelyOverlappingUpTo(const ProjectionGrid& first, const ProjectionGrid& second, const Outline& area) {
  std::vector<Stretch> overlaps;  // translations of the second body
  for (int i = 0; i < overlapLinesPerSide; ++i)
    for (int j = 0; j < overlapLinesPerSide; ++j) {
      const Eigen::Array2d place = Eigen::Array2d(i + 0.5, j + 0.5) / overlapLinesPerSide;
      const Eigen::Vector2d at = area.min() + (place * area.sizes().array()).matrix();
      const std::vector<Stretch> ofSecond = stretchesOf(second, at);
      if (ofSecond.empty()) continue;
      for (const Stretch& s : stretchesOf(first, at))
        for (const Stretch& t : ofSecond)
          if (s.end > t.begin) overlaps.push_back({s.begin - t.end, s.end - t.begin});
    }
  std::sort(overlaps.begin(), overlaps.end(),
            [](const Stretch& a, const Stretch& b) { return a.begin < b.begin; });
  double reached = 0;
  for (const Stretch& next : overlaps) {
    if (next.begin > reached) break;
    reached = std::max(reached, next.end);
  }
  return reached;
}

}  // namespace talus
