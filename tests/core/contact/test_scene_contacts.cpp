#include "contact/scene/scene_contacts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <set>

#include "base/error.h"
#include "base/parallel.h"
#include "contact/scene/body_contacts.h"
#include "contact/scene/contact_scene.h"
#include "contact/scene/contact_tracker.h"
#include "shapes.h"

namespace talus::test_scene_contacts {
namespace {

enum : Index { Cube, Ball, Ring, Sheet };

// A cube, a ball, a ring that is not convex, and a flat open square: the shapes of all tests.
const ContactLibrary& library() {
  static const ContactLibrary* const made = [] {
    auto* shapes = new ContactLibrary;
    Context context;
    shapes->add(shapes::box(Vec3(-0.5, -0.5, -0.5), Vec3(0.5, 0.5, 0.5)), "cube", context);
    shapes->add(shapes::sphere(2), "ball", context);
    shapes->add(shapes::torus(1, 0.3, 24, 12), "ring", context);
    shapes->add(shapes::make({{-2, -2, 0}, {2, -2, 0}, {2, 2, 0}, {-2, 2, 0}}, {{0, 1, 2}, {0, 2, 3}}),
                "sheet", context);
    return shapes;
  }();
  return *made;
}

Pose at(const Vec3& position, double scale = 1, const Vec3& turn = Vec3::Zero()) {
  const double angle = turn.norm();
  const Vec3 axis = angle > 0 ? Vec3(turn / angle) : Vec3(Vec3::UnitX());
  return {position, Eigen::AngleAxisd(angle, axis).toRotationMatrix(), scale};
}

ContactBodies cloud(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto vector = [&](double size) {
    return Vec3(size * uniform(random), size * uniform(random), size * uniform(random));
  };
  ContactBodies bodies;
  for (std::size_t i = 0; i < count; ++i)
    bodies.add(static_cast<Index>(i % 3), at(vector(3), 0.4 + 0.2 * uniform(random), vector(3)));
  return bodies;
}

void drift(ContactBodies& bodies, double step, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (Pose& pose : bodies.pose) {
    pose.position += step * Vec3(uniform(random), uniform(random), uniform(random));
    pose.rotation =
        (pose.rotation * Eigen::AngleAxisd(step * uniform(random), Vec3::UnitZ()).toRotationMatrix()).eval();
  }
}

ContactState found(const ContactBodies& bodies, const SceneContactOptions& options) {
  SceneContacts search(library(), options);
  Context context;
  search.update(bodies, context);
  return search.state();
}

void update(SceneContacts& search, const ContactBodies& bodies) {
  Context context;
  search.update(bodies, context);
}

// ---- Against all pairs ----

TEST(SceneContacts, AreThoseOfAllPairs) {
  const ContactBodies bodies = cloud(60, 1);
  const ContactState state = found(bodies, {.halo = 0.02});
  std::vector<Contact> all;
  BodyContactFinder finder;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (std::size_t j = i + 1; j < bodies.size(); ++j)
      finder.find({&library().geometry(bodies.shape[i]), bodies.pose[i], 0.02},
                  {&library().geometry(bodies.shape[j]), bodies.pose[j], 0.02}, all);
  ASSERT_GT(all.size(), 50U);
  ASSERT_EQ(state.contacts.size(), all.size());
  for (std::size_t k = 0; k < all.size(); ++k) {
    EXPECT_EQ(state.contacts[k].point, all[k].point);
    EXPECT_EQ(state.contacts[k].gap, all[k].gap);
    EXPECT_EQ(state.previous[k], -1);
    EXPECT_EQ(state.ids[k], static_cast<std::int64_t>(k));
  }
}

TEST(SceneContacts, EveryBroadPhaseAndThreadCountGivesTheSameBits) {
  for (const unsigned seed : {2U, 3U}) {
    ContactBodies bodies = cloud(200, seed);
    SceneContacts reference(library(), {.halo = 0.02, .broadPhase = BroadPhaseMethod::AllPairs});
    SceneContacts sorted(library(), {.halo = 0.02, .broadPhase = BroadPhaseMethod::SweepAndPrune});
    SceneContacts octree(library(), {.halo = 0.02, .broadPhase = BroadPhaseMethod::Octree});
    for (unsigned step = 0; step < 4; ++step) {
      {
        const ThreadLimit one(1);
        update(reference, bodies);
      }
      update(sorted, bodies);
      update(octree, bodies);
      EXPECT_EQ(reference.state().ids, sorted.state().ids);
      EXPECT_EQ(reference.state().places, sorted.state().places);
      EXPECT_EQ(reference.state().pairs, octree.state().pairs);
      EXPECT_EQ(reference.state().previous, octree.state().previous);
      drift(bodies, 0.005, 100 + step);
    }
  }
}

TEST(SceneContacts, RestoredGoesOnAsIfNothingHadHappened) {
  ContactBodies bodies = cloud(100, 4);
  SceneContacts whole(library(), {.halo = 0.02});
  update(whole, bodies);
  const ContactState snapshot = whole.state();
  drift(bodies, 0.005, 1);
  update(whole, bodies);
  SceneContacts resumed(library(), {.halo = 0.02});
  resumed.restore(snapshot);
  update(resumed, bodies);
  EXPECT_EQ(whole.state().ids, resumed.state().ids);
  EXPECT_EQ(whole.state().places, resumed.state().places);
  EXPECT_EQ(whole.state().pairs, resumed.state().pairs);
  EXPECT_EQ(whole.state().nextId, resumed.state().nextId);
}

// ---- Who touches whom ----

TEST(SceneContacts, WallsDoNotTouchEachOtherAndAbsentBodiesNothing) {
  ContactBodies bodies;
  bodies.add(Cube, at(Vec3(0, 0, 0)), BodyRole::Wall);
  bodies.add(Cube, at(Vec3(0.9, 0, 0)), BodyRole::Wall);
  bodies.add(Cube, at(Vec3(0, 0, 1)));
  bodies.add(Cube, at(Vec3(0, 0, 0.5)), BodyRole::Absent);
  const ContactState state = found(bodies, {.halo = 0.01});
  std::set<std::pair<Index, Index>> touching;
  for (const PairContacts& pair : state.pairs)
    if (pair.count > 0) touching.insert({pair.bodies.first, pair.bodies.second});
  EXPECT_EQ(touching, (std::set<std::pair<Index, Index>>{{0, 2}, {1, 2}}));
}

TEST(SceneContacts, AFlatOpenSheetIsABody) {
  ContactBodies bodies;
  bodies.add(Sheet, {}, BodyRole::Wall);
  bodies.add(Cube, at(Vec3(0, 0, 0.505)));
  const ContactState state = found(bodies, {.halo = 0.01});
  ASSERT_FALSE(state.contacts.empty());
  for (const Contact& contact : state.contacts) {
    EXPECT_NEAR(contact.gap, 0.005, 1e-12);
    EXPECT_NEAR(contact.normal.z(), 1, 1e-12);
  }
}

TEST(SceneContacts, TheUsualHaloIsAHundredthOfTheSmallestBody) {
  ContactBodies bodies;
  EXPECT_EQ(usualHalo(library(), bodies), 0);
  bodies.add(Cube, at(Vec3::Zero(), 2));
  bodies.add(Cube, at(Vec3::Zero(), 0.5));
  EXPECT_NEAR(usualHalo(library(), bodies), 0.01 * 0.5 * std::sqrt(3.0), 1e-12);
}

// ---- Over time ----

TEST(SceneContacts, ASlidingCubeKeepsItsContacts) {
  SceneContacts search(library(), {.halo = 0.01});
  ContactBodies bodies;
  bodies.add(Cube, at(Vec3::Zero(), 10), BodyRole::Wall);
  bodies.add(Cube, at(Vec3(0, 0, 5.5)));
  update(search, bodies);
  const std::vector<std::int64_t> ids = search.state().ids;
  ASSERT_EQ(ids.size(), 4U);
  for (int step = 0; step < 50; ++step) {
    bodies.pose[1].position += Vec3(0.03, 0.01, 0);
    bodies.pose[1].rotation = Eigen::AngleAxisd(0.05 * step, Vec3::UnitZ()).toRotationMatrix();
    update(search, bodies);
    EXPECT_EQ(search.state().ids, ids) << step;
  }
}

TEST(SceneContacts, ASlidingRingKeepsMostContactsAndIdsAreUniqueAndNeverUsedAgain) {
  SceneContacts search(library(), {.halo = 0.02});
  ContactBodies bodies;
  bodies.add(Cube, at(Vec3::Zero(), 10), BodyRole::Wall);
  bodies.add(Ring, at(Vec3(0, 0, 5.31)));
  update(search, bodies);
  const std::size_t count = search.state().ids.size();
  ASSERT_GT(count, 6U);
  std::int64_t largest = search.state().nextId;
  for (int step = 0; step < 20; ++step) {
    bodies.pose[1].position.x() += 0.004;
    update(search, bodies);
    const ContactState& state = search.state();
    EXPECT_EQ(std::set<std::int64_t>(state.ids.begin(), state.ids.end()).size(), state.ids.size());
    for (std::size_t k = 0; k < state.ids.size(); ++k)
      EXPECT_TRUE(state.previous[k] >= 0 || state.ids[k] >= largest);
    largest = state.nextId;
  }
  EXPECT_LE(largest, static_cast<std::int64_t>(2 * count));
}

TEST(SceneContacts, AContactThatCameBackIsNew) {
  SceneContacts search(library(), {.halo = 0.01});
  ContactBodies bodies;
  bodies.add(Cube, {});
  bodies.add(Cube, at(Vec3(0, 0, 1)));
  update(search, bodies);
  bodies.pose[1].position.z() = 3;
  update(search, bodies);
  EXPECT_TRUE(search.state().contacts.empty());
  bodies.pose[1].position.z() = 1;
  update(search, bodies);
  EXPECT_EQ(search.state().ids, (std::vector<std::int64_t>{4, 5, 6, 7}));
}

TEST(SceneContacts, ABodyOfAnotherShapeHasNewContacts) {
  SceneContacts search(library(), {.halo = 0.01});
  ContactBodies bodies;
  bodies.add(Cube, {});
  bodies.add(Ball, at(Vec3(0, 0, 1.5)));
  update(search, bodies);
  ASSERT_EQ(search.state().ids.size(), 1U);
  bodies.shape[1] = Cube;
  bodies.pose[1].position.z() = 1;
  update(search, bodies);
  for (const Index previous : search.state().previous) EXPECT_EQ(previous, -1);
}

// ---- Bad input ----

TEST(SceneContacts, BadInputIsOneErrorAndChangesNothing) {
  EXPECT_THROW(SceneContacts(library(), {.halo = -1}), Error);
  EXPECT_THROW(SceneContacts(library(), {.halo = std::nan("")}), Error);
  SceneContacts search(library(), {.halo = 0.01});
  ContactBodies bodies;
  bodies.add(Cube, {});
  bodies.add(Cube, at(Vec3(0, 0, 1)));
  update(search, bodies);
  const ContactState before = search.state();
  const auto refuses = [&](const auto& spoil) {
    ContactBodies bad = bodies;
    spoil(bad);
    EXPECT_THROW(update(search, bad), Error);
    EXPECT_EQ(search.state().ids, before.ids);
  };
  refuses([](ContactBodies& b) { b.pose[1].position.x() = std::nan(""); });
  refuses([](ContactBodies& b) { b.pose[0].rotation(1, 1) = std::numeric_limits<double>::infinity(); });
  refuses([](ContactBodies& b) { b.pose[1].scale = 0; });
  refuses([](ContactBodies& b) { b.shape[1] = 17; });
}

TEST(SceneContacts, AHaloFarLargerThanABodyIsOneError) {
  ContactBodies bodies;
  bodies.add(Cube, {});
  bodies.add(Cube, {.position = Vec3(0, 0, 1), .scale = 0.1});
  const double diameter = 0.1 * library().diameter(Cube);
  SceneContacts wide(library(), {.halo = 4 * diameter});
  update(wide, bodies);
  EXPECT_FALSE(wide.state().contacts.empty());
  SceneContacts tooWide(library(), {.halo = 4.001 * diameter});
  try {
    update(tooWide, bodies);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_NE(error.where().find("body 1"), std::string::npos) << error.what();
  }
  bodies.role[1] = BodyRole::Absent;
  update(tooWide, bodies);
}

TEST(SceneContacts, TooManyTrianglesInContactAreOneErrorThatNamesTheBodies) {
  SceneContactOptions options{.halo = 0.5};
  options.pairs.convexManifold = false;
  options.pairs.search.maximumPairs = 10;
  SceneContacts search(library(), options);
  ContactBodies bodies;
  bodies.add(Cube, {});
  bodies.add(Cube, at(Vec3(0, 0, 1)));
  try {
    update(search, bodies);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_NE(error.where().find("bodies 0 and 1"), std::string::npos) << error.what();
  }
  EXPECT_TRUE(search.state().contacts.empty());
}

TEST(SceneContacts, CancelledKeepsTheStateBefore) {
  ContactBodies bodies = cloud(300, 7);
  SceneContacts search(library(), {.halo = 0.02});
  update(search, bodies);
  const std::vector<std::int64_t> ids = search.state().ids;
  drift(bodies, 0.05, 1);
  Context context([](double fraction) { return fraction < 0.5; });
  EXPECT_THROW(search.update(bodies, context), Cancelled);
  EXPECT_EQ(search.state().ids, ids);
}

// ---- The tracker alone ----

TEST(ContactTracker, NamesGoBeforePlacesAndEachContactIsTakenOnce) {
  std::vector<Contact> before(3), now(3);
  const auto name = [](Contact& contact, Index a, Index b) {
    contact.kind = ContactKind::Manifold;
    contact.featureA = a;
    contact.featureB = b;
  };
  name(before[0], 4, 10);
  name(before[1], 8, 14);
  name(now[0], 8, 14);
  name(now[1], 16, 22);
  const auto at = [](double x) { return ContactPlace{Vec3(x, 0, 0), Vec3(x, 0, 0)}; };
  const std::vector<ContactPlace> placesBefore{at(0), at(5), at(0.5)}, placesNow{at(0.1), at(0.2), at(0.3)};
  std::vector<Index> match(3);
  ContactTracker().match({before, placesBefore}, {now, placesNow}, 0.25, match);
  // The first by its name, however far; the third is nearer to 0.5 than the second to 0.
  EXPECT_EQ(match, (std::vector<Index>{1, 0, 2}));
}

TEST(ContactTracker, NearnessInEitherBodysFrameIsEnough) {
  const std::vector<Contact> contact(1);
  const std::vector<ContactPlace> before{{Vec3(0, 0, 0), Vec3(1, 0, 0)}},
      now{{Vec3(9, 0, 0), Vec3(1.01, 0, 0)}};
  std::vector<Index> match(1);
  ContactTracker tracker;
  tracker.match({contact, before}, {contact, now}, 0.1, match);
  EXPECT_EQ(match[0], 0);
  tracker.match({contact, before}, {contact, now}, 0.001, match);
  EXPECT_EQ(match[0], -1);
}

// ---- The same bodies again and again ----

void addShapes(ContactScene& scene) {
  Context context;
  EXPECT_EQ(scene.addShape(shapes::box(Vec3(-0.5, -0.5, -0.5), Vec3(0.5, 0.5, 0.5)), "cube", context), Cube);
  EXPECT_EQ(scene.addShape(shapes::sphere(2), "ball", context), Ball);
  EXPECT_EQ(scene.addShape(shapes::torus(1, 0.3, 24, 12), "ring", context), Ring);
}

void expectSame(const ContactState& one, const ContactState& other) {
  EXPECT_EQ(one.pairs, other.pairs);
  EXPECT_EQ(one.places, other.places);
  EXPECT_EQ(one.ids, other.ids);
  EXPECT_EQ(one.previous, other.previous);
  ASSERT_EQ(one.contacts.size(), other.contacts.size());
  for (std::size_t i = 0; i < one.contacts.size(); ++i) {
    EXPECT_EQ(one.contacts[i].point, other.contacts[i].point);
    EXPECT_EQ(one.contacts[i].normal, other.contacts[i].normal);
    EXPECT_EQ(one.contacts[i].gap, other.contacts[i].gap);
  }
}

TEST(ContactScene, ForgetfulFindsWhatAFirstSearchFinds) {
  ContactScene scene;
  addShapes(scene);
  ContactBodies bodies = cloud(60, 11);
  scene.setBodies(bodies);
  for (unsigned step = 0; step < 3; ++step) {
    Context context;
    scene.forget();
    expectSame(scene.search({.halo = 0.02}, context), found(bodies, {.halo = 0.02}));
    drift(bodies, 0.1, step);
    for (std::size_t i = 0; i < bodies.size(); ++i) scene.setPose(i, bodies.pose[i]);
  }
}

TEST(ContactScene, ElseContactsLast) {
  ContactScene scene;
  addShapes(scene);
  ContactBodies bodies = cloud(60, 12);
  SceneContacts reference(library(), {.halo = 0.02});
  for (unsigned step = 0; step < 3; ++step) {
    Context context;
    scene.setBodies(bodies);
    update(reference, bodies);
    expectSame(scene.search({.halo = 0.02}, context), reference.state());
    drift(bodies, 0.005, step);
  }
}

TEST(ContactScene, WithoutAHaloTakesTheUsualOne) {
  ContactScene scene;
  addShapes(scene);
  scene.setBodies(cloud(20, 13));
  Context context;
  scene.search({}, context);
  EXPECT_EQ(scene.options().halo, usualHalo(scene.library(), scene.bodies()));
  EXPECT_GT(scene.options().halo, 0);
}

}  // namespace
}  // namespace talus::test_scene_contacts
