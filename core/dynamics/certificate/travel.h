#pragma once

#include <span>
#include <vector>

#include "broadphase/body_pairs.h"
#include "dynamics/certificate/step_motion.h"

namespace talus {

/// How far bodies have moved since the pairs that might touch were listed: upper bounds of the displacement
/// of their points, in whatever directions. The list holds while no body has moved farther than its room, and
/// a pair needs no new proof while both of its bodies have moved less than their gap allows.
class Travel {
 public:
  /// Starts a list where motions start. @param rooms of the bodies, m.
  void list(std::span<const double> rooms);
  /// Until the next list() there is no list.
  void forget() { bodies_.clear(); }
  bool hasList() const { return !bodies_.empty(); }

  /// Motions start where the last ones led, or at a part of the way.
  void proceed();
  /// A body's motion, in place of its last one. Bodies are independent of each other.
  void move(std::size_t body, const StepMotion& motion, double extent);
  /// Whether no body has left its room.
  bool hasRoom() const;

  /// The ways of both bodies since the list, m: up to where motions start, and where they end.
  double startOf(const BodyPair& pair) const { return way(pair.first).start + way(pair.second).start; }
  double endOf(const BodyPair& pair) const { return way(pair.first).end + way(pair.second).end; }

 private:
  struct Way {
    double start = 0, end = 0;  // of the motion, since the list, m
    double room = 0;
  };

  const Way& way(Index body) const { return bodies_[static_cast<std::size_t>(body)]; }

  std::vector<Way> bodies_;
};

}  // namespace talus
