#pragma once

#include <cstdint>
#include <vector>

#include "base/types.h"

namespace talus {

/// A spatial index of spheres: a hash grid for every octave of radii.
///
/// Insertion O(1); a query visits about a dozen cells per octave, O(1) as long as its radius is not much
/// larger than those of the stored spheres (at worst O(spheres)): insert large ones first. 48 bytes per
/// sphere, 4 to 8 for the cells, however large the space is.
class SphereGrid {
 public:
  /// @param expected number of spheres: more spheres are slower, but correct.
  explicit SphereGrid(std::size_t expected);

  /// Adds a sphere; they are numbered from 0 in this order. @param radius > 0, finite.
  void insert(const Vec3& centre, double radius);

  /// Calls visit(number) for each sphere whose centre is nearer than the sum of both radii, each once, in an
  /// order that depends only on the insertions; visit returns false to stop. @return false if stopped.
  template <class Visit>
  bool query(const Vec3& centre, double radius, const Visit& visit) const;

 private:
  using Cell = Eigen::Matrix<std::int64_t, 3, 1>;
  struct Level {
    int octave;        // radii from first_ / 2^(octave + 1), excluded, to first_ / 2^octave
    double maxRadius;  // of this octave
    double edge;       // of its cells
  };
  struct Sphere {
    Vec3 centre;
    double radius;
    std::uint64_t cell;
    Index level;  // its number in levels_
    Index next;   // in the same bucket, −1: none
  };

  Index levelOf(double radius);
  static Cell cellAt(const Vec3& p, const Level& level);
  static std::uint64_t keyOf(const Cell& cell);
  std::size_t bucketOf(std::uint64_t key, Index level) const {
    return ((key + static_cast<std::uint64_t>(level)) * 0x9E3779B97F4A7C15u) >> shift_;
  }

  struct Target {
    Vec3 centre;
    double radius;
  };

  template <class Visit>
  bool queryLevel(Index number, const Target& target, const Visit& visit) const;
  template <class Visit>
  bool queryAll(Index number, const Target& target, const Visit& visit) const;
  static bool overlap(const Sphere& sphere, const Target& target) {
    const double sum = sphere.radius + target.radius;
    return (sphere.centre - target.centre).squaredNorm() < sum * sum;
  }

  double first_ = 0;  // radius of the first sphere: the octaves count from it
  int shift_;
  std::vector<Level> levels_;
  std::vector<Index> heads_;  // newest sphere of each bucket, −1: none
  std::vector<Sphere> spheres_;
};

template <class Visit>
bool SphereGrid::query(const Vec3& centre, double radius, const Visit& visit) const {
  for (Index l = 0; l < static_cast<Index>(levels_.size()); ++l)
    if (!queryLevel(l, {centre, radius}, visit)) return false;
  return true;
}

template <class Visit>
bool SphereGrid::queryLevel(Index number, const Target& target, const Visit& visit) const {
  const Level& level = levels_[static_cast<std::size_t>(number)];
  const Vec3 reach = Vec3::Constant(target.radius + level.maxRadius);
  const Cell low = cellAt(target.centre - reach, level), high = cellAt(target.centre + reach, level);
  const double cells = ((high - low).cast<double>().array() + 1).prod();
  if (cells > static_cast<double>(spheres_.size() + 64)) return queryAll(number, target, visit);
  Cell cell;
  for (cell.z() = low.z(); cell.z() <= high.z(); ++cell.z())
    for (cell.y() = low.y(); cell.y() <= high.y(); ++cell.y())
      for (cell.x() = low.x(); cell.x() <= high.x(); ++cell.x()) {
        const std::uint64_t key = keyOf(cell);
        for (Index i = heads_[bucketOf(key, number)]; i >= 0;) {
          const Sphere& sphere = spheres_[static_cast<std::size_t>(i)];
          const bool here = sphere.cell == key && sphere.level == number;
          if (here && overlap(sphere, target) && !visit(i)) return false;
          i = sphere.next;
        }
      }
  return true;
}

// If there are fewer spheres than cells to search.
template <class Visit>
bool SphereGrid::queryAll(Index number, const Target& target, const Visit& visit) const {
  for (std::size_t i = 0; i < spheres_.size(); ++i)
    if (spheres_[i].level == number && overlap(spheres_[i], target) && !visit(static_cast<Index>(i)))
      return false;
  return true;
}

}  // namespace talus
