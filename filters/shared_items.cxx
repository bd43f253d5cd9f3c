#include "shared_items.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "base/error_bytes.h"
#include "distributed/divided_work.h"
#include "filter_progress.h"

namespace talus::filters {

namespace {

// The items that this rank computes, and what went wrong.
class Computation {
 public:
  Computation(std::size_t items, const SharedItem& item, vtkAlgorithm& filter, int ranks)
      : item_(item),
        filter_(filter),
        failures_(items),
        share_(static_cast<double>(ranks) / static_cast<double>(items)) {}

  void compute(std::size_t n) {
    const double begin = done_;
    done_ = std::min(1.0, done_ + share_);
    if (failed_) return;  // an earlier item fails, and the first one counts
    try {
      item_.compute(n, reportTo(filter_, begin, done_));
    } catch (const Error& error) {
      failures_[n] = error;
      failed_ = true;
    }
  }

  void write(std::size_t n, ByteWriter& to) const {
    to.all(failures_[n].has_value(), failed_);
    if (failures_[n]) talus::write(*failures_[n], to);
    if (!failed_) item_.write(n, to);
  }

  void read(std::size_t n, ByteReader& from) {
    bool fails = false, failed = false;
    from.all(fails, failed);
    if (fails) failures_[n] = readError(from);
    if (!failed) item_.read(n, from);
  }

  void throwFirst() const {
    for (const std::optional<Error>& failure : failures_)
      if (failure) throw *failure;
  }

 private:
  const SharedItem& item_;
  vtkAlgorithm& filter_;
  std::vector<std::optional<Error>> failures_;  // of the items
  double share_, done_ = 0;                     // of progress
  bool failed_ = false;
};

}  // namespace

void computeShared(std::span<const std::int64_t> costs, const SharedItem& item, vtkAlgorithm& filter,
                   Communicator& ranks) {
  if (costs.empty()) return;
  Computation own(costs.size(), item, filter, ranks.size());
  DividedWork work(ranks);
  // One after the other: each uses all threads, and tells its progress. Results are sent much sooner than
  // they are computed.
  work.compute(
      costs, 0,
      {[&own](std::size_t n) { own.compute(n); }, [&own](std::size_t n, ByteWriter& to) { own.write(n, to); },
       [&own](std::size_t n, ByteReader& from) { own.read(n, from); }, costs.size()});
  own.throwFirst();
}

}  // namespace talus::filters
