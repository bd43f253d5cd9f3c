#include "surrogate/surrogate_tree.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "geometry/mesh/point_merge.h"
#include "surrogate/conservative_bounds.h"
#include "surrogate/triangle_clusters.h"

namespace talus {

namespace {

using Corners = std::array<Vec3, 3>;

// The fraction of the build's time that clustering takes.
constexpr double clusteringShare = 0.2;

SurrogateFrame frameOf(const TriangleMesh& mesh) {
  const Box box = mesh.bounds();
  SurrogateFrame frame{.origin = 0.5 * box.min() + 0.5 * box.max()};
  const double reach = std::max((box.max() - frame.origin).maxCoeff(), (frame.origin - box.min()).maxCoeff());
  int exponent = 0;
  std::frexp(reach, &exponent);
  frame.unit = std::ldexp(1.0, std::max(exponent, -1000));  // so that its reciprocal is finite
  return frame;
}

// The mesh in the tree's frame, in double, equal points merged.
class LocalMesh {
 public:
  LocalMesh(const TriangleMesh& mesh, const SurrogateFrame& frame)
      : mesh_(mergeDuplicatePoints(mesh).mesh), points_(mesh_.pointCount()) {
    for (std::size_t i = 0; i < points_.size(); ++i)
      points_[i] = (mesh_.point(static_cast<Index>(i)) - frame.origin) / frame.unit;
  }

  Corners corners(Index t) const {
    const auto [a, b, c] = mesh_.triangle(static_cast<std::size_t>(t));
    return {point(a), point(b), point(c)};
  }
  std::vector<Vec3> centres() const {
    std::vector<Vec3> centres;
    centres.reserve(mesh_.triangleCount());
    for (std::size_t t = 0; t < mesh_.triangleCount(); ++t) {
      const auto [a, b, c] = corners(static_cast<Index>(t));
      centres.emplace_back((a + b + c) / 3);
    }
    return centres;
  }
  // The points of some triangles, each once.
  std::vector<Vec3> pointsOf(std::span<const Index> triangles) const {
    std::vector<Index> ids;
    ids.reserve(3 * triangles.size());
    for (const Index t : triangles)
      for (const Index corner : mesh_.triangle(static_cast<std::size_t>(t))) ids.push_back(corner);
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    std::vector<Vec3> points;
    points.reserve(ids.size());
    for (const Index id : ids) points.push_back(point(id));
    return points;
  }
  std::vector<Corners> trianglesOf(std::span<const Index> triangles) const {
    std::vector<Corners> result;
    result.reserve(triangles.size());
    for (const Index t : triangles) result.push_back(corners(t));
    return result;
  }

 private:
  const Vec3& point(Index i) const { return points_[static_cast<std::size_t>(i)]; }

