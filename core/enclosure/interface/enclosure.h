#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/context.h"
#include "base/types.h"
#include "enclosure/interface/point_source.h"
#include "options/enclosure_options.h"

namespace talus {

/// Where a point lies. The codes are those of the array `Side`.
enum class Side : signed char { Outside = -1, OnSurface = 0, Inside = 1 };

/// The result for one point.
struct Label {
  Side side = Side::Outside;
  double winding = 0;  ///< as in Enclosure::classify
};

/// A subspan of an output; empty if the output is empty because it was not requested.
template <class T>
std::span<T> subspanOrEmpty(std::span<T> whole, std::size_t begin, std::size_t count) {
  return whole.empty() ? whole : whole.subspan(begin, count);
}

/// Counts of events during a classification.
struct Tally {
  std::int64_t redraws = 0;         ///< rays drawn again after a degeneracy (RayCrossing)
  std::int64_t exactDecisions = 0;  ///< points near the surface that needed the careful path (SolidAngle)
  /// Points that are outside of an oriented surface by parity but have a winding number other than 0
  /// (DiscreteFunction).
  std::int64_t ambiguous = 0;

  Tally& operator+=(const Tally& other) {
    redraws += other.redraws;
    exactDecisions += other.exactDecisions;
    ambiguous += other.ambiguous;
    return *this;
  }
};

/// One surface, prepared so that many points can be classified from many threads: the interface of every
/// method.
///
/// Labels of closed surfaces follow the parity of crossings and are exact: a point that lies on a face, edge
/// or vertex in exact arithmetic is OnSurface, no other is.
class Enclosure {
 public:
  virtual ~Enclosure() = default;

  /// Classifies a batch on the calling thread. Points must be finite.
  /// @param sides one per point.
  /// @param winding generalised winding number, one per point, or empty if
  ///   not wanted. On the surface it is the interior solid angle over 4π
  ///   (½ on a face).
  virtual Tally classify(std::span<const Vec3> points, std::span<Side> sides,
                         std::span<double> winding) const = 0;

  /// Classifies all points of a caller, on all threads: by classify() in chunks, unless a method is faster
  /// with all points at once. Arguments as for classify().
  /// @param context the caller has begun the stage, with one step for each point.
  virtual Tally classifyAll(std::span<const Vec3> points, std::span<Side> sides, std::span<double> winding,
                            Context& context) const;

  /// Labels all points of a lattice on all threads, one side per point, if the method is faster for lattices
  /// than for single points. Coordinates must be finite. Runs one stage of the context, to `done`.
  /// @return nothing if the method has no such shortcut: then nothing was done.
  virtual std::optional<Tally> classifyLattice(const PointLattice& /*points*/, std::span<Side> /*sides*/,
                                               Context& /*context*/, double /*done*/) const {
    return std::nullopt;
  }

  /// Whether classifyAll() is faster than classify() in chunks.
  virtual bool gainsFromAllPoints() const { return false; }

  /// Memory of the prepared data in bytes; 0 if the method does not count it.
  virtual std::size_t memoryBytes() const { return 0; }
};

/// The results of a mesh check that the methods need (MeshReport).
struct SurfaceKind {
  bool closed = true;
  bool oriented = true;
};

}  // namespace talus
