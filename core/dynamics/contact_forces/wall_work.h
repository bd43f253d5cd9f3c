#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "dynamics/contact_forces/contact_forces.h"

namespace talus {

/// Integrates the work that moving walls do on bodies. Exerts no force; must come after the contacts in a
/// FieldSum, since it uses their loads. Trapezoidal rule over accepted steps, pair by pair, unless the method
/// tells the works: the sum is exact.
class WallWork : public ForceField {
 public:
  /// @param contacts must outlive this.
  explicit WallWork(const ContactForces& contacts) : contacts_(&contacts) {}

  void evaluate(const BodyState& state, double time, Loads& loads) override;
  /// Takes over what the contacts have corrected; changes nothing itself.
  bool correctDamping(const BodyState& state, Loads& change) override;
  void setWallWorks(std::span<const double> works) override { told_.emplace(works.begin(), works.end()); }
  void accept(const BodyState& state, double time) override;
  /// J, up to the last accepted state.
  const ExactSum& work() const { return work_; }

  /// Adds the work of another rank, of the same time.
  void add(const WallWork& other);
  /// No work so far; the time stays.
  void clear();
  void save(ByteWriter& bytes) const override;
  void load(ByteReader& bytes) override;

 private:
  void measure();

  const ContactForces* contacts_;
  std::vector<double> trialPowers_;          // of each pair with a moving wall, W, at the last evaluation
  std::vector<double> powers_;               // at the last accepted state
  std::optional<std::vector<double>> told_;  // of the trial, J
  double time_ = std::numeric_limits<double>::quiet_NaN();
  ExactSum work_;
};

}  // namespace talus
