#pragma once

#include "base/pose.h"
#include "dynamics/law/contact_law.h"
#include "dynamics/law/elastic_action.h"

namespace talus {

/// The result of the last search of two bodies. An iteration of a long step, the measurement of its friction
/// and the beginning of the next step search the same places.
class LastSearch {
 public:
  /// What a search depends on beside the bodies and the constants of their law.
  struct Question {
    const Pose& a;
    const Pose& b;
    const PairLaw& law;
    FeaturePair start{};  ///< of convex bodies
  };

  /// The result if the last question was the same; otherwise null.
  const ElasticAction* find(const Question& asked) const {
    return known_ && wasAsked(asked) ? &action_ : nullptr;
  }
  void keep(const Question& asked, const ElasticAction& action) {
    note(asked);
    action_ = action;
    known_ = true;
  }
  /// Where searches take little longer than copies of their results: keeps one only if the last question was
  /// the same.
  void keepIfRepeated(const Question& asked, const ElasticAction& action) {
    if (wasAsked(asked))
      keep(asked, action);
    else
      note(asked);
  }

 private:
  bool wasAsked(const Question& asked) const {
    return asked.law.reach == reach_ && asked.law.sight == sight_ && asked.start == start_ &&
           isSame(asked.a, a_) && isSame(asked.b, b_);
  }
  void note(const Question& asked) {
    a_ = asked.a;
    b_ = asked.b;
    start_ = asked.start;
    reach_ = asked.law.reach;
    sight_ = asked.law.sight;
    known_ = false;
  }
  // Scales do not change.
  static bool isSame(const Pose& now, const Pose& before) {
    return now.position == before.position && now.rotation == before.rotation;
  }

  bool known_ = false;
  Pose a_, b_;
  FeaturePair start_;
  double reach_ = 0, sight_ = 0;
  ElasticAction action_;
};

}  // namespace talus
