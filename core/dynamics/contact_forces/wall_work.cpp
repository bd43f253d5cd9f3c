#include "dynamics/contact_forces/wall_work.h"

#include <algorithm>
#include <cmath>

#include "base/damaged_snapshot.h"

namespace talus {

void WallWork::measure() {
  trialPowers_.clear();
  const ForceBodies& bodies = contacts_->bodies();
  if (!bodies.placed().wallsMove()) return;
  const auto add = [&](Index i, const Vec3& force, const Vec3& torque) {
    const MovingBody& wall = bodies.placed()[i];
    if (!bodies[i].wall || (wall.velocity.isZero(0) && wall.angularVelocity.isZero(0))) return;
    trialPowers_.push_back(-force.dot(wall.velocity) - torque.dot(wall.angularVelocity));
  };
  for (const PairBlock& block : contacts_->pairs().blocks()) {
    for (const PressedPair& pair : block.pushed) {
      add(pair.bodies.first, -pair.loads.force, pair.loads.torqueA);
      add(pair.bodies.second, pair.loads.force, pair.loads.torqueB);
    }
  }
}

void WallWork::evaluate(const BodyState& /*state*/, double time, Loads& /*loads*/) {
  measure();
  if (!std::isnan(time_)) return;
  time_ = time;
  powers_ = trialPowers_;
}

bool WallWork::correctDamping(const BodyState& /*state*/, Loads& /*change*/) {
  if (contacts_->explicitContacts().correctsDamping()) measure();
  return false;
}

void WallWork::accept(const BodyState& /*state*/, double time) {
  const double half = 0.5 * (time - time_);
  if (told_)
    for (const double work : *told_) work_.add(work);
  else
    for (const auto* powers : {&powers_, &trialPowers_})
      for (const double power : *powers) work_.add(half * power);
  told_.reset();
  std::swap(powers_, trialPowers_);
  time_ = time;
}

void WallWork::add(const WallWork& other) {
  time_ = other.time_;
  powers_.insert(powers_.end(), other.powers_.begin(), other.powers_.end());
  work_.add(other.work_);
}

void WallWork::clear() {
  powers_.clear();
  work_ = {};
}

void WallWork::save(ByteWriter& bytes) const {
  bytes.all(powers_, time_, work_);
}

void WallWork::load(ByteReader& bytes) {
  bytes.all(powers_, time_, work_);
  const auto isFinite = [](double power) { return std::isfinite(power); };
  if (!std::isfinite(time_) || !std::ranges::all_of(powers_, isFinite)) throw damagedSnapshot();
}

}  // namespace talus