  TriangleMesh mesh_;
  std::vector<Vec3> points_;
};

// One lane of a group: a triangle with its halo and its sphere.
struct Lane {
  Corners corners;
  float epsilon = 0;
  CoveringSphere sphere;
};

// The added surrogate; null: the minimax triangle.
Lane surrogateLane(const LocalMesh& mesh, std::span<const Index> triangles, AddedSurrogate added,
                   SurrogateSearch search) {
  const std::vector<Vec3> points = mesh.pointsOf(triangles);
  const Corners corners =
      added == nullptr ? minimaxTriangle(points, search) : added(mesh.trianglesOf(triangles));
  const Corners rounded = roundedToFloat(corners);
  return {rounded, coveringHalo(rounded, points), coveringSphere(points)};
}

// Epsilon is the maximum displacement of a corner by rounding, so that it bounds distances both ways.
Lane fineLane(const Corners& corners) {
  const Corners rounded = roundedToFloat(corners);
  double moved = 0;
  for (std::size_t i = 0; i < 3; ++i) moved = std::max(moved, (corners[i] - rounded[i]).norm());
  return {rounded, roundedUp(moved), coveringSphere(corners)};
}

void put(const Lane& lane, SurrogateGroup& group, std::size_t at) {
  const auto set = [at](const Vec3& p, SurrogateGroup::Lanes& x, SurrogateGroup::Lanes& y,
                        SurrogateGroup::Lanes& z) {
    x[at] = static_cast<float>(p.x());
    y[at] = static_cast<float>(p.y());
    z[at] = static_cast<float>(p.z());
  };
  set(lane.corners[0], group.ax, group.ay, group.az);
  set(lane.corners[1], group.bx, group.by, group.bz);
  set(lane.corners[2], group.cx, group.cy, group.cz);
  set(lane.sphere.centre, group.sphereX, group.sphereY, group.sphereZ);
  group.radius[at] = lane.sphere.radius;
  group.epsilon[at] = lane.epsilon;
}

// Fills the unused lanes with copies of the first.
void pad(SurrogateGroup& group) {
  for (SurrogateGroup::Lanes* lanes :
       {&group.ax, &group.ay, &group.az, &group.bx, &group.by, &group.bz, &group.cx, &group.cy, &group.cz,
        &group.sphereX, &group.sphereY, &group.sphereZ, &group.radius, &group.epsilon})
    std::fill(lanes->begin() + group.count, lanes->end(), lanes->front());
  std::fill(group.child.begin() + group.count, group.child.end(), group.child.front());
  std::fill(group.childGroups.begin() + group.count, group.childGroups.end(), group.childGroups.front());
}

// Lanes below a cluster: its child clusters, or the triangles of a leaf.
std::size_t laneCount(const TriangleCluster& cluster) {
  return cluster.childCount > 0 ? cluster.childCount : cluster.count();
}

std::size_t groupsFor(std::size_t lanes) {
  return (lanes + SurrogateGroup::size - 1) / SurrogateGroup::size;
}

// The position of each cluster: its own lane, and the groups of its children.
struct Place {
  std::size_t group = 0, lane = 0;
  std::size_t firstChildGroup = 0;
  std::uint8_t level = 0;  // of its group
};

std::vector<Place> placesOf(const TriangleClusters& all, std::size_t& groupCount) {
  std::vector<Place> places(all.clusters.size());
  groupCount = 1;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const TriangleCluster& cluster = all.clusters[i];
    places[i].firstChildGroup = groupCount;
    for (std::size_t k = 0; k < cluster.childCount; ++k) {
      Place& child = places[cluster.firstChild + k];
      child.group = groupCount + k / SurrogateGroup::size;
      child.lane = k % SurrogateGroup::size;
      child.level = static_cast<std::uint8_t>(places[i].level + 1);
    }
    groupCount += groupsFor(laneCount(cluster));
  }
  return places;
}

// Fills the groups of a tree from its clusters.
class GroupFiller {
 public:
  GroupFiller(const LocalMesh& mesh, const TriangleClusters& clusters, const std::vector<Place>& places,
              LargeArray<SurrogateGroup>& groups)
      : mesh_(mesh), all_(clusters), places_(places), groups_(groups) {}

  // Everything but the surrogates' own lanes: parents and children, and the fine triangles of leaves.
  void fillBelow(std::size_t number) {
    const TriangleCluster& cluster = all_.clusters[number];
    const Place& place = places_[number];
    const std::size_t lanes = laneCount(cluster);
    for (std::size_t first = 0; first < lanes; first += SurrogateGroup::size) {
      SurrogateGroup& group = groups_[place.firstChildGroup + first / SurrogateGroup::size];
      group.parent = static_cast<Index>(place.group);
      group.parentLane = static_cast<std::uint8_t>(place.lane);
      group.level = static_cast<std::uint8_t>(place.level + 1);
      group.leaf = cluster.childCount == 0;
      group.count = static_cast<std::uint8_t>(std::min(SurrogateGroup::size, lanes - first));
      if (group.leaf) fillLeaf(triangles(cluster).subspan(first, group.count), group);
    }
  }

