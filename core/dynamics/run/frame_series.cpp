#include "dynamics/run/frame_series.h"

#include <cmath>
#include <limits>
#include <utility>

#include "base/error.h"
#include "base/number_text.h"
#include "dynamics/run/snapshot_store.h"
#include "dynamics/run/world.h"

namespace talus {

FrameSeries::FrameSeries(std::unique_ptr<Simulation> start, const FrameTimes& times, std::size_t memory)
    : simulation_(std::move(start)), times_(times), snapshots_(std::make_unique<SnapshotStore>(memory)) {
  snapshots_->put(0, simulation_->save());
}

FrameSeries::~FrameSeries() = default;
FrameSeries::FrameSeries(FrameSeries&& other) noexcept = default;

std::vector<std::byte> FrameSeries::snapshot(std::int64_t frame) const {
  return snapshots_->get(frame);
}

void FrameSeries::setMemory(std::size_t bytes) {
  snapshots_->setMemory(bytes);
}

std::int64_t FrameSeries::reached() const {
  return snapshots_->latestUpTo(std::numeric_limits<std::int64_t>::max()).value_or(0);
}

const Simulation& FrameSeries::show(std::int64_t frame, const Context::Report& report) {
  const std::int64_t from = snapshots_->latestUpTo(frame).value_or(0);
  standAt(from);
  const auto count = static_cast<double>(frame - from);
  for (std::int64_t i = from; i < frame; ++i) {
    const double done = static_cast<double>(i - from);
    Context part([&](double fraction) { return !report || report((done + fraction) / count); });
    advanceTo(i + 1, part);
  }
  return *simulation_;
}

void FrameSeries::standAt(std::int64_t frame) {
  if (standing_ == frame) return;
  const SnapshotStore::Bytes own = snapshots_->get(frame);
  standing_ = -1;
  simulation_->load(simulation_->world().partsOf(own));
  standing_ = frame;
}

void FrameSeries::advanceTo(std::int64_t frame, Context& context) {
  standing_ = -1;  // until its snapshot is kept
  simulation_->advanceTo(times_(frame), context);
  keep(frame, simulation_->save());
}

void FrameSeries::keep(std::int64_t frame, SnapshotStore::Bytes bytes) {
  snapshots_->put(frame, std::move(bytes));
  standing_ = frame;
  if (!keepsAll_) snapshots_->drop(1, frame);
}

void FrameSeries::setTimes(const FrameTimes& times) {
  const std::int64_t kept = reached();
  std::int64_t same = 0;
  while (same < kept && same < times.last() && times(same + 1) == times_(same + 1)) ++same;
  snapshots_->dropFrom(same + 1);
  if (standing_ > same) standing_ = -1;
  times_ = times;
}

void FrameSeries::resume(const SnapshotParts& parts) {
  standing_ = -1;
  simulation_->load(parts);
  const double time = simulation_->time();
  const std::int64_t frame = times_.frameAt(time);
  if (std::abs(times_(frame) - time) > 1e-9 * times_(1))
    throw Error("There is no frame at the time of the checkpoint", "it is of " + numberText(time) + " s",
                "Use the output interval of the checkpoint, and an end time not before it");
  keep(frame, simulation_->save());
}

}  // namespace talus
