#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "base/types.h"

namespace talus {

/// Points at every triple of coordinates, x fastest: an image or a rectilinear grid.
struct PointLattice {
  std::array<std::vector<double>, 3> along;  ///< coordinates on each axis, in any order

  std::size_t size() const { return along[0].size() * along[1].size() * along[2].size(); }
};

/// Points that many threads read in portions: either in place, or converted or computed into a buffer of the
/// reader.
class PointSource {
 public:
  virtual ~PointSource() = default;

  virtual std::size_t size() const = 0;
  /// The points from number `begin` on, at most as many as `room` has entries: in place, or written to
  /// `room`.
  virtual std::span<const Vec3> read(std::size_t begin, std::span<Vec3> room) const = 0;
  /// All points in place; empty if they must be converted or computed.
  virtual std::span<const Vec3> inPlace() const { return {}; }
  /// The lattice that the points form; null if they form none.
  virtual const PointLattice* lattice() const { return nullptr; }
};

/// Points that lie in memory as xyz triples of doubles.
class ListedPoints final : public PointSource {
 public:
  /// @param points must outlive this object.
  explicit ListedPoints(std::span<const Vec3> points) : points_(points) {}
  explicit ListedPoints(std::vector<Vec3> points) : kept_(std::move(points)), points_(kept_) {}
  ListedPoints(const ListedPoints&) = delete;
  ListedPoints& operator=(const ListedPoints&) = delete;

  std::size_t size() const override { return points_.size(); }
  std::span<const Vec3> read(std::size_t begin, std::span<Vec3> room) const override {
    return points_.subspan(begin, room.size());
  }
  std::span<const Vec3> inPlace() const override { return points_; }

 private:
  std::vector<Vec3> kept_;
  std::span<const Vec3> points_;
};

/// The points of a lattice.
class LatticePoints final : public PointSource {
 public:
  explicit LatticePoints(PointLattice lattice) : lattice_(std::move(lattice)) {}

  std::size_t size() const override { return lattice_.size(); }
  std::span<const Vec3> read(std::size_t begin, std::span<Vec3> room) const override;
  const PointLattice* lattice() const override { return &lattice_; }

 private:
  PointLattice lattice_;
};

}  // namespace talus
