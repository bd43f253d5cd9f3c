// search/BODIES/ε/CONTENDER: bodies of diameter 1 with a gap of 0.005, beside other libraries, which know no
// ε.

#include "contact_peers.h"
#include "contact_suites.h"

namespace talus::bench {

namespace {

std::string nameOf(const Case& pair, const std::string& epsilon, const std::string& contender) {
  return "search/" + pair->name + "/" + epsilon + "/" + contender;
}

void enterOurs(const ContactRun& run, const Case& pair) {
  for (const auto& [epsilon, halo] : {std::pair{"1e-3", 1e-3}, std::pair{"1e-2", 1e-2}}) {
    enterQuery(run, nameOf(pair, epsilon, "Talus contacts"), pair, contactQuery(pair, 2 * halo, {}));
    enterQuery(run, nameOf(pair, epsilon, "Talus touches"), pair,
               [pair, reach = 2 * halo, search = std::make_shared<BodyPairSearch>()](std::size_t i) {
                 return std::size_t{search->touches(placedA(*pair, i), placedB(*pair, i), reach)};
               });
  }
  enterQuery(run, nameOf(pair, "any", "Talus nearest"), pair,
             [pair, search = std::make_shared<BodyPairSearch>()](std::size_t i) {
               return std::size_t{search->nearest(placedA(*pair, i), placedB(*pair, i)).gap <= 0};
             });
}

using Peer = std::shared_ptr<peers::MeshPairPeer>;
using PeerPoses = std::vector<peers::MeshPairPeer::PosePair>;

PeerPoses posesOf(const BodyPairCase& pair) {
  PeerPoses poses;
  for (const auto& placed : pair.poses) poses.push_back({placed.a, placed.b});
  return poses;
}

// The bodies' gap closed and a little more: every peer must find contacts there.
bool findsOverlaps(const BodyPairCase& pair, peers::MeshPairPeer& peer) {
  PeerPoses poses = posesOf(pair);
  for (auto& placed : poses) placed.a.position *= 1 - 4 * pair.gap / placed.a.position.norm();
  peer.setPoses(poses);
  for (std::size_t i = 0; i < poses.size(); ++i)
    if (peer.query(i).contacts == 0) return false;
  return true;
}

void enterPeer(const ContactRun& run, const Case& pair, const std::string& name, const Peer& peer) {
  peer->setPoses(posesOf(*pair));
  const auto found = [pair, peer]() -> Counters {
    const bool all = findsOverlaps(*pair, *peer);
    peer->setPoses(posesOf(*pair));
    return {{"found", all ? 1 : 0}};
  };
  enterQuery(
      run, nameOf(pair, "any", name), pair, [peer](std::size_t i) { return peer->query(i).contacts; }, found);
}

}  // namespace

void enterSearches(const ContactRun& run) {
  for (const BodyPairCase& pair : targetPairs(run.quick ? 2 : 20)) {
    const Case kept = std::make_shared<const BodyPairCase>(pair);
    enterOurs(run, kept);
    for (const auto& [name, peer] : meshPairPeers(kept->meshA, kept->meshB)) enterPeer(run, kept, name, peer);
  }
}

}  // namespace talus::bench
