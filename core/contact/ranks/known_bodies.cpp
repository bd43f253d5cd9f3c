#include "contact/ranks/known_bodies.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/bytes.h"
#include "base/error.h"
#include "base/parallel.h"
#include "distributed/packed.h"

namespace talus {

namespace {

std::vector<Box> boxesOf(const ContactBodies& bodies, const ContactLibrary& library, double halo) {
  constexpr std::size_t bodiesPerChunk = 256;
  std::vector<Box> boxes(bodies.size());
  const Vec3 margin = Vec3::Constant(halo);
  Context context;
  parallelChunks(boxes.size(), bodiesPerChunk, context, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (bodies.role[i] == BodyRole::Absent) continue;
      const Box box = library.box(bodies.shape[i], bodies.pose[i]);
      if (!box.isEmpty()) boxes[i] = Box(box.min() - margin, box.max() + margin);
    }
  });
  return boxes;
}

/// The boxes around the key bodies of each rank.
std::vector<Box> regionsOf(const ContactBodies& bodies, const std::vector<Box>& boxes, Communicator& ranks) {
  Box own;
  for (std::size_t i = 0; i < boxes.size(); ++i)
    if (bodies.role[i] == BodyRole::Mobile) own.extend(boxes[i]);
  std::vector<Box> regions;
  for (const auto& corners : gatherValues(std::vector{own.min(), own.max()}, ranks))
    regions.emplace_back(corners.at(0), corners.at(1));
  return regions;
}

// Writes or reads what is sent of bodies.
template <class Bodies, class Bytes>
void transfer(Bodies& named, Bytes& bytes) {
  bytes.all(named.ids, named.centres, named.bodies.shape, named.bodies.pose, named.bodies.role);
}

Message messageOf(const NamedBodies& own, const std::vector<Index>& rows) {
  NamedBodies sent;
  for (const Index row : rows) sent.add(own, static_cast<std::size_t>(row));
  ByteWriter bytes;
  transfer(sent, bytes);
  return bytes.take();
}

NamedBodies bodiesIn(const Message& message) {
  ByteReader bytes(message);
  NamedBodies bodies;
  transfer(bodies, bytes);
  return bodies;
}

void requireDifferent(const KnownBodies& known) {
  const auto same = std::adjacent_find(known.ids.begin(), known.ids.end());
  if (same == known.ids.end()) return;
  const auto row = static_cast<std::size_t>(same - known.ids.begin());
  throw Error("Two bodies have the same id " + std::to_string(*same),
              "ranks " + std::to_string(known.owner[row]) + " and " + std::to_string(known.owner[row + 1]),
              "Give each body to one rank only, under an id of its own", {.body = {*same}});
}

/// Sorts the bodies of all ranks by id.
KnownBodies sorted(const std::vector<NamedBodies>& ofRanks, int rank) {
  std::vector<std::pair<std::size_t, std::size_t>> order;  // rank, row
  for (std::size_t r = 0; r < ofRanks.size(); ++r)
    for (std::size_t i = 0; i < ofRanks[r].size(); ++i) order.emplace_back(r, i);
  std::sort(order.begin(), order.end(), [&](const auto& x, const auto& y) {
    return std::pair(ofRanks[x.first].ids[x.second], x) < std::pair(ofRanks[y.first].ids[y.second], y);
  });
  KnownBodies known;
  known.taken.resize(ofRanks.size());
  for (std::size_t r = 0; r < ofRanks.size(); ++r) known.taken[r].resize(ofRanks[r].size());
  for (const auto& [r, i] : order) {
    known.taken[r][i] = static_cast<Index>(known.size());
    known.add(ofRanks[r], i);
    known.owner.push_back(static_cast<int>(r));
    known.bodies.copy.push_back(static_cast<int>(r) == rank ? 0 : 1);
  }
  std::swap(known.given, known.taken[static_cast<std::size_t>(rank)]);
  return known;
}

}  // namespace

void NamedBodies::add(const NamedBodies& from, std::size_t row) {
  bodies.add(from.bodies.shape[row], from.bodies.pose[row], from.bodies.role[row]);
  ids.push_back(from.ids[row]);
  centres.push_back(from.centres[row]);
}

Index KnownBodies::rowOf(std::int64_t id) const {
  const auto at = std::lower_bound(ids.begin(), ids.end(), id);
  return at == ids.end() || *at != id ? -1 : static_cast<Index>(at - ids.begin());
}

KnownBodies knowNearBodies(const NamedBodies& own, const ContactLibrary& library, double halo,
                           Communicator& ranks) {
  if (ranks.size() == 1) {
    KnownBodies known = sorted({own}, 0);
    requireDifferent(known);
    known.lent.resize(1);
    return known;
  }
  const std::vector<Box> boxes = boxesOf(own.bodies, library, halo);
  const std::vector<Box> regions = regionsOf(own.bodies, boxes, ranks);
  std::vector<std::vector<Index>> lent(regions.size());
  for (std::size_t r = 0; r < regions.size(); ++r)
    for (std::size_t i = 0; i < boxes.size() && static_cast<int>(r) != ranks.rank(); ++i)
      if (boxes[i].intersects(regions[r])) lent[r].push_back(static_cast<Index>(i));
  std::vector<Message> messages;
  for (const std::vector<Index>& rows : lent) messages.push_back(messageOf(own, rows));
  std::vector<NamedBodies> ofRanks;
  for (const Message& message : ranks.toEach(std::move(messages))) ofRanks.push_back(bodiesIn(message));
  ofRanks[static_cast<std::size_t>(ranks.rank())] = own;
  KnownBodies known = sorted(ofRanks, ranks.rank());
  requireDifferent(known);
  known.lent = std::move(lent);
  return known;
}

std::vector<int> countsOfOwn(const KnownBodies& known, const std::vector<int>& counts, Communicator& ranks) {
  const auto countsAt = [&](const std::vector<Index>& rows) {
    std::vector<int> some;
    for (const Index row : rows) some.push_back(counts[static_cast<std::size_t>(row)]);
    return some;
  };
  std::vector<std::vector<int>> ofCopies;
  for (const std::vector<Index>& rows : known.taken) ofCopies.push_back(countsAt(rows));
  std::vector<int> own = countsAt(known.given);
  const auto received = valuesToEach(ofCopies, ranks);
  for (std::size_t r = 0; r < received.size(); ++r)
    for (std::size_t i = 0; i < received[r].size(); ++i)
      own[static_cast<std::size_t>(known.lent[r][i])] += received[r][i];
  return own;
}

}  // namespace talus
