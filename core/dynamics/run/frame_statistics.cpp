#include "dynamics/run/frame_statistics.h"

#include <type_traits>

#include "base/damaged_snapshot.h"

namespace talus {

void FrameStatistics::save(ByteWriter& bytes) const {
  bytes.value(time);
  forEachStatistic(*this, [&bytes](const char*, const auto& value) { bytes.value(value); });
  bytes.array(comparisons);
}

void FrameStatistics::load(ByteReader& bytes) {
  time = bytes.value<double>();
  forEachStatistic(*this, [&bytes](const char*, auto& value) { bytes.all(value); });
  comparisons = bytes.array<std::int64_t>();
  if (stepLimit < StepLimit::None || stepLimit > StepLimit::Size) throw damagedSnapshot();
}

}  // namespace talus
