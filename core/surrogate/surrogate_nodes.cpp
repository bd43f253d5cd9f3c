#include "surrogate/surrogate_nodes.h"

namespace talus {

namespace {

// Converts lanes to surrogates in the mesh's coordinates.
class NodeMaker {
 public:
  explicit NodeMaker(const SurrogateFrame& frame)
      : frame_(frame), rounding_(1e-15 * (frame.origin.cwiseAbs().maxCoeff() + 8 * frame.unit)) {}

  SurrogateNode operator()(const SurrogateGroup& g, std::size_t lane) const {
    SurrogateNode node;
    node.level = g.level;
    node.corners = {point(g.ax[lane], g.ay[lane], g.az[lane]), point(g.bx[lane], g.by[lane], g.bz[lane]),
                    point(g.cx[lane], g.cy[lane], g.cz[lane])};
    node.epsilon = length(g.epsilon[lane]);
    node.sphereCentre = point(g.sphereX[lane], g.sphereY[lane], g.sphereZ[lane]);
    node.sphereRadius = length(g.radius[lane]);
    return node;
  }

 private:
  Vec3 point(float x, float y, float z) const { return frame_.origin + frame_.unit * Vec3(x, y, z); }
  double length(float value) const { return frame_.unit * static_cast<double>(value) + rounding_; }

  SurrogateFrame frame_;
  double rounding_;  // maximum displacement of a point by rounding to double
};

}  // namespace

std::vector<SurrogateNode> surrogateNodes(const SurrogateTree& tree) {
  const NodeMaker make(tree.frame());
  const auto groups = tree.groups();
  std::vector<SurrogateNode> nodes;
  std::vector<Index> first(groups.size());  // number of each group's first surrogate
  const auto numberOf = [&first](Index group, std::uint8_t lane) {
    return group < 0 ? Index{-1} : first[static_cast<std::size_t>(group)] + lane;
  };
  for (std::size_t g = 0; g < groups.size(); ++g) {
    first[g] = static_cast<Index>(nodes.size());
    const Index parent = numberOf(groups[g].parent, groups[g].parentLane);
    if (groups[g].leaf) {
      nodes[static_cast<std::size_t>(parent)].triangles += groups[g].count;
      continue;
    }
    for (std::size_t lane = 0; lane < groups[g].count; ++lane) {
      nodes.push_back(make(groups[g], lane));
      nodes.back().parent = parent;
    }
  }
  for (std::size_t i = nodes.size(); i-- > 1;)  // children come after their parents
    nodes[static_cast<std::size_t>(nodes[i].parent)].triangles += nodes[i].triangles;
  return nodes;
}

}  // namespace talus
