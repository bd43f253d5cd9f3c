#pragma once

#include <vector>

#include "dynamics/field/force_field.h"

namespace talus {

/// How far walls have moved in a stage of a long step: all by the same part of their motions, as far as the
/// bodies that they push give way; then further.
class WallProgress {
 public:
  /// @param start of the stage, at that time.
  void begin(const BodyState& start, ForceField& field, double time, double end);
  /// Walls are where they started.
  void restart() {
    part_ = move_ ? 0 : 1;
    begun_.clear();
  }

  bool move() const { return move_; }  ///< whether a wall moves in this stage
  bool isComplete() const { return part_ == 1; }
  const BodyState& start() const { return start_; }  ///< of the stage
  const BodyState& ahead() const { return ahead_; }  ///< the same with walls at its end
  double begin() const { return begin_; }            ///< s
  double end() const { return end_; }
  double time() const { return begin_ + part_ * (end_ - begin_); }
  /// Whether a wall moves at a contact in the rest of the stage.
  bool drives(const LinearContact& contact, const BodyInertia& inertia) const;

  /// An iterate begins here.
  void beginIterate() { begun_.push_back(before_ = part_); }
  /// Goes on from there by a part of what is left.
  void advance(double part) { part_ = part == 1 ? 1 : before_ + part * (1 - before_); }
  void halve() { part_ = 0.5 * (part_ + before_); }
  void goBack() { part_ = before_; }
  /// By how much walls went on since the iterate began, over their motion in the stage.
  double gained() const { return part_ - before_; }
  bool wentOn() const { return part_ != before_; }
  /// Whether walls that go on as slowly as in the last iterates complete their motion in so many iterates.
  bool complete(int iterates) const;

 private:
  double begin_ = 0, end_ = 0;  // of the stage
  BodyState start_, ahead_;
  double part_ = 0, before_ = 0;  // of the motions, now and in the last iterate
  std::vector<double> begun_;     // parts at which iterates began
  bool move_ = false;
};

}  // namespace talus
