// Contacts of bodies that are spread over ranks: to the bit those of one search of all bodies.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <mutex>
#include <random>
#include <tuple>

#include "base/parallel.h"
#include "contact/ranks/rank_contacts.h"
#include "distributed/serial_communicator.h"
#include "message_of.h"
#include "shapes.h"
#include "thread_communicator.h"

namespace talus::test_contacts_on_ranks {
namespace {

struct Surface {
  TriangleMesh mesh;
  const char* name;
};

const std::vector<Surface>& surfaces() {
  static const std::vector<Surface> all{{shapes::box(Vec3(-0.5, -0.5, -0.5), Vec3(0.5, 0.5, 0.5)), "cube"},
                                        {shapes::sphere(1), "ball"},
                                        {shapes::torus(1, 0.3, 12, 6), "ring"}};
  return all;
}

// Small bodies above a large wall, in no order of ids.
NamedBodies heap(std::size_t count) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(-1, 1);
  NamedBodies bodies;
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3 place(3 * uniform(random), 2 * uniform(random), uniform(random));
    const Eigen::Matrix3d turn =
        Eigen::AngleAxisd(3 * uniform(random), Vec3(1, uniform(random), 0).normalized()).toRotationMatrix();
    bodies.bodies.add(static_cast<Index>(i % 3), {place, turn, 0.3 + 0.1 * uniform(random)});
    bodies.ids.push_back(static_cast<std::int64_t>(1000 - 7 * i));
    bodies.centres.push_back(place);
  }
  bodies.bodies.add(0, {Vec3(0, 0, -5), Eigen::Matrix3d::Identity(), 9}, BodyRole::Wall);
  bodies.ids.push_back(500);
  bodies.centres.emplace_back(0, 0, -5);
  return bodies;
}

void drift(NamedBodies& bodies, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-0.02, 0.02);
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (bodies.bodies.role[i] == BodyRole::Mobile)
      bodies.bodies.pose[i].position += Vec3(uniform(random), uniform(random), uniform(random));
}

// A contact, bit by bit; by the ids of its bodies and its number.
using Key = std::tuple<std::int64_t, std::int64_t, std::int64_t>;
using Bits = std::array<double, 9>;
struct Found {
  std::map<Key, Bits> contacts;
  std::map<std::int64_t, std::pair<int, int>> counts;  // of each body: contacts, pairs
  double halo = 0;

  bool operator==(const Found&) const = default;
};

std::vector<int> pairCounts(const ContactState& state, std::size_t bodies, bool points) {
  std::vector<int> counts(bodies, 0);
  for (const PairContacts& pair : state.pairs)
    for (const Index body : {pair.bodies.first, pair.bodies.second})
      counts[static_cast<std::size_t>(body)] += points ? static_cast<int>(pair.count) : pair.count > 0;
  return counts;
}

void addContacts(const ContactState& state, const std::vector<std::int64_t>& ids, Found& found) {
  for (const PairContacts& pair : state.pairs)
    for (std::size_t i = pair.first; i < pair.first + pair.count; ++i) {
      const Contact& c = state.contacts[i];
      const Key key{ids[static_cast<std::size_t>(pair.bodies.first)],
                    ids[static_cast<std::size_t>(pair.bodies.second)], state.ids[i]};
      const Bits bits{c.point[0],  c.point[1], c.point[2], c.normal[0], c.normal[1],
                      c.normal[2], c.gap,      c.depth,    c.area};
      EXPECT_TRUE(found.contacts.emplace(key, bits).second) << "reported twice";
    }
}

// The reference: one SceneContacts of all bodies, ordered by id.
class OneSearch {
 public:
  explicit OneSearch(double halo) : options_{.halo = halo} {
    Context context;
    for (const Surface& surface : surfaces()) scene_.addShape(surface.mesh, surface.name, context);
  }
  Found operator()(const NamedBodies& bodies) {
    std::vector<std::size_t> order(bodies.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::sort(order.begin(), order.end(), [&](auto x, auto y) { return bodies.ids[x] < bodies.ids[y]; });
    NamedBodies sorted;
    for (const std::size_t row : order) sorted.add(bodies, row);
    scene_.setBodies(sorted.bodies);
    Context context;
    const ContactState& state = scene_.search(options_, context);
    Found found;
    found.halo = scene_.options().halo;
    addContacts(state, sorted.ids, found);
    const auto points = pairCounts(state, sorted.size(), true);
    const auto pairs = pairCounts(state, sorted.size(), false);
    for (std::size_t i = 0; i < sorted.size(); ++i) found.counts[sorted.ids[i]] = {points[i], pairs[i]};
    return found;
  }

 private:
  ContactScene scene_;
  SceneContactOptions options_;
};

// The bodies that a rank has at a step.
NamedBodies share(const NamedBodies& all, int rank, int ranks, int step, bool inSpace) {
  NamedBodies own;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double part = (all.bodies.pose[i].position.x() + 3.1) / 6.2;
    const int somewhere = static_cast<int>(all.ids[i] * (step + 1) % 13) % ranks;
    const int place = std::clamp(static_cast<int>(part * ranks), 0, ranks - 1);
    if (rank == (inSpace ? place : somewhere)) own.add(all, i);
  }
  return own;
}

