#pragma once

#include "base/pose.h"
#include "contact/search/near_pairs.h"
#include "dynamics/law/contact_law.h"
#include "dynamics/law/elastic_action.h"

namespace talus {

/// What searches of two closed bodies of any form keep for later ones: near triangles, and the last result.
/// An iteration of a long step, the measurement of its friction and the beginning of the next step search
/// the same places. Results have the same bits without it.
class NearSurfaces {
 public:
  /// Near triangles.
  NearPairs& list() { return list_; }
  /// The result of the last search if the bodies had these poses then; otherwise null.
  const ElasticAction* find(const Pose& a, const Pose& b, const PairLaw& law) const {
    const bool same = known_ && law.reach == reach_ && law.sight == sight_ && isSame(a, a_) && isSame(b, b_);
    return same ? &action_ : nullptr;
  }
  void keep(const Pose& a, const Pose& b, const PairLaw& law, const ElasticAction& action) {
    a_ = a;
    b_ = b;
    reach_ = law.reach;
    sight_ = law.sight;
    action_ = action;
    known_ = true;
  }

 private:
  // Scales do not change.
  static bool isSame(const Pose& now, const Pose& before) {
    return now.position == before.position && now.rotation == before.rotation;
  }

  NearPairs list_;
  bool known_ = false;
  Pose a_, b_;
  double reach_ = 0, sight_ = 0;
  ElasticAction action_;
};

}  // namespace talus
