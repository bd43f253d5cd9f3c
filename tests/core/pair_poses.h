#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <random>
#include <utility>
#include <vector>

#include "contact/search/body_pair.h"

/// Two bodies in random poses with a given gap, and which triangles a search finds near each other.
namespace talus::pairs {

using Shape = std::shared_ptr<const ContactShape>;

inline Shape prepared(const TriangleMesh& mesh, const SurrogateOptions& options = {}) {
  Context context;
  return std::make_shared<ContactShape>(mesh, options, context);
}

class Random {
 public:
  explicit Random(unsigned seed) : generator_(seed) {}

  double uniform(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(generator_);
  }
  std::size_t below(std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(generator_);
  }
  Vec3 direction() {
    std::normal_distribution<double> normal;
    return Vec3(normal(generator_), normal(generator_), normal(generator_)).normalized();
  }
  Eigen::Matrix3d rotation() {
    return Eigen::AngleAxisd(uniform(0, 2 * std::numbers::pi), direction()).toRotationMatrix();
  }
  Pose pose() { return {direction(), rotation(), 1}; }

 private:
  std::mt19937 generator_;
};

struct Placed {
  PlacedShape a, b;
};

/// Two bodies of diameter about 1 at random, B moved towards A until the gap is about `gap`: to 1e-13, but
/// where that takes more than 100 moves.
inline Placed atGap(const Shape& a, const Shape& b, double gap, Random& random) {
  Placed placed{{a.get(), random.pose()}, {b.get(), random.pose()}};
  placed.b.pose.position = (4 + gap) * random.direction();
  BodyPairSearch search;
  for (int i = 0; i < 100; ++i) {
    const TriangleContact near = search.nearest(placed.a, placed.b);
    if (std::abs(near.gap - gap) <= 1e-13) break;
    placed.b.pose.position -= (near.gap - gap) * near.normal;
  }
  return placed;
}

inline std::vector<TriangleContact> contactsOf(const Placed& placed, double reach,
                                               const BodyPairOptions& options = {}) {
  std::vector<TriangleContact> contacts;
  BodyPairSearch(options).findContacts(placed.a, placed.b, reach, contacts);
  return contacts;
}

/// All pairs of triangles in double: what every search must find.
constexpr BodyPairOptions reference{.search = BodySearch::Flat, .method = TrianglePairMethod::Comparison};

using Ids = std::pair<Index, Index>;

/// The triangles of each contact, sorted; a pair that was found twice is there twice.
inline std::vector<Ids> idsOf(const std::vector<TriangleContact>& contacts) {
  std::vector<Ids> ids;
  ids.reserve(contacts.size());
  for (const TriangleContact& c : contacts) ids.emplace_back(c.triangleA, c.triangleB);
  std::sort(ids.begin(), ids.end());
  return ids;
}

}  // namespace talus::pairs
