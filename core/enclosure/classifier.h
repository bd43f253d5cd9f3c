#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "enclosure/enclosure.h"
#include "geometry/box_tree.h"
#include "geometry/mesh_check.h"

namespace talus {

/// What a user can choose.
struct ClassifierOptions {
  Method method = Method::Auto;
  RaySearch raySearch = RaySearch::Tree;
  /// Points closer than this to the surface count as on it. Length in the mesh's unit, ≥ 0; 0: exact labels.
  double tolerance = 0;
  std::uint64_t seed = 1;     ///< of RayCrossing's random rays; labels don't depend on it
  bool windingNumber = true;  ///< fill Classification::winding
  bool enclosingBody = true;  ///< fill Classification::body
};

/// Labels of a set of points, as a structure of arrays with one entry per point.
struct Classification {
  std::vector<Side> side;
  std::vector<double> winding;  ///< empty unless wanted
  std::vector<Index> body;      ///< empty unless wanted; −1: in no body
  Tally tally;
  /// Points with a NaN or infinite coordinate: labelled Outside, winding 0, body −1.
  std::int64_t nonFinitePoints = 0;
};

/// Classifies points against one or several surfaces: merges duplicate points, checks the surface, picks a
/// method, and runs it over all cores.
///
/// Several surfaces are several bodies: a point is inside if it is inside any of them, and `body` is the
/// number of the first that holds it. One surface may be made of several closed shells: they combine by
/// parity (a shell inside a shell is a cavity), and `body` is the number of the innermost shell around the
/// point (MeshReport::component). Open surfaces are classified by the generalised winding number: inside
/// where it exceeds ½ in magnitude.
class Classifier {
 public:
  /// @throws Error for unusable surfaces or options (requireUsable; negative tolerance; a method that needs a
  /// closed
  ///   surface asked for an open one).
  Classifier(std::vector<TriangleMesh> surfaces, const ClassifierOptions& options, Context& context);
  ~Classifier();
  Classifier(const Classifier&) = delete;
  Classifier& operator=(const Classifier&) = delete;

  /// Thread-safe. Runs in parallel; labels and bits do not depend on the number of threads.
  Classification classify(std::span<const Vec3> points, Context& context) const;

  std::size_t surfaceCount() const;
  /// Check of one surface (without self-intersections).
  const MeshReport& report(std::size_t surface) const;
  /// Method in use for one surface.
  Method method(std::size_t surface) const;
  /// Why it was chosen, in a phrase.
  const std::string& reason(std::size_t surface) const;
  /// What is wrong with the surfaces and what that means for the labels, in one line; empty if nothing is.
  std::string warning() const;

 private:
  struct Body;
  struct Batch;

  Box reach(const Body& body) const;
  Tally classifyChunk(std::span<const Vec3> points, std::size_t begin, std::size_t end,
                      Classification& result) const;
  Tally classifyAlone(std::span<const Vec3> points, std::size_t begin, Classification& result) const;
  void join(std::size_t number, const Batch& batch, Classification& result, Tally& tally) const;
  Side widened(const Body& body, const Vec3& p, Side side) const;
  Index bodyOf(std::size_t number, const Vec3& p) const;

  std::vector<std::unique_ptr<Body>> bodies_;
  BoxTree boxes_;  // of the bodies' reach
  ClassifierOptions options_;
};

}  // namespace talus