class OnRanks {
 public:
  OnRanks(Communicator& ranks, double halo, bool inSpace) : ranks_(ranks), halo_(halo), inSpace_(inSpace) {
    Context context;
    for (const Surface& surface : surfaces()) search_.addShape(surface.mesh, surface.name, context);
  }
  void operator()(const NamedBodies& all, int step, Found& into, std::mutex& mutex) {
    const NamedBodies own = share(all, ranks_.rank(), ranks_.size(), step, inSpace_);
    Context context;
    search_.search(own, {.halo = halo_}, ranks_, context);
    const KnownBodies& known = search_.bodies();
    const auto points = countsOfOwn(known, pairCounts(search_.state(), known.size(), true), ranks_);
    const auto pairs = countsOfOwn(known, pairCounts(search_.state(), known.size(), false), ranks_);
    const std::lock_guard lock(mutex);
    addContacts(search_.state(), known.ids, into);
    for (std::size_t i = 0; i < own.size(); ++i) into.counts[own.ids[i]] = {points[i], pairs[i]};
    into.halo = search_.options().halo;
  }
  RankContacts& search() { return search_; }

 private:
  Communicator& ranks_;
  double halo_;
  bool inSpace_;
  RankContacts search_;
};

void expectSameOnRanks(int size, double halo, bool inSpace) {
  constexpr int steps = 4;
  NamedBodies bodies = heap(80);
  OneSearch one(halo);
  std::vector<Found> wanted, found(steps);
  std::vector<NamedBodies> courses;
  for (int step = 0; step < steps; ++step) {
    if (step == 2)  // one more body, as if it had come by
      bodies.add(bodies, 5), bodies.ids.back() = 2000, bodies.bodies.pose.back().position.z() += 0.3;
    courses.push_back(bodies);
    wanted.push_back(one(bodies));
    drift(bodies, static_cast<unsigned>(step));
  }
  ASSERT_GT(wanted[0].contacts.size(), 100U);
  std::mutex mutex;
  runOnThreads(size, [&](ThreadCommunicator& ranks) {
    OnRanks search(ranks, halo, inSpace);
    for (int step = 0; step < steps; ++step) {
      const auto s = static_cast<std::size_t>(step);
      search(courses[s], step, found[s], mutex);
    }
  });
  for (std::size_t step = 0; step < steps; ++step) {
    EXPECT_EQ(found[step].contacts.size(), wanted[step].contacts.size()) << "step " << step;
    EXPECT_TRUE(found[step] == wanted[step]) << size << " ranks, step " << step;
  }
}

TEST(ContactsOnRanks, areThoseOfOneSearchWhereverBodiesAre) {
  for (const int size : {1, 2, 3, 5}) expectSameOnRanks(size, 0.02, false);
}

TEST(ContactsOnRanks, areThoseOfOneSearchInPartsOfSpace) {
  for (const int size : {2, 3, 5}) expectSameOnRanks(size, 0.02, true);
}

TEST(ContactsOnRanks, haveTheHaloOfTheSmallestBodyOfAll) {
  for (const int size : {1, 4}) expectSameOnRanks(size, 0, false);
}

TEST(ContactsOnRanks, copyOnlyBodiesNearTheBorder) {
  NamedBodies row;
  for (int i = 0; i < 300; ++i) {
    const Vec3 place(6.2 * (i + 0.5) / 300 - 3.1, 0, 0);
    row.bodies.add(0, {place, Eigen::Matrix3d::Identity(), 0.0205});
    row.ids.push_back(i);
    row.centres.push_back(place);
  }
  std::mutex mutex;
  Found found;
  runOnThreads(3, [&](ThreadCommunicator& ranks) {
    OnRanks search(ranks, 0.001, true);
    search(row, 0, found, mutex);
    EXPECT_LE(search.search().bodies().size(), 102U);
    EXPECT_GE(search.search().bodies().size(), 101U);
  });
  EXPECT_TRUE(found == OneSearch(0.001)(row));
}

// A row of boxes that nearly touch, each with a shape of its own. The shapes that a rank had to prepare.
std::vector<Index> searchRow(Communicator& ranks, Found& found, std::mutex& mutex) {
  constexpr Index count = 30;
  std::vector<TriangleMesh> boxes;
  NamedBodies own;
  RankContacts search;
  for (Index i = 0; i < count; ++i) {
    boxes.push_back(shapes::box(Vec3(i, 0, 0), Vec3(i + 0.99, 1, 1)));
    search.addOutline(boxes.back());
    if (i * ranks.size() / count != ranks.rank()) continue;
    own.bodies.add(i, {});
    own.ids.push_back(i);
    own.centres.emplace_back(i, 0, 0);
  }
  Context context;
  const std::vector<Index> prepared = search.unprepared(own, 0.02, ranks);
  for (const Index shape : prepared)
    search.prepareShape(shape, boxes[static_cast<std::size_t>(shape)], "box", context);
  EXPECT_TRUE(search.unprepared(own, 0.02, ranks).empty());
  search.search(own, {.halo = 0.02}, ranks, context);
  const std::lock_guard lock(mutex);
  addContacts(search.state(), search.bodies().ids, found);
  return prepared;
}

