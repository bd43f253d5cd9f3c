#include "geometry/mesh/ear_clipping.h"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "geometry/exact/predicates.h"

namespace talus {

Clipped EarClipping::clip(std::span<const Vec3> corners, const Projection& projection,
                          std::vector<Triangle>& triangles) {
  begin(corners, projection);
  Choice choice = Choice::Clean;
  std::size_t corner = 0;
  for (std::size_t refused = 0; count_ > 2;) {
    const std::size_t next = next_[corner];
    if (isEar(corner, choice)) {
      cut(corner, triangles);
      choice = Choice::Clean;
      refused = 0;
    } else if (++refused == count_) {
      if (choice == Choice::Straight) return Clipped::Stuck;
      choice = choice == Choice::Clean ? Choice::Touching : Choice::Straight;
      refused = 0;
    }
    corner = next;
  }
  return hasArea_ ? Clipped::Whole : Clipped::Flat;
}

void EarClipping::begin(std::span<const Vec3> corners, const Projection& projection) {
  corners_ = corners;
  projection_ = projection;
  u_ = (projection.axis + 1) % 3;
  v_ = (projection.axis + 2) % 3;
  count_ = corners.size();
  hasArea_ = false;
  for (auto* numbers : {&next_, &previous_, &blocker_}) numbers->resize(count_);
  turns_.resize(count_);
  left_.assign(count_, true);
  std::iota(blocker_.begin(), blocker_.end(), std::size_t{0});
  for (std::size_t i = 0; i < count_; ++i) join(i, (i + 1) % count_);
  for (std::size_t i = 0; i < count_; ++i) turns_[i] = turn(previous_[i], i, next_[i]);
  listNotConvex();
}

void EarClipping::join(std::size_t before, std::size_t after) {
  next_[before] = after;
  previous_[after] = before;
}

// Sorted by their first coordinate, so that few are looked at for each ear.
void EarClipping::listNotConvex() {
  notConvex_.clear();
  for (std::size_t i = 0; i < corners_.size(); ++i)
    if (left_[i] && turns_[i] <= 0) notConvex_.push_back(i);
  std::ranges::sort(notConvex_, {}, [&](std::size_t i) { return corners_[i][u_]; });
  cutsUntilListing_ = count_ / 2;
}

void EarClipping::measure(std::size_t corner) {
  const bool wasConvex = turns_[corner] > 0;
  turns_[corner] = turn(previous_[corner], corner, next_[corner]);
  if (wasConvex && turns_[corner] <= 0) notConvex_.insert(firstListed(corners_[corner][u_]), corner);
}

// The first corner of the list whose first coordinate is at least a value.
std::vector<std::size_t>::iterator EarClipping::firstListed(double value) {
  return std::ranges::lower_bound(notConvex_, value, {}, [&](std::size_t i) { return corners_[i][u_]; });
}

void EarClipping::cut(std::size_t corner, std::vector<Triangle>& triangles) {
  const std::size_t before = previous_[corner], after = next_[corner];
  triangles.push_back({static_cast<Index>(before), static_cast<Index>(corner), static_cast<Index>(after)});
  hasArea_ |= turns_[corner] > 0;
  left_[corner] = false;
  --count_;
  join(before, after);
  measure(before);
  measure(after);
  if (cutsUntilListing_-- == 0) listNotConvex();
}

bool EarClipping::isEar(std::size_t corner, Choice choice) {
  if (turns_[corner] < 0) return false;
  if (count_ == 3) return true;
  if (turns_[corner] == 0) return choice == Choice::Straight || isFold(corner);
  return isFree(corner, choice);
}

// Whether a corner without area is not strictly between its neighbours.
bool EarClipping::isFold(std::size_t corner) const {
  const Vec3 &p = corners_[previous_[corner]], &q = corners_[corner], &r = corners_[next_[corner]];
  const auto isBetween = [&](Eigen::Index k) {
    return (p[k] < q[k] && q[k] < r[k]) || (r[k] < q[k] && q[k] < p[k]);
  };
  return !isBetween(u_) && !isBetween(v_);
}

bool EarClipping::isFree(std::size_t corner, Choice choice) {
  ear_ = {previous_[corner], corner, next_[corner]};
  const std::size_t known = blocker_[corner];
  if (known != corner && left_[known] && contact(known, choice) == Contact::Blocks) return false;
  const Vec3 &p = corners_[ear_[0]], &q = corners_[ear_[1]], &r = corners_[ear_[2]];
  std::tie(lowU_, highU_) = std::minmax({p[u_], q[u_], r[u_]});
  std::tie(lowV_, highV_) = std::minmax({p[v_], q[v_], r[v_]});
  bool touched = false;
  for (auto at = firstListed(lowU_); at != notConvex_.end() && corners_[*at][u_] <= highU_; ++at) {
    if (!left_[*at] || turns_[*at] > 0 || !isInBox(corners_[*at])) continue;
    const Contact found = contact(*at, choice);
    if (found == Contact::Blocks) {
      blocker_[corner] = *at;
      return false;
    }
    touched |= found == Contact::Touches;
  }
  return !touched || windingOf(corner) > 0;
}

bool EarClipping::isInBox(const Vec3& point) const {
  return lowU_ <= point[u_] && point[u_] <= highU_ && lowV_ <= point[v_] && point[v_] <= highV_;
}

EarClipping::Contact EarClipping::contact(std::size_t other, Choice choice) const {
  if (std::ranges::find(ear_, other) != ear_.end()) return Contact::Apart;
  const std::array<int, 3> sides{turn(ear_[0], ear_[1], other), turn(ear_[1], ear_[2], other),
                                 turn(ear_[2], ear_[0], other)};
  if (std::ranges::min(sides) < 0) return Contact::Apart;
  const bool isOnCut = sides[0] > 0 && sides[1] > 0 && sides[2] == 0;
  if (choice == Choice::Clean && isOnCut) return Contact::Blocks;
  if (enters(sides, previous_[other]) || enters(sides, next_[other])) return Contact::Blocks;
  return Contact::Touches;
}

// Whether the edge to a neighbour passes through the ear. @param sides the sides of the ear's edges on which
// the edge begins, 0 or 1.
bool EarClipping::enters(const std::array<int, 3>& sides, std::size_t neighbour) const {
  for (std::size_t k = 0; k < 3; ++k)
    if (sides[k] == 0 && turn(ear_[k], ear_[(k + 1) % 3], neighbour) <= 0) return false;
  return true;
}

// The polygon's winding number within an ear, near its corner: a ray from the corner to its predecessor,
// moved into the ear infinitesimally, is on the right of what it passes through ahead and on the left of what
// is behind.
int EarClipping::windingOf(std::size_t ear) const {
  const std::size_t target = previous_[ear];
  const auto isLeft = [&](std::size_t other) {
    const int side = turn(ear, target, other);
    return side != 0 ? side > 0 : isAhead(ear, target, other);
  };
  int winding = 0;
  std::size_t from = ear;
  do {
    const std::size_t to = next_[from];
    const bool begins = isLeft(from), ends = isLeft(to);
    if (begins != ends) {
      const int side = turn(from, to, ear);
      if (side == (ends ? 1 : -1)) winding += side;
    }
    from = to;
  } while (from != ear);
  return winding;
}

int EarClipping::turn(std::size_t a, std::size_t b, std::size_t c) const {
  return projection_.sign * orient2d(corners_[a], corners_[b], corners_[c], projection_.axis);
}

// Whether `other`, on the line through two different points, lies beyond `from` in the direction of `to`.
bool EarClipping::isAhead(std::size_t from, std::size_t to, std::size_t other) const {
  const Eigen::Index k = corners_[from][u_] != corners_[to][u_] ? u_ : v_;
  const double p = corners_[from][k], q = corners_[to][k], r = corners_[other][k];
  return p < q ? r > p : r < p;
}

}  // namespace talus
