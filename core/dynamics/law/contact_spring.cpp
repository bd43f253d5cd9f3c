#include "dynamics/law/contact_spring.h"

#include "dynamics/law/contact_share.h"

namespace talus {

namespace {

double partOf(double before, double now) {
  return now > 0 ? before / now : 1;
}

}  // namespace

ContactSpring::ContactSpring(const TouchingPair& pair) : pair_(pair) {
  const Pose &a = pair.a->pose, &b = pair.b->pose;
  for (const TangentialSpring& spring : pair.springs) placed_.push_back(spring.placed(a, b));
  if (pair.springs.empty() || !isWhole(pair.points.front())) return;
  normal_ = pair.points.front().normal;
  origin_ = pair.springs.front().place(a, b);
  double sum = 0, now = 0;
  for (std::size_t i = 0; i < placed_.size(); ++i) {
    const TangentialSpring& spring = pair.springs[i];
    sum += spring.stiffness;
    shift_ += spring.stiffness * placed_[i].shift(normal_);
    middle_ += spring.stiffness * (spring.place(a, b) - origin_);
  }
  if (!(sum > 0)) return;
  shift_ /= sum;
  middle_ /= sum;
  for (const ContactPoint& point : pair.points) now += tangentialStiffness(pair.law, point);
  part_ = partOf(sum, now);
  measureTwist();
  ignoreGain(pair.springs.front().gain / pair.points.front().gain);
}

void ContactSpring::measureTwist() {
  const Pose &a = pair_.a->pose, &b = pair_.b->pose;
  double moment = 0, spread = 0;
  for (std::size_t i = 0; i < placed_.size(); ++i) {
    const TangentialSpring& spring = pair_.springs[i];
    const Vec3 lever = across(spring.place(a, b) - origin_ - middle_);
    moment += spring.stiffness * normal_.dot(lever.cross(placed_[i].shift(normal_)));
    spread += spring.stiffness * lever.squaredNorm();
  }
  if (spread > 0) twist_ = moment / spread;
}

// When other points take over the load, gain and stiffness jump without work: the spring keeps its force.
void ContactSpring::ignoreGain(double before) {
  const double part = before * before;
  part_ /= part;
  if (!(part < 1)) return;
  shift_ *= part;
  twist_ *= part;
}

bool ContactSpring::isWhole(const ContactPoint& point) const {
  return point.name != 0 && !pair_.law.ownStiffness;
}

double ContactSpring::energy() const {
  double energy = 0;
  for (const TangentialSpring::Placed& spring : placed_) energy += spring.energy();
  return energy;
}

RememberedSpring ContactSpring::at(const ContactPoint& point) const {
  if (isWhole(point)) return {shift_ + twist_ * normal_.cross(Vec3(point.point - origin_ - middle_)), part_};
  return point.name != 0 ? own(point) : nearby(point);
}

RememberedSpring ContactSpring::own(const ContactPoint& point) const {
  for (std::size_t i = 0; i < placed_.size(); ++i)
    if (pair_.springs[i].name == point.name)
      return {placed_[i].shift(point.normal),
              partOf(placed_[i].stiffness, tangentialStiffness(pair_.law, point))};
  return {};
}

RememberedSpring ContactSpring::nearby(const ContactPoint& point) const {
  const Pose &a = pair_.a->pose, &b = pair_.b->pose;
  const auto weight = [&](double stiffness, const Vec3& place, const Vec3& normal) {
    return stiffness * sameContact(point.point, point.normal, place, normal, 2 * pair_.law.radius);
  };
  Vec3 sum = Vec3::Zero();
  double before = 0;
  for (std::size_t i = 0; i < placed_.size(); ++i) {
    const TangentialSpring& spring = pair_.springs[i];
    const double own = weight(spring.stiffness, spring.place(a, b), placed_[i].normal);
    if (!(own > 0)) continue;
    sum += own * placed_[i].shift(point.normal);
    before += own;
  }
  if (!(before > 0)) return {};
  double now = 0;
  for (const ContactPoint& other : pair_.points)
    now += weight(tangentialStiffness(pair_.law, other), other.point, other.normal);
  return {sum / before, partOf(before, now)};
}

}  // namespace talus
