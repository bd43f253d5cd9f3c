#include "contact/scene/contact_tracker.h"

#include <algorithm>
#include <tuple>

namespace talus {

namespace {

bool sameName(const Contact& x, const Contact& y) {
  return x.kind == ContactKind::Manifold && y.kind == ContactKind::Manifold && x.featureA == y.featureA &&
         x.featureB == y.featureB;
}

}  // namespace

void ContactTracker::match(const TrackedContacts& before, const TrackedContacts& now, double reach,
                           std::span<Index> match) {
  std::fill(match.begin(), match.end(), Index{-1});
  if (before.contacts.empty()) return;
  taken_.assign(before.contacts.size(), 0);
  matchNames(before, now, match);
  matchPlaces(before, now, reach, match);
}

void ContactTracker::matchNames(const TrackedContacts& before, const TrackedContacts& now,
                                std::span<Index> match) {
  for (std::size_t i = 0; i < now.contacts.size(); ++i)
    for (std::size_t j = 0; j < before.contacts.size(); ++j) {
      if (taken_[j] != 0 || !sameName(now.contacts[i], before.contacts[j])) continue;
      taken_[j] = 1;
      match[i] = static_cast<Index>(j);
      break;
    }
}

void ContactTracker::matchPlaces(const TrackedContacts& before, const TrackedContacts& now, double reach,
                                 std::span<Index> match) {
  candidates_.clear();
  for (std::size_t i = 0; i < match.size(); ++i) {
    if (match[i] >= 0) continue;
    for (std::size_t j = 0; j < taken_.size(); ++j) {
      if (taken_[j] != 0) continue;
      const double squaredDistance = std::min((now.places[i].onA - before.places[j].onA).squaredNorm(),
                                              (now.places[i].onB - before.places[j].onB).squaredNorm());
      if (squaredDistance <= reach * reach)
        candidates_.push_back({squaredDistance, static_cast<Index>(i), static_cast<Index>(j)});
    }
  }
  std::sort(candidates_.begin(), candidates_.end(), [](const Candidate& x, const Candidate& y) {
    return std::tie(x.squaredDistance, x.now, x.before) < std::tie(y.squaredDistance, y.now, y.before);
  });
  for (const Candidate& c : candidates_) {
    char& taken = taken_[static_cast<std::size_t>(c.before)];
    Index& to = match[static_cast<std::size_t>(c.now)];
    if (taken != 0 || to >= 0) continue;
    taken = 1;
    to = c.before;
  }
}

}  // namespace talus
