#include "dynamics/implicit/wall_progress.h"

#include "dynamics/body/body_inertia.h"

namespace talus {

void WallProgress::begin(const BodyState& start, ForceField& field, double time, double end) {
  begin_ = time;
  end_ = end;
  start_ = ahead_ = start;
  field.impose(ahead_, end);
  move_ = !samePlaces(ahead_, start_);
  restart();
}

bool WallProgress::drives(const LinearContact& contact, const BodyInertia& inertia) const {
  const auto moves = [&](Index body) {
    const auto i = static_cast<std::size_t>(body);
    return inertia.isWall(i) &&
           (ahead_.position[i] != start_.position[i] || !(ahead_.orientation[i] == start_.orientation[i]));
  };
  return moves(contact.bodyA) || moves(contact.bodyB);
}

bool WallProgress::complete(int iterates) const {
  constexpr std::size_t last = 8;
  if (begun_.size() < last) return true;
  const double perIterate = (part_ - begun_[begun_.size() - last]) / static_cast<double>(last);
  return part_ + iterates * perIterate >= 1;
}

}  // namespace talus
