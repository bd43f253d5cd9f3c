#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "arrangement/result/arrangement_body.h"
#include "arrangement/result/closed_openings.h"
#include "arrangement/result/zone_triangles.h"
#include "base/context.h"
#include "options/boolean_options.h"

namespace talus {

/// What becomes of triangles of a result that lie in one plane.
enum class Merging {
  None,     ///< they remain as they were cut
  Coplanar  ///< points at which the surface is flat, or bends along a straight line only, are removed
};

/// The exact arrangement of closed surfaces: all triangles cut along all of their intersections, and the
/// winding number of each surface on both sides of each piece. Points are known exactly; only results are
/// rounded. Nothing is snapped, and no tolerance decides. Sources: Q. Zhou, E. Grinspun, D. Zorin, A.
/// Jacobson, "Mesh arrangements for solid geometry", ACM TOG 35 (2016); G. Cherchi, M. Livesu, R. Scateni, M.
/// Attene, "Fast and robust mesh arrangements using floating-point arithmetic", ACM TOG 39 (2020).
///
/// Surfaces may touch, coincide, lie within each other, intersect themselves, and have coplanar triangles.
/// O(n log n + intersections). Immutable; deterministic for any number of threads.
class SurfaceArrangement {
 public:
  static constexpr std::int64_t stepsPerTriangle = 3;

  /// @param surfaces closed, otherwise of any shape; for InsideRule::NonZero also oriented. Points need not
  /// be merged.
  /// @param names for errors; may be empty. @throws Error a surface is open, with the place; a coordinate is
  /// not finite; a corner does not exist. The context's current stage advances by
  /// stepsPerTriangle for each triangle.
  SurfaceArrangement(std::span<const TriangleMesh> surfaces, std::span<const std::string> names,
                     Context& context);
  /// Of surfaces of which some were open: a place is inside them by the generalised winding number, rounded
  /// in each cell (OpenWindings). Results @throw Error where that leaves open whether a place belongs to
  /// them.
  /// @param surfaces must outlive this object.
  SurfaceArrangement(const ClosedOpenings& surfaces, std::span<const std::string> names, Context& context);
  /// What closed surfaces that do not intersect themselves, and whose triangles have an area, have in common:
  /// by the triangles in a box around it, for a time that does not depend on the others. Only for moments and
  /// bodies of intersections, and the sets of surfaces around places.
  SurfaceArrangement(const ZoneTriangles& surfaces, std::span<const std::string> names, Context& context);
  ~SurfaceArrangement();
  SurfaceArrangement(SurfaceArrangement&&) noexcept;

  /// The result of an operation; empty if no place is inside it. @throws Error the rule is NonZero, and the
  /// triangles of a surface are not oriented alike.
  ArrangementBody body(BooleanOperation operation, InsideRule rule, Context& context,
                       Merging merging = Merging::None) const;
  /// The moments of what body() gives, without its surface. @throws Error as body().
  SolidMoments moments(BooleanOperation operation, InsideRule rule) const;
  /// The places where the winding number of a surface is at least 1: the union of bodies that face outwards,
  /// without their cavities. @throws Error the triangles of a surface are not oriented alike.
  ArrangementBody outerBody(Context& context) const;
  /// Whether the inside rule matters: a surface has a winding number that is even, and not 0, somewhere.
  bool dependsOnRule() const;
  /// The sets of surfaces around places, each once and ascending, without the empty set: what regions() has,
  /// without its bodies. O(cells).
  std::vector<std::vector<Index>> regionSets(InsideRule rule) const;
  /// The regions of equal sets of surfaces that contain them, except of the empty set, in the order of these.
  std::vector<ArrangementRegion> regions(InsideRule rule, Context& context,
                                         Merging merging = Merging::None) const;

 private:
  struct Parts;

  void requireRule(InsideRule rule) const;
  void requireDecided() const;
  std::vector<bool> cellsOf(BooleanOperation operation, InsideRule rule) const;
  ArrangementBody bodyOf(const std::vector<bool>& chosen, Merging merging, Context& context) const;

  std::unique_ptr<const Parts> parts_;
  std::vector<std::string> names_;
};

Merging mergingOf(const BooleanOptions& options);

/// One operation of surfaces: see SurfaceArrangement. Runs the context's
/// stages to 1.
ArrangementBody booleanOf(std::span<const TriangleMesh> surfaces, const BooleanOptions& options,
                          std::span<const std::string> names, Context& context);

}  // namespace talus
