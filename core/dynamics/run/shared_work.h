#pragma once

#include "dynamics/run/world.h"

namespace talus {

/// Several ranks that all know all bodies, take the same steps, and divide the work on pairs.
class SharedWork final : public World {
 public:
  /// @param ranks must outlive this.
  SharedWork(SimulatedSystem& system, Communicator& ranks);

  DividedWork& work() { return work_; }

  /// Each body is shown by one rank, walls by the first.
  bool shows(std::size_t row) const override;
  bool shows(const BodyPair& rows) const override;
  void beginFrame() override { cancelled_ = false; }
  void advance(Context& context, std::int64_t ticks) override;
  void sum(FrameSums& sums) override;

 private:
  bool isAnyCancelled();

  DividedWork work_;
  bool cancelled_ = false;  // on this rank: all ranks end after the next step
};

}  // namespace talus
