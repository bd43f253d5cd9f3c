#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/pose.h"
#include "enclosure/cells/discrete_function.h"
#include "enclosure/classifier/body_points.h"
#include "enclosure/classifier/labels.h"
#include "enclosure/interface/enclosure.h"
#include "enclosure/interface/point_source.h"
#include "geometry/check/mesh_check.h"
#include "geometry/distance/surface_distance.h"
#include "geometry/mesh/box_tree.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// A body among many that share their surfaces.
struct PlacedSurface {
  Index shape = 0;
  Pose pose;
};

/// Classifies points against one or several surfaces: merges duplicate points, checks the surface, chooses a
/// method, and runs it on all cores.
///
/// Several surfaces are several bodies: a point is inside if it is inside any of them, and `body` is the
/// index of the first one that contains it. One surface may consist of several closed shells: they are
/// combined by the InsideRule, and `body` is the index of the innermost shell around the point
/// (MeshReport::component). Open surfaces are classified by the generalised winding number: inside where it
/// exceeds ½ in magnitude.
///
/// InsideRule::Parity is the default because it needs no orientation: a shell inside another is a cavity,
/// whatever its orientation. With NonZero, a point on the surface is inside if the shells on which it does
/// not lie certainly contain it (Shells::encloseSurely), as for several surfaces; otherwise it is on the
/// surface. A closed surface that is not consistently oriented has no winding number: then parity is used and
/// warning() says so.
class Classifier {
 public:
  /// @throws Error for unusable surfaces or options (requireUsable, requireValid).
  /// @param titles of the surfaces at the start of sentences; none: `The surface`, or `Surface 0` and so on.
  Classifier(std::vector<TriangleMesh> surfaces, const EnclosureOptions& options, Context& context,
             std::vector<std::string> titles = {});
  /// Bodies that share the surfaces of shapes. The labels equal those of the placed surfaces bit by bit. A
  /// shape is prepared once, and no triangle is copied: a body takes about 1 kB. Surfaces are copied and
  /// prepared for each body if the shape is not closed and consistently oriented, if there is only one body,
  /// or with InsideRule::NonZero, a tolerance, distances or cells.
  /// @throws Error also for a body whose shape does not exist or whose pose is not finite.
  Classifier(const std::vector<TriangleMesh>& shapes, const std::vector<PlacedSurface>& bodies,
             const EnclosureOptions& options, Context& context);
  ~Classifier();
  Classifier(const Classifier&) = delete;
  Classifier& operator=(const Classifier&) = delete;

  /// Thread-safe. Runs in parallel; labels and bits do not depend on the number of threads. Points are read
  /// in chunks that stay in the cache; in batches of a million if there are several surfaces or the method is
  /// FastMultipole, and for distances unless they form a lattice. Lattices are classified row by row if the
  /// method can and only sides are requested.
  /// @param labels the output, written once: one entry per point in each array that the options request.
  LabelCounts classify(const PointSource& points, const LabelSpans& labels, Context& context) const;
  /// The same for points and labels in memory.
  Classification classify(std::span<const Vec3> points, Context& context) const;

  /// False if Method::Auto chose a method for few points and would choose another for this number of points.
  bool suits(std::int64_t points) const;

  std::size_t surfaceCount() const;
  /// Check of one surface (without self-intersections).
  const MeshReport& report(std::size_t surface) const;
  /// Method in use for one surface.
  Method method(std::size_t surface) const;
  /// The reason for the choice of the method, in a phrase.
  const std::string& reason(std::size_t surface) const;
  /// The cells of one surface's DiscreteFunction; empty for other methods. O(cells).
  std::vector<CellBox> cells(std::size_t surface) const;
  /// Memory of the prepared methods in bytes, without those that do not count it (Enclosure::memoryBytes).
  std::size_t memoryBytes() const;
  /// Maximum error of the winding number beyond rounding: the accuracy if FastMultipole is used for a surface
  /// that is not closed and oriented, otherwise 0.
  double windingError() const;
  /// The defects of the surfaces and their consequence for the labels, in one line; empty if there are none.
  std::string warning() const;

