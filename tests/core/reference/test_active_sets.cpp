// Searches that go on where the last one ended: lists of near pairs, and active sets of surrogates.
#include "reference/contact/active_sets.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "base/error.h"
#include "pair_poses.h"
#include "shapes.h"
#include "shapes/bumped_sphere.h"

namespace talus::test_active_sets {
namespace {

using namespace pairs;

Shape ball(double bumpiness, SurrogateMethod method = SurrogateMethod::Minimax) {
  Context context;
  const BumpedSphereOptions options{.placement = {.size = 1}, .bumpiness = bumpiness, .triangles = 320};
  return prepared(makeBumpedSphere(options, context), {.method = method});
}

struct ShapePair {
  const char* name;
  Shape a, b;
};

// Trees of equal and unequal depth; those of k-means clusters have leaves on several levels.
const std::vector<ShapePair>& shapePairs() {
  static const std::vector<ShapePair> pairs = [] {
    const Shape sphere = ball(1), rock = ball(1.5), nested = ball(1.5, SurrogateMethod::Functional);
    const Shape ground = prepared(shapes::square(1, 3)), tiles = prepared(shapes::square(9, 3));
    const Shape ring = prepared(shapes::torus(0.4, 0.15, 16, 6));
    return std::vector<ShapePair>{{"sphere, sphere", sphere, sphere}, {"sphere, ground", sphere, ground},
                                  {"tiles, rock", tiles, rock},       {"rock, ring", rock, ring},
                                  {"nested, nested", nested, nested}, {"ground, nested", ground, nested}};
  }();
  return pairs;
}

void move(Pose& pose, double by, Random& random) {
  pose.position += by * random.direction();
  pose.rotation = Eigen::AngleAxisd(by, random.direction()).toRotationMatrix() * pose.rotation;
}

TEST(NearPairs, BoundMotion) {
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    const double size = std::pow(10, random.uniform(-2, 2)), by = std::pow(10, random.uniform(-6, 0.5));
    RelativePlacement before{size * random.rotation(), 3 * size * random.direction(), size}, now = before;
    now.linear = Eigen::AngleAxisd(by, random.direction()).toRotationMatrix() * before.linear;
    now.shift += by * random.direction();
    const double extentB = random.uniform(0.5, 2), bound = greatestMotion(before, now, 1, extentB);
    for (int k = 0; k < 20; ++k) {
      const Vec3 point = random.uniform(0, 1) * random.direction();
      if (now(point).norm() > extentB) continue;
      EXPECT_GE(bound * (1 + 1e-12), (now(point) - before(point)).norm());
    }
  }
}

// A large plane that turns about a place near a small body moves little there.
TEST(NearPairs, LargeBodiesThatTurnFarAwayMoveLittle) {
  const Vec3 place(100, 0, 0);  // in tree B, B being at the origin
  RelativePlacement before{100 * Eigen::Matrix3d::Identity(), place, 100}, now = before;
  const Eigen::Matrix3d turn = Eigen::AngleAxisd(0.01, Vec3::UnitZ()).toRotationMatrix();
  now.linear = turn * before.linear;
  now.shift = turn * place;
  EXPECT_LT(greatestMotion(before, now, 1, 1), 0.02);
}

// Along random walks, with steps below and above the skin.
TEST(NearPairs, GiveTheContactsOfASearch) {
  Random random(2);
  BodyPairSearch search;
  int listed = 0, steps = 0;
  std::size_t found = 0;
  for (const ShapePair& pair : shapePairs())
    for (int walk = 0; walk < 6; ++walk) {
      Placed placed = atGap(pair.a, pair.b, 0.01, random);
      const double reach = 0.03, skin = 0.01;
      NearPairs list;
      for (int step = 0; step < 60; ++step, ++steps) {
        std::vector<TriangleContact> byList;
        search.findContacts(placed.a, placed.b, reach, skin, list, byList);
        listed += search.counts().levels.size() > 1 && search.counts().levels.front().visits > 0;
        EXPECT_EQ(idsOf(byList), idsOf(contactsOf(placed, reach))) << pair.name;
        found += byList.size();
        move(placed.b.pose, 0.002, random);
        move(placed.a.pose, step % 20 == 19 ? 0.05 : 0.0005, random);
      }
    }
  EXPECT_GT(found, 10000u);
  EXPECT_LT(listed, 0.6 * steps);
}

// To the bit and in this order, whenever the list was made: forces are added in it.
TEST(NearPairs, GiveTheCandidatesOfASearch) {
  Random random(7);
  BodyPairSearch search;
  std::size_t compared = 0;
  for (const ShapePair& pair : shapePairs()) {
    Placed placed = atGap(pair.a, pair.b, 0.01, random);
    NearPairs list;
    for (int step = 0; step < 60; ++step) {
      std::vector<TriangleContact> byList, expected;
      search.findCandidates(placed.a, placed.b, 0.03, 0.02, list, byList);
      search.findCandidates(placed.a, placed.b, 0.03, expected);
      ASSERT_EQ(byList.size(), expected.size()) << pair.name;
      for (std::size_t i = 0; i < byList.size(); ++i) {
        ASSERT_EQ(byList[i].triangleA, expected[i].triangleA) << pair.name;
        ASSERT_EQ(byList[i].triangleB, expected[i].triangleB) << pair.name;
        ASSERT_EQ(byList[i].gap, expected[i].gap) << pair.name;
      }
      compared += byList.size();
      move(placed.b.pose, 0.001, random);
    }
  }
  EXPECT_GT(compared, 1000U);
}

TEST(NearPairs, KnowHowFarTheyReach) {
  Random random(5);
  BodyPairSearch search;
  for (const ShapePair& pair : shapePairs()) {
    const Placed placed = atGap(pair.a, pair.b, 0.01, random);
    NearPairs list;
    for (const double reach : {0.02, 0.06, 0.01, 0.05}) {
      std::vector<TriangleContact> byList;
      search.findContacts(placed.a, placed.b, reach, 0.01, list, byList);
      EXPECT_EQ(idsOf(byList), idsOf(contactsOf(placed, reach))) << pair.name << " " << reach;
    }
  }
}

// What was far from the reach when the list was made is not compared while bodies hardly move.
TEST(NearPairs, AreComparedWhereTheyMayBeWithinReach) {
  Random random(6);
  BodyPairSearch search;
  for (const ShapePair& pair : shapePairs()) {
    Placed placed = atGap(pair.a, pair.b, 0.01, random);
    NearPairs list;
    std::vector<TriangleContact> first, second;
    search.findContacts(placed.a, placed.b, 0.03, 0.1, list, first);
    move(placed.b.pose, 1e-5, random);
    search.findContacts(placed.a, placed.b, 0.03, 0.1, list, second);
    EXPECT_EQ(idsOf(second), idsOf(contactsOf(placed, 0.03))) << pair.name;
    EXPECT_GE(search.counts().comparisons(), static_cast<std::int64_t>(second.size())) << pair.name;
    EXPECT_LT(search.counts().comparisons(), 0.7 * static_cast<double>(list.pairs.size())) << pair.name;
  }
}

TEST(NearPairs, RefuseABadSkin) {
  Random random(4);
  const Placed placed = atGap(shapePairs()[0].a, shapePairs()[0].b, 0.1, random);
  NearPairs list;
  std::vector<TriangleContact> contacts;
  EXPECT_THROW(BodyPairSearch().findContacts(placed.a, placed.b, 0.1, -1, list, contacts), Error);
  EXPECT_THROW(BodyPairSearch().findContacts(placed.a, placed.b, 0.1, std::nan(""), list, contacts), Error);
}

// ---- Active sets ----

/// How often each fine triangle is covered by an active lane.
std::map<Index, int> coverage(const ContactShape& shape, const ActiveSet& set) {
  const auto groups = shape.tree().groups();
  std::map<Index, int> covered;
  const std::function<void(std::size_t, std::size_t)> below = [&](std::size_t g, std::size_t lane) {
    const SurrogateGroup& group = groups[g];
    if (group.leaf != 0) ++covered[group.child[lane]];
    if (group.leaf != 0) return;
    for (std::size_t c = 0; c < group.childGroups[lane]; ++c) {
      const std::size_t child = static_cast<std::size_t>(group.child[lane]) + c;
      for (std::size_t k = 0; k < groups[child].count; ++k) below(child, k);
    }
  };
  for (const ActiveGroup& active : set)
    for (std::size_t lane = 0; lane < SurrogateGroup::size; ++lane)
      if (((active.lanes >> lane) & 1) != 0) below(static_cast<std::size_t>(active.group), lane);
  return covered;
}

void expectCut(const ContactShape& shape, const ActiveSet& set, const char* name) {
  const auto covered = coverage(shape, set);
  EXPECT_EQ(covered.size(), shape.triangleCount()) << name;
  for (const auto& [triangle, times] : covered) EXPECT_EQ(times, 1) << name << " " << triangle;
  for (std::size_t i = 0; i < set.size(); ++i) EXPECT_LT(set[i].parent, static_cast<Index>(i)) << name;
}

struct Outcome {
  int looks = 0;
  std::vector<Ids> ids;
};

Outcome unfold(ActiveSetSearch& search, const Placed& placed, double reach, ActiveSets& sets,
               bool memory = true, int most = 200) {
  Outcome outcome;
  for (sets.changed = true; sets.changed && outcome.looks < most; ++outcome.looks) {
    std::vector<TriangleContact> contacts;
    search.look(placed.a, placed.b, reach, memory, sets, contacts);
    outcome.ids = idsOf(contacts);
  }
  return outcome;
}

// Lemma 5.7, and that siblings and parents are cleaned up: the active ones cover each triangle once.
TEST(ActiveSets, EndAtTheContactsOfASearch) {
  Random random(5);
  std::size_t found = 0;
  for (const TrianglePairMethod method : {TrianglePairMethod::Certified, TrianglePairMethod::Comparison})
    for (const ShapePair& pair : shapePairs())
      for (int i = 0; i < 10; ++i) {
        const double reach = 0.03;
        const Placed placed = atGap(pair.a, pair.b, random.uniform(0, 0.04), random);
        ActiveSetSearch search({.method = method});
        ActiveSets sets;
        const Outcome outcome = unfold(search, placed, reach, sets);
        EXPECT_FALSE(sets.changed) << pair.name;
        EXPECT_FALSE(search.coarse()) << pair.name;
        EXPECT_EQ(outcome.ids, idsOf(contactsOf(placed, reach))) << pair.name;
        expectCut(*pair.a, sets.a, pair.name);
        expectCut(*pair.b, sets.b, pair.name);
        found += outcome.ids.size();
      }
  EXPECT_GT(found, 1500u);
}

// Also when the bodies move while the sets unfold: cuts remain cuts, and once they rest the end is reached.
TEST(ActiveSets, FollowBodiesThatMove) {
  Random random(6);
  for (const ShapePair& pair : shapePairs()) {
    Placed placed = atGap(pair.a, pair.b, 0.01, random);
    ActiveSetSearch search;
    ActiveSets sets;
    for (int step = 0; step < 40; ++step) {
      std::vector<TriangleContact> contacts;
      search.look(placed.a, placed.b, 0.03, true, sets, contacts);
      expectCut(*pair.a, sets.a, pair.name);
      expectCut(*pair.b, sets.b, pair.name);
      move(placed.b.pose, 0.02, random);
    }
    EXPECT_EQ(unfold(search, placed, 0.03, sets).ids, idsOf(contactsOf(placed, 0.03))) << pair.name;
    EXPECT_FALSE(sets.changed);
  }
}

// A level a look: the root, then wider; far away, narrower until the roots are left.
TEST(ActiveSets, WidenAndNarrowALevelALook) {
  Random random(7);
  const ShapePair& pair = shapePairs()[0];
  Placed placed = atGap(pair.a, pair.b, 0.01, random);
  const int levels = static_cast<int>(pair.a->tree().levelCount());
  ActiveSetSearch search;
  ActiveSets sets;
  std::vector<TriangleContact> contacts;
  search.look(placed.a, placed.b, 0.03, false, sets, contacts);
  EXPECT_EQ(search.counts().comparisons(), 1);
  EXPECT_TRUE(contacts.empty());
  ASSERT_TRUE(search.coarse());
  EXPECT_GT(search.coarse()->fraction, 0);
  for (int look = 1; look < levels; ++look) {
    EXPECT_TRUE(contacts.empty()) << look;
    search.look(placed.a, placed.b, 0.03, false, sets, contacts);
  }
  EXPECT_FALSE(contacts.empty());

  placed.b.pose.position += 10 * (placed.b.pose.position - placed.a.pose.position);
  for (int look = 0; look < levels; ++look) search.look(placed.a, placed.b, 0.03, false, sets, contacts);
  ASSERT_EQ(sets.a.size(), 1u);
  ASSERT_EQ(sets.b.size(), 1u);
  EXPECT_EQ(sets.a[0].lanes, 1);
}

// Remark 5. Surrogates that are near and whose children are not: sets go back and forth without a memory set.
TEST(ActiveSets, NeedTheMemorySetToEnd) {
  Random random(8);
  int endless = 0;
  for (const ShapePair& pair : shapePairs())
    for (int i = 0; i < 10; ++i) {
      const Placed placed = atGap(pair.a, pair.b, 0.05, random);
      ActiveSetSearch search;
      ActiveSets with, without;
      EXPECT_LE(unfold(search, placed, 0.03, with).looks, 40) << pair.name;
      EXPECT_FALSE(with.changed) << pair.name;
      unfold(search, placed, 0.03, without, false);
      endless += without.changed;
    }
  EXPECT_GT(endless, 30);
}

}  // namespace
}  // namespace talus::test_active_sets
