#include "contact/trees/contact_shape.h"

#include <algorithm>
#include <cmath>

namespace talus {

namespace {

double largestCoordinate(const SurrogateGroup& group) {
  float largest = 0;
  for (const SurrogateGroup::Lanes* lanes :
       {&group.ax, &group.ay, &group.az, &group.bx, &group.by, &group.bz, &group.cx, &group.cy, &group.cz,
        &group.sphereX, &group.sphereY, &group.sphereZ})
    for (const float c : *lanes) largest = std::max(largest, std::abs(c));
  return largest;
}

}  // namespace

ContactShape::ContactShape(const TriangleMesh& mesh, const SurrogateOptions& options, Context& context,
                           SurrogateSearch search)
    : tree_(mesh, options, context, search), corners_(SurrogateGroup::size * tree_.groups().size() + 1) {
  const auto& [origin, unit] = tree_.frame();
  const auto groups = tree_.groups();
  for (std::size_t g = 0; g < groups.size(); ++g)
    for (std::size_t lane = 0; groups[g].leaf != 0 && lane < groups[g].count; ++lane) {
      const Corners given = mesh.corners(static_cast<std::size_t>(groups[g].child[lane]));
      Corners& local = corners_[SurrogateGroup::size * g + lane];
      for (std::size_t k = 0; k < 3; ++k) local[k] = (given[k] - origin) / unit;
    }
  for (const SurrogateGroup& group : groups) extent_ = std::max(extent_, largestCoordinate(group));
  extent_ *= std::sqrt(3.0);
}

std::size_t ContactShape::memoryBytes() const {
  return tree_.memoryBytes() + corners_.capacity() * sizeof(Corners);
}

}  // namespace talus