TEST(ContactsOnRanks, needTheShapesOfNearBodiesOnly) {
  std::mutex mutex;
  Found one, several;
  SerialCommunicator alone;
  EXPECT_EQ(searchRow(alone, one, mutex).size(), 30U);
  EXPECT_GE(one.contacts.size(), 29U);
  runOnThreads(3, [&](ThreadCommunicator& ranks) {
    EXPECT_EQ(searchRow(ranks, several, mutex).size(), ranks.rank() == 1 ? 12U : 11U);
  });
  EXPECT_TRUE(one == several);
}

// Two boxes and a torus, by a power of two larger or smaller, which rounds nothing.
ContactState contactsAtScale(int exponent, bool ofShapes, RankContacts& search) {
  const double scale = std::ldexp(1.0, exponent), shape = ofShapes ? scale : 1;
  Context context;
  TriangleMesh box = shapes::box(Vec3::Zero(), Vec3(1, 1, 1)), ring = shapes::torus(1.0, 0.25, 24, 12);
  for (TriangleMesh* mesh : {&box, &ring})
    for (auto* coordinates : {&mesh->x, &mesh->y, &mesh->z})
      for (double& x : *coordinates) x *= shape;
  search.addShape(box, "box", context);
  search.addShape(ring, "ring", context);
  NamedBodies bodies;
  const std::array<Vec3, 3> places{Vec3(0, 0, 0), Vec3(1.01, 0, 0), Vec3(2.0, 0.5, 0.625)};
  for (Index i = 0; i < 3; ++i) {
    const Vec3 place = scale * places[static_cast<std::size_t>(i)];
    bodies.bodies.add(i == 2 ? 1 : 0, {place, Eigen::Matrix3d::Identity(), scale / shape});
    bodies.ids.push_back(i);
    bodies.centres.push_back(place);
  }
  SerialCommunicator alone;
  search.search(bodies, {.halo = 0.02 * scale}, alone, context);
  return search.state();
}

TEST(ContactsOnRanks, areTheSameAtAnyScale) {
  RankContacts usual;
  const ContactState wanted = contactsAtScale(0, true, usual);
  ASSERT_GE(wanted.contacts.size(), 5U);
  for (const int exponent : {-480, -360, -260, -200, -100, -40, 40, 100, 200, 260, 360, 490})
    for (const bool ofShapes : {true, false}) {
      RankContacts search;
      const ContactState found = contactsAtScale(exponent, ofShapes, search);
      const double scale = std::ldexp(1.0, exponent);
      ASSERT_EQ(found.contacts.size(), wanted.contacts.size()) << exponent;
      EXPECT_EQ(search.options().halo, 0.02 * scale);
      for (std::size_t i = 0; i < found.contacts.size(); ++i) {
        const Contact &a = found.contacts[i], &b = wanted.contacts[i];
        EXPECT_EQ(a.gap, scale * b.gap) << exponent;
        EXPECT_EQ(a.point, scale * b.point) << exponent;
        EXPECT_EQ(a.normal, b.normal) << exponent;
        EXPECT_EQ(a.depth, scale * b.depth) << exponent;
        EXPECT_EQ(a.area, b.area * scale * scale) << exponent;
        EXPECT_EQ(a.kind, b.kind) << exponent;
      }
    }
}

TEST(ContactsOnRanks, refuseCoordinatesWhoseAreasDoNotFit) {
  RankContacts search;
  EXPECT_NE(messageOf([&] {
              contactsAtScale(510, true, search);
            }).find("Bodies have coordinates beyond 1e+150 (the greatest is about "),
            std::string::npos);
}

TEST(ContactsOnRanks, areNumberedAnewAfterTheyWereForgotten) {
  const NamedBodies bodies = heap(40);
  std::mutex mutex;
  Found first, again;
  runOnThreads(3, [&](ThreadCommunicator& ranks) {
    OnRanks search(ranks, 0.02, false);
    search(bodies, 0, first, mutex);
    search.search().forget();
    search(bodies, 1, again, mutex);
  });
  EXPECT_TRUE(first == again);
}

TEST(ContactsOnRanks, refuseABodyOnTwoRanks) {
  const NamedBodies bodies = heap(6);
  EXPECT_NE(messageOf([&] {
              runOnThreads(2, [&](ThreadCommunicator& ranks) {
                RankContacts search;
                Context context;
                for (const Surface& surface : surfaces())
                  search.addShape(surface.mesh, surface.name, context);
                search.search(bodies, {.halo = 0.01}, ranks, context);
              });
            }).find("Two bodies have the same id 500"),
            std::string::npos);
}

}  // namespace
}  // namespace talus::test_contacts_on_ranks
