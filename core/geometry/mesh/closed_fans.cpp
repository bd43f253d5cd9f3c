#include "geometry/mesh/closed_fans.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <utility>

#include "base/parallel.h"
#include "geometry/mesh/edge_table.h"

namespace talus {

namespace {

using Fan = std::span<ClosedFans::Others>;

// Puts triangles in turn. Searches all that remain for the one that follows: nothing is faster for six.
bool putFewInTurn(Fan fan) {
  for (std::size_t i = 0; i + 1 < fan.size(); ++i) {
    if (fan[i].to == fan[0].from) return false;  // closed before its end
    std::size_t next = 0, count = 0;
    for (std::size_t j = i + 1; j < fan.size(); ++j)
      if (fan[j].from == fan[i].to) next = j, ++count;
    if (count != 1) return false;
    std::swap(fan[i + 1], fan[next]);
  }
  return fan.back().to == fan[0].from;
}

bool putManyInTurn(Fan fan) {
  const auto from = &ClosedFans::Others::from;
  std::vector<ClosedFans::Others> sorted(fan.begin(), fan.end());
  std::ranges::sort(sorted, {}, from);
  if (std::ranges::adjacent_find(sorted, {}, from) != sorted.end()) return false;
  fan[0] = sorted[0];
  for (std::size_t i = 1; i < fan.size(); ++i) {
    const auto next = std::ranges::lower_bound(sorted, fan[i - 1].to, {}, from);
    if (next == sorted.end() || next->from != fan[i - 1].to || next == sorted.begin()) return false;
    fan[i] = *next;
  }
  return fan.back().to == fan[0].from;
}

}  // namespace

std::optional<ClosedFans> ClosedFans::of(const TriangleMesh& mesh) {
  ClosedFans fans;
  if (mesh.triangleCount() == 0 || !fans.gather(mesh) || !fans.putInTurn()) return std::nullopt;
  return fans;
}

// A counting sort of the triangles' corners by point.
bool ClosedFans::gather(const TriangleMesh& mesh) {
  begin_.assign(mesh.pointCount() + 1, 0);
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    if (hasRepeatedCorner(mesh.triangle(t))) return false;
    for (const Index corner : mesh.triangle(t)) ++begin_[static_cast<std::size_t>(corner)];
  }
  if (std::ranges::any_of(begin_, [](std::uint32_t count) { return count == 1 || count == 2; })) return false;
  std::exclusive_scan(begin_.begin(), begin_.end(), begin_.begin(), std::uint32_t{0});
  others_ = LargeArray<Others>(begin_.back());
  std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
  const auto put = [&](Index point, Index from, Index to) {
    others_[next[static_cast<std::size_t>(point)]++] = {from, to};
  };
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto [a, b, c] = mesh.triangle(t);
    put(a, b, c);
    put(b, c, a);
    put(c, a, b);
  }
  return true;
}

bool ClosedFans::putInTurn() {
  constexpr std::size_t pointsPerChunk = 4096, many = 32;
  std::atomic<bool> closed = true;
  Context unheard;  // points are not triangles
  parallelChunks(begin_.size() - 1, pointsPerChunk, unheard, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end && closed; ++p) {
      const Fan fan(others_.data() + begin_[p], begin_[p + 1] - begin_[p]);
      if (fan.empty()) continue;
      if (!(fan.size() < many ? putFewInTurn(fan) : putManyInTurn(fan))) closed = false;
    }
  });
  return closed;
}

}  // namespace talus
