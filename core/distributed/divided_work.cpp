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

DividedWork::Assignment DividedWork::assign(std::span<const std::int64_t> costs, int ranks) {
  Assignment assignment(static_cast<std::size_t>(ranks));
  std::vector<std::int64_t> dealt(assignment.size(), 0);
  for (std::size_t n = 0; n < costs.size(); ++n) {
    const auto least = static_cast<std::size_t>(std::ranges::min_element(dealt) - dealt.begin());
    dealt[least] += costs[n];
    assignment[least].push_back(n);
  }
  return assignment;
}

Error DividedWork::difference() {
  return {"The processes of a simulation have come to different results", "",
          "Start them on processors of the same kind, with the same build of Talus"};
}

// Two bytes take a nanosecond, about, to be written, sent, received and read.
bool DividedWork::pays(std::int64_t cost, std::int64_t bytes) const {
  const std::int64_t others = ranks_.size() - 1;
  return cost >= least_ && (least_ == 0 || cost * others / ranks_.size() > bytes / 2);
}

void DividedWork::compute(std::span<const std::int64_t> costs, std::int64_t bytes, const Item& item) {
  const std::int64_t whole = std::accumulate(costs.begin(), costs.end(), std::int64_t{0});
  const bool divides = pays(whole, bytes);
  Assignment assignment;
  if (divides) assignment = assign(costs, ranks_.size());
  const auto* own = divides ? &assignment[static_cast<std::size_t>(ranks_.rank())] : nullptr;
  Context context;
  parallelChunks(own ? own->size() : costs.size(), item.grain, context,
                 [&](std::size_t begin, std::size_t end) {
                   for (std::size_t k = begin; k < end; ++k) item.compute(own ? (*own)[k] : k);
                 });
  if (divides) exchange(assignment, costs.size(), item);
}

void DividedWork::exchange(const Assignment& assignment, std::size_t count, const Item& item) {
  const Tail tail{++divisions_, count};
  ByteWriter own;
  for (const std::size_t n : assignment[static_cast<std::size_t>(ranks_.rank())]) item.write(n, own);
  own.value(tail);
  const std::vector<Message> messages = ranks_.gather(own.bytes());
  for (std::size_t other = 0; other < assignment.size(); ++other) {
    if (static_cast<int>(other) == ranks_.rank()) continue;
    const std::span<const std::byte> bytes = messages[other];
    received_ += static_cast<std::int64_t>(bytes.size());
    if (bytes.size() < sizeof(Tail)) throw difference();
    const std::size_t length = bytes.size() - sizeof(Tail);
    ByteReader end(bytes.subspan(length)), results(bytes.first(length));
    const bool same = end.value<Tail>() == tail;
    if (!same) throw difference();
    for (const std::size_t n : assignment[other]) item.read(n, results);
    if (!results.atEnd()) throw difference();
  }
}

}  // namespace talus
