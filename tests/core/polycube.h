#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <random>
#include <set>

#include "geometry/mesh/triangle_mesh.h"

namespace talus::test {

using Cell = std::array<int, 3>;

/// A solid of cubes on the lattice of whole numbers: what two of them have in common is counted.
struct Polycube {
  int pitch = 1;         ///< edge of a cube, in unit cells
  std::set<Cell> cubes;  ///< in pitches

  /// All unit cells.
  std::set<Cell> cells() const {
    std::set<Cell> found;
    for (const auto& [x, y, z] : cubes)
      for (int i = 0; i < pitch; ++i)
        for (int j = 0; j < pitch; ++j)
          for (int k = 0; k < pitch; ++k) found.insert({pitch * x + i, pitch * y + j, pitch * z + k});
    return found;
  }
};

/// Cubes that grow from one, each at a face of one before.
inline Polycube randomPolycube(int pitch, int count, std::mt19937_64& random) {
  Polycube body{pitch, {{0, 0, 0}}};
  while (body.cubes.size() < static_cast<std::size_t>(count)) {
    auto at = body.cubes.begin();
    std::advance(at, static_cast<std::ptrdiff_t>(random() % body.cubes.size()));
    Cell next = *at;
    next[random() % 3] += random() % 2 == 0 ? 1 : -1;
    body.cubes.insert(next);
  }
  return body;
}

inline Polycube moved(const Polycube& body, const Cell& by) {
  Polycube result{body.pitch, {}};
  for (const auto& [x, y, z] : body.cubes) result.cubes.insert({x + by[0], y + by[1], z + by[2]});
  return result;
}

/// Its surface, outward: two triangles for each free face of a cube, split along either diagonal at random.
inline TriangleMesh surfaceOf(const Polycube& body, std::mt19937_64& random) {
  TriangleMesh mesh;
  std::map<Cell, Index> numbers;
  const auto point = [&](const Cell& corner) {
    const auto [at, isNew] = numbers.try_emplace(corner, 0);
    if (isNew) at->second = mesh.addPoint(body.pitch * Vec3(corner[0], corner[1], corner[2]));
    return at->second;
  };
  for (const Cell& cube : body.cubes)
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (const int side : {0, 1}) {
        Cell beside = cube;
        beside[axis] += side == 1 ? 1 : -1;
        if (body.cubes.contains(beside)) continue;
        std::array<Index, 4> quad{};
        for (std::size_t k = 0; k < 4; ++k) {
          Cell corner = cube;
          corner[axis] += side;
          corner[(axis + 1) % 3] += k == 1 || k == 2 ? 1 : 0;
          corner[(axis + 2) % 3] += k >= 2 ? 1 : 0;
          quad[side == 1 ? k : 3 - k] = point(corner);
        }
        const std::size_t first = random() % 2;
        mesh.addTriangle(quad[first], quad[first + 1], quad[first + 2]);
        mesh.addTriangle(quad[first + 2], quad[(first + 3) % 4], quad[first]);
      }
  return mesh;
}

}  // namespace talus::test
