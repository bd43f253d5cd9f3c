#include "contact/ranks/rank_contacts.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "base/error.h"
#include "base/number_text.h"
#include "contact/ranks/contact_numbers.h"
#include "contact/ranks/length_unit.h"
#include "distributed/packed.h"
#include "distributed/reduction.h"

namespace talus {

namespace {

double haloOfAll(const ContactLibrary& library, const ContactBodies& bodies, Communicator& ranks) {
  constexpr double none = std::numeric_limits<double>::infinity();
  const double own = usualHalo(library, bodies);
  double least = bodies.size() > 0 ? own : none;
  Reduction all;
  all.minimum(least);
  all.over(ranks);
  return least < none ? least : 0;
}

// Where bodies are that were not on these ranks before.
std::map<std::int64_t, int> arrivals(const KnownBodies& before, const KnownBodies& now, Communicator& ranks) {
  std::vector<std::int64_t> own;
  for (const Index row : now.given) {
    const std::int64_t id = now.ids[static_cast<std::size_t>(row)];
    const Index last = before.rowOf(id);
    if (last < 0 || before.owner[static_cast<std::size_t>(last)] != ranks.rank()) own.push_back(id);
  }
  const auto received = gatherValues(own, ranks);
  std::map<std::int64_t, int> rankOf;
  for (std::size_t r = 0; r < received.size(); ++r)
    for (const std::int64_t id : received[r]) rankOf[id] = static_cast<int>(r);
  return rankOf;
}

}  // namespace

const RankContacts::Size& RankContacts::addSize(const TriangleMesh& mesh) {
  const double extent = extentOf(mesh);
  return sizes_.emplace_back(Size{lengthUnit(extent), extent});
}

void RankContacts::addShape(const TriangleMesh& mesh, const std::string& name, Context& context,
                            const Vec3& offset) {
  const double unit = addSize(mesh).unit;
  scene_.addShape(inUnit(mesh, unit), name, context, offset / unit);
}

void RankContacts::addOutline(const TriangleMesh& mesh) {
  scene_.addOutline(inUnit(mesh, addSize(mesh).unit));
}

void RankContacts::prepareShape(Index shape, const TriangleMesh& mesh, const std::string& name,
                                Context& context) {
  scene_.prepareShape(shape, inUnit(mesh, sizes_[static_cast<std::size_t>(shape)].unit), name, context);
}

// The unit for the bodies of all ranks.
double RankContacts::unitOf(const NamedBodies& own, Communicator& ranks) const {
  double size = 0;
  for (std::size_t i = 0; i < own.size(); ++i) {
    const Pose& pose = own.bodies.pose[i];
    const Size& shape = sizes_.at(static_cast<std::size_t>(own.bodies.shape[i]));
    const double farthest = pose.position.lpNorm<Eigen::Infinity>() + pose.scale * shape.extent;
    if (farthest > size) size = farthest;  // NaN is refused by the search
  }
  Reduction all;
  all.maximum(size);
  all.over(ranks);
  if (size > largestContactCoordinate)
    throw Error("Bodies have coordinates beyond " + numberText(largestContactCoordinate),
                "the greatest is about " + roundedText(size), "Scale the bodies down");
  return lengthUnit(size);
}

NamedBodies RankContacts::inUnits(NamedBodies named, double unit) const {
  for (std::size_t i = 0; i < named.size(); ++i) {
    Pose& pose = named.bodies.pose[i];
    pose.position /= unit;
    pose.scale *= sizes_.at(static_cast<std::size_t>(named.bodies.shape[i])).unit / unit;
  }
  return named;
}

void RankContacts::forget() {
  scene_.forget();
  searched_ = false;
}

// The contacts of the search before, brought to the ranks that have their bodies now.
ContactState RankContacts::lastingContacts(const KnownBodies& next, Communicator& ranks) {
  NamedContacts last{scene_.state(), known_.ids};
  const std::map<std::int64_t, int> rankOf = arrivals(known_, next, ranks);
  const auto goesTo = [&](const BodyPair& pair, int rank) {
    for (const Index body : {pair.first, pair.second})
      if (const auto at = rankOf.find(known_.ids[static_cast<std::size_t>(body)]);
          at != rankOf.end() && at->second == rank)
        return true;
    return false;
  };
  std::vector<Message> messages;
  for (int rank = 0; rank < ranks.size(); ++rank) {
    const bool empty = rankOf.empty() || rank == ranks.rank();
    messages.push_back(messageOf(empty ? NamedContacts{} : selectContacts(last, [&](const BodyPair& pair) {
      return goesTo(pair, rank);
    })));
  }
  const std::vector<Message> received = ranks.toEach(std::move(messages));
  std::vector<NamedContacts> all{std::move(last)};
  for (const Message& message : received) all.push_back(contactsIn(message));
  return contactsOfRows(all, next);
}

std::vector<Index> RankContacts::unprepared(const NamedBodies& own, double halo, Communicator& ranks) const {
  const double unit = unitOf(own, ranks);
  const NamedBodies bodies = inUnits(own, unit);
  halo = halo == 0 ? haloOfAll(library(), bodies.bodies, ranks) : halo / unit;
  std::set<Index> shapes;
  for (const Index shape : knowNearBodies(bodies, library(), halo, ranks).bodies.shape)
    if (!library().isPrepared(shape)) shapes.insert(shape);
  return {shapes.begin(), shapes.end()};
}

void RankContacts::search(const NamedBodies& own, SceneContactOptions options, Communicator& ranks,
                          Context& context, double begin) {
  const double unit = unitOf(own, ranks);
  if (unit != unit_) forget();
  unit_ = unit;
  const NamedBodies bodies = inUnits(own, unit);
  if (options.halo == 0) options.halo = unit * haloOfAll(library(), bodies.bodies, ranks);
  options_ = options;
  options.halo /= unit;
  searchInUnits(bodies, options, ranks, context, begin);
  if (unit != 1) state_ = fromUnit(scene_.state(), unit);
}

void RankContacts::searchInUnits(const NamedBodies& own, const SceneContactOptions& options,
                                 Communicator& ranks, Context& context, double begin) {
  if (searched_ && options != scene_.options()) forget();
  KnownBodies next = knowNearBodies(own, library(), options.halo, ranks);
  const std::int64_t firstNew = searched_ ? scene_.state().nextId : 0;
  const bool sameRows =
      ranks.size() == 1 && next.ids == known_.ids && next.bodies.shape == known_.bodies.shape;
  if (searched_ && !sameRows) {
    ContactState lasting = lastingContacts(next, ranks);
    lasting.nextId = firstNew;
    scene_.restore(std::move(lasting));
  }
  known_ = std::move(next);
  withBodyIds(known_.ids, [&] {
    requireSmallHalo(library(), known_.bodies, options.halo, unit_);
    scene_.setBodies(known_.bodies);
    scene_.search(options, context, begin);
  });
  searched_ = true;
  if (ranks.size() == 1) return;
  ContactState numbered = scene_.state();
  numberNewContacts(numbered, known_.ids, firstNew, ranks);
  scene_.restore(std::move(numbered));
}

}  // namespace talus
