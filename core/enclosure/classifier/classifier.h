#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "enclosure/cells/discrete_function.h"
#include "enclosure/classifier/body_points.h"
#include "enclosure/interface/enclosure.h"
#include "geometry/check/mesh_check.h"
#include "geometry/mesh/box_tree.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus {

/// What a user can choose.
struct ClassifierOptions {
  Method method = Method::Auto;
  RaySearch raySearch = RaySearch::Tree;
  /// Points closer than this to the surface count as on it. Length in the mesh's unit, ≥ 0; 0: exact labels.
  double tolerance = 0;
  std::uint64_t seed = 1;  ///< of RayCrossing's and Antipodal's random rays; labels don't depend on it
  double accuracy = 1e-3;  ///< of FastMultipole: largest error of the winding number, 1e-7 … ½
  TreeDepth depth = TreeDepth::WellChosen;          ///< of FastMultipole's trees
  MemoryUse memory = MemoryUse::Fast;               ///< of DiscreteFunction
  std::size_t memoryBudget = std::size_t{1} << 30;  ///< bytes for each surface, with MemoryUse::Budget, > 0
  InsideRule rule = InsideRule::Parity;             ///< within each surface; several are united always
  /// How many points will be asked about, for Method::Auto; 0: unknown, then many.
  std::int64_t expectedPoints = 0;
  bool cells = false;         ///< Auto takes DiscreteFunction wherever it can, for cells()
  bool windingNumber = true;  ///< fill Classification::winding
  bool enclosingBody = true;  ///< fill Classification::body
  bool nestingDepth = false;  ///< fill Classification::depth and overlapping
  bool distance = false;      ///< fill Classification::distance, closestBody and closestTriangle
};

/// Labels of a set of points, as a structure of arrays with one entry per point. Arrays that are not wanted
/// are empty.
struct Classification {
  std::vector<Side> side;
  std::vector<double> winding;  ///< summed over the surfaces
  std::vector<Index> body;      ///< as told at Classifier; −1: in no body
  /// Bodies (of a single closed surface: connected shells) that have the point strictly inside.
  std::vector<Index> depth;
  /// Length to the nearest triangle, 0 on it (exactly), negative where `side` is Inside, before a tolerance
  /// widens the surface. NaN for points that are not finite.
  std::vector<double> distance;
  std::vector<Index> closestBody;      ///< whose triangle that is, numbered as `body`; −1: point not finite
  std::vector<Index> closestTriangle;  ///< its number within its surface; the smallest of equally near ones
  Tally tally;
  /// Points with a NaN or infinite coordinate: labelled Outside, winding 0, body −1.
  std::int64_t nonFinitePoints = 0;
  /// Points off the surface whose winding number about a closed surface is even but not 0: outside by
  /// parity, inside by InsideRule::NonZero. Counted where winding numbers are at hand: if they are wanted, or
  /// with NonZero.
  std::int64_t ambiguousPoints = 0;
  /// Points strictly inside several bodies; of a single surface, strictly inside several shells that turn the
  /// same way round, so that a cavity does not count. If depth is wanted.
  std::int64_t overlappingPoints = 0;
};

/// Classifies points against one or several surfaces: merges duplicate points, checks the surface, picks a
/// method, and runs it over all cores.
///
/// Several surfaces are several bodies: a point is inside if it is inside any of them, and `body` is the
/// number of the first that holds it. One surface may be made of several closed shells: they combine by the
/// InsideRule, and `body` is the number of the innermost shell around the point (MeshReport::component). Open
/// surfaces are classified by the generalised winding number: inside where it exceeds ½ in magnitude.
///
/// InsideRule::Parity is the default because it needs no orientation: a cavity is one whichever way its shell
/// faces. With NonZero a point on the surface counts as inside where the shells that it does not lie on have
/// it inside in any case (Shells::encloseSurely), as it would for several surfaces; elsewhere it is on the
/// surface. A closed surface that is not consistently oriented has no winding number: there parity is used
/// and warning() says so.
class Classifier {
 public:
  /// @throws Error for unusable surfaces or options (requireUsable; negative tolerance; accuracy or memory
  ///   budget not above 0).
  Classifier(std::vector<TriangleMesh> surfaces, const ClassifierOptions& options, Context& context);
  ~Classifier();
  Classifier(const Classifier&) = delete;
  Classifier& operator=(const Classifier&) = delete;

  /// Thread-safe. Runs in parallel; labels and bits do not depend on the number of threads. Memory O(points).
  Classification classify(std::span<const Vec3> points, Context& context) const;

  /// False where Method::Auto chose for few points and would choose otherwise for so many.
  bool suits(std::int64_t points) const;

  std::size_t surfaceCount() const;
  /// Check of one surface (without self-intersections).
  const MeshReport& report(std::size_t surface) const;
  /// Method in use for one surface.
  Method method(std::size_t surface) const;
  /// Why it was chosen, in a phrase.
  const std::string& reason(std::size_t surface) const;
  /// The cells of one surface's DiscreteFunction; empty for other methods. O(cells).
  std::vector<CellBox> cells(std::size_t surface) const;
  /// Bytes that the methods prepared, as far as they count them (Enclosure::memoryBytes).
  std::size_t memoryBytes() const;
  /// Largest error of the winding number beyond rounding: the accuracy if FastMultipole serves a surface that
  /// is not closed and oriented, else 0.
  double windingError() const;
  /// What is wrong with the surfaces and what that means for the labels, in one line; empty if nothing is.
  std::string warning() const;

 private:
  struct Body;
  struct BodyLabels;
  struct Nearest;

  std::unique_ptr<Body> prepare(const TriangleMesh& surface, const std::string& title, Context& context,
                                double begin, double end) const;
  void prepareDistance();
  Box reach(const Body& body) const;

  double labelsDone() const;
  bool needsWinding(const Body& body) const;
  std::int64_t applyRule(const Body& body, std::span<const Vec3> points, std::span<Side> sides,
                         std::span<const double> winding) const;
  Side widened(const Body& body, const Vec3& p, Side side) const;
  std::vector<Index> shellsNear(const Body& body, const Vec3& p) const;
  void finish(const Body& body, std::span<const Vec3> points, std::span<Side> sides,
              std::span<const double> winding, BodyLabels& labels, Context& context) const;
  BodyLabels labelsOf(const Body& body, std::span<const Vec3> points, Context& context) const;
  void join(const BodyPoints::Batch& batch, const BodyLabels& labels, Classification& result,
            std::vector<Side>& exact) const;
  // Both give the sides before a tolerance widened the surface; empty without one.
  std::vector<Side> classifyAlone(std::span<const Vec3> points, Classification& result,
                                  Context& context) const;
  std::vector<Side> classifyMany(std::span<const Vec3> points, Classification& result,
                                 Context& context) const;

  std::int64_t describeShells(std::span<const Vec3> points, std::span<const Side> exact, std::size_t begin,
                              std::size_t end, Classification& result) const;
  void describe(std::span<const Vec3> points, std::span<const Side> exact, Classification& result,
                Context& context) const;
  void measure(std::span<const Vec3> points, std::span<const Side> exact, Classification& result,
               Context& context) const;

  std::vector<std::unique_ptr<Body>> bodies_;
  std::unique_ptr<Nearest> nearest_;  // if distances are wanted
  BoxTree boxes_;                     // of the bodies' reach
  ClassifierOptions options_;
};

}  // namespace talus
