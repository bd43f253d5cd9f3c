#pragma once

#include <memory>
#include <mutex>

#include "enclosure/interface/enclosure.h"
#include "enclosure/multipole/cluster_tree.h"
#include "enclosure/multipole/multipole_sweep.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// The fast multipole method of Muth, Of, Eberhard and Steinbach 2006, section 2.1.2: an approximation J̃ of
/// the winding number J (SolidAngle) with |J̃ − J| ≤ `accuracy`, in a time that is nearly linear in the
/// numbers of triangles and of points.
///
/// Setup, once for a surface: a cluster tree over the panels and the multipole moments of its clusters, exact
/// on the panels (22) and translated to the parents (23). Evaluation, for any number of sets of points: see
/// MultipoleSweep. Operators as in multipole_kernel.h.
///
/// Accuracy: a pair of clusters is far if a bound on its truncation error (MultipoleStrength, in place of
/// (26), which ignores the panels' directions and is too strict) is within a tolerance. The bounds scale with
/// the moments, so the accuracy also holds for surfaces that overlap many times. Since the errors of many
/// pairs mostly cancel, the tolerance is not derived from their sum but measured on the surface
/// (calibrate()); no body of the tests exceeds its accuracy. The near field is exact to 1e-8 near edges, to
/// 1e-14 elsewhere. An accuracy coarser than 0.1 is treated as 0.1.
///
/// Labels: a closed, oriented surface has integers for winding numbers, so J̃ is rounded and the side follows
/// its parity. RayCrossing decides points that are on the surface, or so near that rounding could change an
/// angle by a full turn, and points where J̃ is farther than the accuracy from every integer. On other
/// surfaces a point is inside if |J| exceeds ½; points with |J̃| within the accuracy of ½ are decided by a
/// finer FastMultipole and finally by Antipodal. A point that lies on the surface is always detected.
///
/// Beyond the paper, on closed, oriented surfaces (Adaptive only): a cluster of points is evaluated at one
/// reference point. Its winding number is valid for all points whose segment from the reference point crosses
/// no panel; each crossing changes it by ±1. So boxes that the surface does not intersect are evaluated once.
/// Where rounding leaves a crossing open, the point itself is evaluated.
///
/// Depth: see TreeDepth. Both trees are adaptive: a leaf has a limited number of panels or points, not a
/// fixed level. Cost: setup O(N), evaluation O(M) with factors that grow like the fourth power of the digits.
/// The winding numbers on open surfaces depend, within the accuracy, on the other points of the batch; they
/// do not depend on the number of threads.
class FastMultipole final : public Enclosure {
 public:
  /// @param mesh as for makeEnclosure; may be open.
  /// @param integer closed and oriented (MeshReport).
  /// @param options valid (requireValid); only accuracy, treeDepth and seed are used.
  FastMultipole(const TriangleMesh& mesh, bool integer, const EnclosureOptions& options, Context& context);
  /// The same with another degree, 2 … highestDegree.
  FastMultipole(const TriangleMesh& mesh, bool integer, const EnclosureOptions& options, int degree,
                Context& context);

  /// Builds a tree for the batch: many small batches cost more than one large batch.
  Tally classify(std::span<const Vec3> points, std::span<Side> sides,
                 std::span<double> winding) const override;
  bool gainsFromAllPoints() const override { return true; }
  Tally classifyAll(std::span<const Vec3> points, std::span<Side> sides, std::span<double> winding,
                    Context& context) const override;

  /// J̃ itself, before exact decisions; integers where segments determined it. @param winding one per point.
  void evaluate(std::span<const Vec3> points, std::span<double> winding, Context& context) const;

  const PanelTree& tree() const { return *tree_; }

 private:
  struct Potential;

  SweepOptions sweepOptions() const;
  Potential potential(std::span<const Vec3> points, Context& context) const;
  bool isDoubtful(double winding, Certainty certainty) const;
  Label labelOf(double winding, Certainty certainty) const;
  const Enclosure& arbiter(std::size_t points, Context& context) const;
  void decide(std::span<const Vec3> points, const std::vector<std::size_t>& doubtful, std::span<Side> sides,
              std::span<double> winding, Context& context) const;

  bool integer_;
  EnclosureOptions options_;
  TriangleMesh mesh_;
  Vec3 corner_ = Vec3::Zero();       // of the bounding box
  double scale_ = 1;                 // a power of two, so that scaling is exact
  std::unique_ptr<PanelTree> tree_;  // scaled to about unit size
  PairTolerance tolerance_;
  double leafRadius_ = 0;  // average radius of the tree's leaves

  // The methods that decide where the approximation is inconclusive, built when first needed.
  mutable std::once_flag onceFiner_, onceExact_;
  mutable std::unique_ptr<Enclosure> finer_, exact_;
};

}  // namespace talus
