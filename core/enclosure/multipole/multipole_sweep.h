#pragma once

#include <vector>

#include "base/context.h"
#include "enclosure/multipole/cluster_pairs.h"
#include "enclosure/multipole/multipole_calibration.h"

namespace talus {

/// The state of a point's winding number after a sweep.
enum class Certainty : unsigned char {
  Sure,       ///< within the accuracy
  Open,       ///< rounding may have changed it by a full turn
  OnSurface,  ///< within the accuracy, and the point lies on the surface (exact)
};

/// Options of a sweep.
struct SweepOptions {
  PairTolerance tolerance;
  std::size_t leafPairs =
      4096;                ///< points are split while at least this many pairs of point and panel are not far
  double pointRadius = 0;  ///< … and their cluster is larger than this
  std::size_t directPairs = 64;  ///< PairRule
  std::size_t segmentPairs =
      0;  ///< > 0 for integers: points share a reference point if there are fewer pairs of segment and panel
  double accuracy = 1e-3;  ///< with segments: maximum distance of the winding number from an integer
  bool careful = false;    ///< points near a panel use carefulAngle() instead of remaining undecided
};

/// The evaluation of the fast multipole method (Muth et al. 2006, (20)): the winding numbers of many points.
///
/// Clusters of points are visited from the root down. Each receives the clusters of panels that were not far
/// from its parent: those whose error bound (MultipoleStrength) is within the tolerance are added to its
/// local expansion, otherwise the larger of the two clusters is split; the remaining panels at a leaf are
/// near and summed exactly. So the near field of a parent contains the near fields of its children, and
/// clusters of points exist only where they are needed.
class MultipoleSweep {
 public:
  MultipoleSweep(const PanelTree& tree, const SweepOptions& options, PointClusters& clusters);

  /// Visits all points, on all threads. @param context as for Enclosure::classifyAll.
  void run(Context& context);

  /// In the order of the clusters.
  const std::vector<double>& winding() const { return result_.winding; }
  Certainty certainty(std::size_t i) const { return static_cast<Certainty>(result_.uncertain[i]); }

 private:
  // A cluster of points, its remaining clusters of panels, and the field of all others.
  struct Task {
    PointCluster target;
    ClusterList sources;
    std::vector<double> local;
    double bound = 0;  // bound on the error of `local`
  };

  template <class Next>
  void step(Task& task, const Next& next);
  void descend(Task& task);
  std::vector<double> emptyLocal() const { return std::vector<double>(coefficientCount(tree_.degree())); }
  PairRule leafRule(double tolerance) const { return {tolerance, true, options_.directPairs}; }
  void collect(Task& task, const PairRule& rule) const;
  bool isLeaf(const Task& task) const;
  void finish(Task& task);
  void keepBudget(Task& task) const;
  std::vector<IndexRange> nearPanels(const Task& task) const;
  Task single(const Task& task, std::size_t point, const Vec3& p) const;
  bool followSegments(const Task& task);
  bool labelAlongSegments(const Task& task, const Vec3& reference, const std::vector<std::size_t>& panels);
  PointWinding potentialAt(Task& task) const;
  void evaluate(const Task& task);
  void sumCarefully(std::size_t point, const std::vector<IndexRange>& near);

  const PanelTree& tree_;
  SweepOptions options_;
  PointClusters& clusters_;
  WindingBatch result_;
};

}  // namespace talus