  void fillLane(std::size_t number, AddedSurrogate added, SurrogateSearch search) {
    const TriangleCluster& cluster = all_.clusters[number];
    const Place& place = places_[number];
    SurrogateGroup& group = groups_[place.group];
    put(surrogateLane(mesh_, triangles(cluster), added, search), group, place.lane);
    group.child[place.lane] = static_cast<Index>(place.firstChildGroup);
    group.childGroups[place.lane] = static_cast<std::uint8_t>(groupsFor(laneCount(cluster)));
  }

 private:
  std::span<const Index> triangles(const TriangleCluster& cluster) const {
    return std::span(all_.order).subspan(cluster.begin, cluster.count());
  }

  void fillLeaf(std::span<const Index> triangles, SurrogateGroup& group) {
    for (std::size_t i = 0; i < triangles.size(); ++i) {
      put(fineLane(mesh_.corners(triangles[i])), group, i);
      group.child[i] = triangles[i];
      group.childGroups[i] = 0;
    }
  }

  const LocalMesh& mesh_;
  const TriangleClusters& all_;
  const std::vector<Place>& places_;
  LargeArray<SurrogateGroup>& groups_;
};

// Converts the progress of a task into steps of another context's stage.
class ForwardedSteps {
 public:
  ForwardedSteps(Context& outer, std::size_t steps) : outer_(outer), steps_(static_cast<double>(steps)) {}

  Context::Report report() {
    return [this](double fraction) {
      const auto now = static_cast<std::int64_t>(fraction * steps_);
      outer_.advance(now - done_);
      done_ = now;
      return true;
    };
  }

 private:
  Context& outer_;
  double steps_;
  std::int64_t done_ = 0;
};

}  // namespace

AddedMethods<SurrogateMethod, AddedSurrogate>& addedSurrogates() {
  static AddedMethods<SurrogateMethod, AddedSurrogate> methods;
  return methods;
}

SurrogateTree::SurrogateTree(const TriangleMesh& mesh, const SurrogateOptions& options, Context& context,
                             SurrogateSearch search)
    : triangleCount_(mesh.triangleCount()) {
  requireValid(options);
  requireUsable(mesh, "The surface");
  frame_ = frameOf(mesh);
  const LocalMesh local(mesh, frame_);
  ForwardedSteps steps(context, mesh.triangleCount());
  Context work(steps.report());
  const bool minimax = options.method == SurrogateMethod::Minimax;
  const AddedSurrogate added = minimax ? nullptr : addedSurrogates().at(options.method);
  const auto cut = minimax ? ClusterCut::Balanced : ClusterCut::Means;
  const TriangleClusters all = clusterTriangles(local.centres(), static_cast<std::size_t>(options.branching),
                                                cut, clusteringShare, work);

  std::size_t groupCount = 0;
  const std::vector<Place> places = placesOf(all, groupCount);
  groups_ = LargeArray<SurrogateGroup>(groupCount);
  SurrogateGroup& root = groups_[0];
  root = {};
  root.parent = -1;
  root.count = 1;
  GroupFiller filler(local, all, places, groups_);
  work.beginStage(1, static_cast<std::int64_t>(all.clusters.size()));
  parallelChunks(all.clusters.size(), 1, work, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      filler.fillBelow(i);
      filler.fillLane(i, added, search);
    }
  });
  for (SurrogateGroup& group : groups_) pad(group);
  levelBegin_ = {0};
  for (std::size_t g = 1; g < groupCount; ++g)
    if (groups_[g].level != groups_[g - 1].level) levelBegin_.push_back(g);
  levelBegin_.push_back(groupCount);
}

std::size_t SurrogateTree::memoryBytes() const {
  return sizeof(*this) + groups_.memoryBytes() + levelBegin_.capacity() * sizeof(std::size_t);
}

}  // namespace talus
