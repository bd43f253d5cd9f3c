#include "enclosure/classifier/body_points.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "base/parallel.h"

namespace talus {

namespace {

constexpr std::size_t pointsPerSearch = 8192;  // points per parallel chunk
constexpr std::size_t maximumKept = 8;         // pairs per point

}  // namespace

template <class Visit>
void BodyPoints::forEachPair(std::size_t begin, std::size_t end, const Visit& visit) const {
  for (std::size_t i = begin; i < end; ++i)
    if (points_[i].allFinite())
      reach_.queryPoint(points_[i], [&](Index body) {
        visit(body, i);
        return true;
      });
}

BodyPoints::BodyPoints(std::span<const Vec3> points, const BoxTree& reach, std::size_t bodies)
    : points_(points),
      reach_(reach),
      count_(bodies, 0),
      kept_((points.size() + pointsPerSearch - 1) / pointsPerSearch) {
  std::atomic<bool> tooMany = false;
  Context silent;
  parallelChunks(points.size(), pointsPerSearch, silent, [&](std::size_t begin, std::size_t end) {
    std::vector<Pair>& kept = kept_[begin / pointsPerSearch];
    forEachPair(begin, end, [&](Index body, std::size_t i) {
      std::atomic_ref(count_[static_cast<std::size_t>(body)]).fetch_add(1, std::memory_order_relaxed);
      if (kept.size() < maximumKept * (end - begin))
        kept.push_back({body, i});
      else
        tooMany.store(true, std::memory_order_relaxed);
    });
  });
  for (const std::int64_t count : count_) pairs_ += count;
  if (tooMany) kept_.clear();
}

// The batches of the next portion, with memory reserved for their points.
std::vector<BodyPoints::Batch> BodyPoints::emptyBatches() {
  const auto maximum =
      static_cast<std::int64_t>(kept_.empty() ? points_.size() : maximumKept * points_.size());
  std::vector<Batch> batches;
  std::int64_t portion = 0;
  for (; nextBody_ < count_.size() && (portion == 0 || portion + count_[nextBody_] <= maximum); ++nextBody_) {
    if (count_[nextBody_] == 0) continue;
    portion += count_[nextBody_];
    batches.push_back({static_cast<Index>(nextBody_), {}});
    batches.back().at.reserve(static_cast<std::size_t>(count_[nextBody_]));
  }
  return batches;
}

std::vector<BodyPoints::Batch> BodyPoints::next() {
  std::vector<Batch> batches = emptyBatches();
  if (batches.empty()) return batches;
  std::vector<Index> batchOf(count_.size(), -1);
  for (std::size_t b = 0; b < batches.size(); ++b)
    batchOf[static_cast<std::size_t>(batches[b].body)] = static_cast<Index>(b);
  std::vector<std::vector<Pair>> found = std::move(kept_);
  if (found.empty()) found = pairsWith(batchOf);
  for (const auto& chunk : found)
    for (const auto& [body, point] : chunk)
      batches[static_cast<std::size_t>(batchOf[static_cast<std::size_t>(body)])].at.push_back(point);
  return batches;
}

// The pairs of the bodies that are in a batch.
std::vector<std::vector<BodyPoints::Pair>> BodyPoints::pairsWith(std::span<const Index> batchOf) const {
  std::vector<std::vector<Pair>> found((points_.size() + pointsPerSearch - 1) / pointsPerSearch);
  Context silent;
  parallelChunks(points_.size(), pointsPerSearch, silent, [&](std::size_t begin, std::size_t end) {
    forEachPair(begin, end, [&](Index body, std::size_t i) {
      if (batchOf[static_cast<std::size_t>(body)] >= 0) found[begin / pointsPerSearch].push_back({body, i});
    });
  });
  return found;
}

}  // namespace talus
