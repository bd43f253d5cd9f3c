#include "contact/scene/contact_merge.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <tuple>
#include <unordered_map>

namespace talus {

namespace {

Vec3 middleOf(const TriangleContact& pair) {
  return 0.5 * (pair.pointA + pair.pointB);
}

// Sorted by gap; equal gaps by position, then by triangle numbers.
std::vector<std::size_t> nearestFirst(const std::vector<TriangleContact>& near) {
  std::vector<std::size_t> order(near.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto key = [&near](std::size_t i) {
    const TriangleContact& pair = near[i];
    const Vec3 p = middleOf(pair);
    return std::tuple(p.x(), p.y(), p.z(), pair.triangleA, pair.triangleB);
  };
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    return near[i].gap != near[j].gap ? near[i].gap < near[j].gap : key(i) < key(j);
  });
  return order;
}

// Points sorted into cubes, in the given order within each. A small number of points is not sorted.
class PointGrid {
 public:
  PointGrid(double cell, const std::vector<TriangleContact>& near, const std::vector<std::size_t>& order)
      : cell_(cell), order_(order) {
    if (order.size() <= pointsBeforeSorting) return;
    for (const std::size_t i : order) cubes_[keyOf(cubeOf(middleOf(near[i])))].push_back(i);
  }

  // Calls visit(number) for the points of the cube around p and its neighbours, and possibly others.
  template <class Visit>
  void forEachNear(const Vec3& p, const Visit& visit) const {
    if (cubes_.empty()) {
      for (const std::size_t number : order_) visit(number);
      return;
    }
    const Cube cube = cubeOf(p);
    for (std::int64_t z = -1; z <= 1; ++z)
      for (std::int64_t y = -1; y <= 1; ++y)
        for (std::int64_t x = -1; x <= 1; ++x) {
          const auto found = cubes_.find(keyOf({cube[0] + x, cube[1] + y, cube[2] + z}));
          if (found == cubes_.end()) continue;
          for (const std::size_t number : found->second) visit(number);
        }
  }

 private:
  static constexpr std::size_t pointsBeforeSorting = 64;
  using Cube = std::array<std::int64_t, 3>;

  Cube cubeOf(const Vec3& p) const {
    const auto along = [this](double x) {
      return static_cast<std::int64_t>(std::floor(std::clamp(x / cell_, -9e17, 9e17)));
    };
    return {along(p.x()), along(p.y()), along(p.z())};
  }
  // Cubes that share a key only cost time, as visitors check the distance.
  static std::uint64_t keyOf(const Cube& cube) {
    std::uint64_t key = 0;
    for (const std::int64_t c : cube) key = (key ^ static_cast<std::uint64_t>(c)) * 0x9e3779b97f4a7c15U;
    return key;
  }

  double cell_;
  const std::vector<std::size_t>& order_;
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> cubes_;
};

// Weighted sums over the pairs of one contact.
class MeanContact {
 public:
  void add(const TriangleContact& pair, double weight) {
    weight_ += weight;
    point_ += weight * middleOf(pair);
    normal_ += weight * pair.normal;
  }

  // If all weights are 0, the nearest pair's point and normal remain; if the normals cancel, its normal does.
  void put(Contact& contact) const {
    if (!(weight_ > 0)) return;
    contact.point = point_ / weight_;
    if (const double length = normal_.norm(); length > 0.1 * weight_) contact.normal = normal_ / length;
  }

 private:
  double weight_ = 0;
  Vec3 point_ = Vec3::Zero();
  Vec3 normal_ = Vec3::Zero();
};

Contact contactOf(const TriangleContact& pair, double area, double reach) {
  Contact contact;
  contact.point = middleOf(pair);
  contact.normal = pair.normal;
  contact.gap = pair.gap;
  contact.depth = std::max(0.0, reach - pair.gap);
  contact.area = area;
  contact.triangleA = pair.triangleA;
  contact.triangleB = pair.triangleB;
  contact.featureA = static_cast<Index>(pair.featureA);
  contact.featureB = static_cast<Index>(pair.featureB);
  return contact;
}

}  // namespace

std::vector<Contact> mergeContacts(const std::vector<TriangleContact>& near,
                                   const std::vector<double>& weights, const std::vector<double>& areas,
                                   const MergeOptions& options) {
  std::vector<Contact> contacts;
  const std::vector<std::size_t> order = nearestFirst(near);
  const bool merge = options.rule != ContactMerge::None && options.distance > 0;
  const std::vector<std::size_t> none;
  const PointGrid grid(options.distance, near, merge ? order : none);
  std::vector<bool> taken(near.size(), false);
  for (const std::size_t i : order) {
    if (taken[i]) continue;
    Contact& contact = contacts.emplace_back(contactOf(near[i], areas[i], options.reach));
    if (!merge) continue;
    MeanContact mean;
    const Vec3 centre = contact.point;
    contact.area = 0;
    grid.forEachNear(centre, [&](std::size_t j) {
      if (taken[j] || (middleOf(near[j]) - centre).norm() > options.distance) return;
      taken[j] = true;
      contact.area += areas[j];
      mean.add(near[j], options.rule == ContactMerge::Area
                            ? weights[j] * std::max(0.0, options.reach - near[j].gap)
                            : 1);
    });
    mean.put(contact);
  }
  return contacts;
}

}  // namespace talus
