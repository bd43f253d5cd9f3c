#pragma once

#include <span>
#include <vector>

#include "broadphase/body_pairs.h"
#include "dynamics/certificate/step_motion.h"

namespace talus {

/// How far bodies have moved since the pairs that might touch were listed: upper bounds of the displacement
/// of their points, in whatever directions. While the bodies of a pair have moved less than their gap allows,
/// the pair needs no new proof. The list itself holds while no body has moved farther than its room.
class Travel {
 public:
  /// Lists pairs, sorted, where motions start. Of pairs of the last list it keeps what is known.
  /// @param rooms of the bodies, m.
  void list(std::span<const double> rooms, std::span<const BodyPair> pairs);
  /// Until the next list() there is no list.
  void forget();
  bool hasList() const { return !bodies_.empty(); }

  /// Motions start where the last ones led, or at a part of the way.
  void proceed();
  /// A body's motion, in place of its last one. Bodies are independent of each other.
  void move(std::size_t body, const StepMotion& motion, double extent);
  /// Whether no body has left its room.
  bool hasRoom() const;

  /// From where motions start, the bodies of a pair may move by this distance, both together, m.
  void allow(std::size_t pair, double distance);
  /// Whether they move farther, or no distance is known.
  bool exceeds(std::size_t pair) const;

 private:
  struct Way {
    double start = 0, end = 0;  // of the motion, since the list, m
    double room = 0;
  };
  struct Limit {
    BodyPair bodies;
    double ways = 0;  // of both, m
  };

  const Way& way(Index body) const { return bodies_[static_cast<std::size_t>(body)]; }
  double startOf(const BodyPair& pair) const { return way(pair.first).start + way(pair.second).start; }

  std::vector<Way> bodies_;
  std::vector<Limit> pairs_, earlier_;
};

}  // namespace talus