 private:
  struct Body;
  struct BodyLabels;
  struct Nearest;

  std::unique_ptr<Body> prepare(TriangleMesh surface, const std::string& title, Context& context,
                                double begin, double end) const;
  std::unique_ptr<Body> share(const Body& shape, const Pose& pose) const;
  bool mayShare() const;
  void addBody(std::unique_ptr<Body> body, std::vector<Box>& boxes);
  void finishBuild(const std::vector<Box>& boxes, Context& context);
  void prepareDistance();
  Box reach(const Body& body) const;

  bool needsWinding(const Body& body) const;
  std::int64_t applyRule(const Body& body, std::span<const Vec3> points, std::span<Side> sides,
                         std::span<const double> winding) const;
  Side widened(const Body& body, const Vec3& p, Side side) const;
  std::vector<Index> shellsNear(const Body& body, const Vec3& p) const;
  std::int64_t finish(const Body& body, std::span<const Vec3> points, std::span<Side> sides,
                      std::span<const double> winding, std::span<Side> exact) const;
  std::int64_t describeShells(std::span<const Vec3> points, std::span<const Side> exact,
                              const LabelSpans& labels) const;

  // One surface: chunk by chunk.
  bool alone() const;
  static const PointLattice* finiteLattice(const PointSource& points);
  std::optional<LabelCounts> classifyLattice(const PointSource& points, const LabelSpans& labels,
                                             Context& context, double end) const;
  LabelCounts classifyInChunks(const PointSource& points, const LabelSpans& labels, std::span<Side> exact,
                               Context& context) const;
  LabelCounts classifyChunk(std::span<const Vec3> points, const LabelSpans& labels,
                            std::span<Side> exact) const;
  LabelCounts classifyFinite(std::span<const Vec3> points, const LabelSpans& labels,
                             std::span<Side> exact) const;

  // All other cases: batch by batch.
  void inBatches(const PointSource& points,
                 const std::function<void(std::span<const Vec3> batch, std::size_t first)>& use) const;
  LabelCounts classifyInBatches(const PointSource& points, const LabelSpans& labels, std::span<Side> exact,
                                Context& context, double end) const;
  LabelCounts classifyBatch(std::span<const Vec3> points, const LabelSpans& labels, std::span<Side> exact,
                            Context& context, double end) const;
  BodyLabels labelsOf(const Body& body, std::span<const Vec3> points, Context& context) const;
  void join(const BodyPoints::Batch& batch, const BodyLabels& labels, const LabelSpans& result,
            std::span<Side> exact) const;
  LabelCounts joinBodies(std::span<const Vec3> points, const LabelSpans& labels, std::span<Side> exact,
                         Context& context, double end) const;
  std::int64_t describe(std::span<const Vec3> points, std::span<const Side> exact, const LabelSpans& labels,
                        Context& context) const;
  LabelCounts label(const PointSource& points, const LabelSpans& labels, std::span<Side> exact,
                    Context& context, double end) const;

  // Distances.
  struct Measured;
  double band() const;
  void measure(const PointSource& points, std::span<const Side> exact, const LabelSpans& labels,
               Context& context, double begin) const;
  void measureLattice(const PointLattice& lattice, const Measured& to, Context& context) const;
  void measureListed(std::span<const Vec3> points, const Measured& to, Context& context, double done) const;

  Classification roomFor(std::size_t points) const;

  std::vector<std::unique_ptr<Body>> shapes_;  // shared by bodies
  std::vector<std::unique_ptr<Body>> bodies_;
  std::unique_ptr<Nearest> nearest_;  // if distances are requested
  BoxTree boxes_;                     // of the bodies' reach
  EnclosureOptions options_;
};

}  // namespace talus
