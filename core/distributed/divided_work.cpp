#include "distributed/divided_work.h"

#include <algorithm>
#include <numeric>

#include "base/parallel.h"

namespace talus {

namespace {

// What a message ends with: the division to which it belongs, and the number of its items.
struct Tail {
  std::int64_t division = 0;
  std::uint64_t items = 0;
  bool operator==(const Tail&) const = default;
};

}  // namespace

// An item belongs to the rank in whose part of the whole cost its middle lies.
std::vector<DividedWork::Run> DividedWork::equalRuns(std::span<const std::int64_t> costs, int ranks) {
  const std::int64_t whole = std::accumulate(costs.begin(), costs.end(), std::int64_t{0});
  std::vector<Run> runs;
  std::size_t end = 0;
  std::int64_t before = 0;  // of the items up to there
  for (int rank = 1; rank <= ranks; ++rank) {
    const std::size_t begin = end;
    while (end < costs.size() && (rank == ranks || 2 * before + costs[end] <= 2 * (whole * rank / ranks)))
      before += costs[end++];
    runs.push_back({begin, end});
  }
  return runs;
}

Error DividedWork::difference() {
  return {"The processes of a simulation have come to different results", "",
          "Start them on processors of the same kind, with the same build of Talus"};
}

// Bytes are written, sent, received and read.
bool DividedWork::pays(std::int64_t cost, std::int64_t bytes) const {
  const std::int64_t others = ranks_.size() - 1;
  return cost >= least_ && (least_ == 0 || cost * others / ranks_.size() > bytes);
}

void DividedWork::compute(std::span<const std::int64_t> costs, std::int64_t bytes, const Item& item) {
  const std::int64_t whole = std::accumulate(costs.begin(), costs.end(), std::int64_t{0});
  const bool divides = pays(whole, bytes);
  std::vector<Run> runs;
  if (divides) runs = equalRuns(costs, ranks_.size());
  const Run own = divides ? runs[static_cast<std::size_t>(ranks_.rank())] : Run{0, costs.size()};
  Context context;
  parallelChunks(own.end - own.begin, item.grain, context, [&](std::size_t begin, std::size_t end) {
    for (std::size_t n = begin; n < end; ++n) item.compute(own.begin + n);
  });
  if (divides) exchange(runs, costs.size(), item);
}

void DividedWork::exchange(const std::vector<Run>& runs, std::size_t count, const Item& item) {
  const Tail tail{++divisions_, count};
  std::vector<int> others;
  for (int rank = 0; rank < ranks_.size(); ++rank)
    if (rank != ranks_.rank()) others.push_back(rank);
  ByteWriter own;
  const Run& run = runs[static_cast<std::size_t>(ranks_.rank())];
  for (std::size_t n = run.begin; n < run.end; ++n) item.write(n, own);
  own.value(tail);
  const std::vector<Message> received =
      ranks_.exchange(others, std::vector<Message>(others.size(), own.bytes()));
  for (std::size_t i = 0; i < others.size(); ++i) {
    const std::span<const std::byte> bytes = received[i];
    received_ += static_cast<std::int64_t>(bytes.size());
    const std::size_t length = bytes.size() - std::min(bytes.size(), sizeof(Tail));
    ByteReader end(bytes.subspan(length)), results(bytes.first(length));
    const bool same = end.value<Tail>() == tail;
    const Run& theirs = runs[static_cast<std::size_t>(others[i])];
    for (std::size_t n = theirs.begin; same && n < theirs.end; ++n) item.read(n, results);
    if (!same || !results.atEnd()) throw difference();
  }
}

}  // namespace talus
