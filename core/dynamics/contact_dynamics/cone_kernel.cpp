#include "dynamics/contact_dynamics/cone_kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "dynamics/contact_dynamics/cone_kernel.cpp"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h: this file is compiled once per instruction set.
#include "base/lane_code-inl.h"

HWY_BEFORE_NAMESPACE();
TALUS_BEGIN_LANE_CODE;

// Products and sums are rounded each, so that all instruction sets have the same bits.
using Tag = hn::CappedTag<double, PointLanes::width>;
using Numbers = hn::Vec<Tag>;

struct Vectors {
  Numbers x, y, z;
};

HWY_INLINE Vectors operator+(const Vectors& a, const Vectors& b) {
  return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
}
HWY_INLINE Vectors operator-(const Vectors& a, const Vectors& b) {
  return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}
HWY_INLINE Vectors operator*(const Numbers& s, const Vectors& a) {
  return {hn::Mul(s, a.x), hn::Mul(s, a.y), hn::Mul(s, a.z)};
}
HWY_INLINE Numbers product(const Vectors& a, const Vectors& b) {
  return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
}
HWY_INLINE Vectors cross(const Vectors& a, const Vectors& b) {
  return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)), hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
          hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
}

HWY_INLINE Numbers numbers(const double* row) {
  return hn::Load(Tag(), row);
}
HWY_INLINE Vectors vectors(const double (&rows)[3][PointLanes::width], std::size_t lane) {
  return {numbers(rows[0] + lane), numbers(rows[1] + lane), numbers(rows[2] + lane)};
}
HWY_INLINE void store(const Vectors& values, std::size_t lane, double (&rows)[3][PointLanes::width]) {
  hn::Store(values.x, Tag(), rows[0] + lane);
  hn::Store(values.y, Tag(), rows[1] + lane);
  hn::Store(values.z, Tag(), rows[2] + lane);
}
HWY_INLINE Numbers larger(const Numbers& a, const Numbers& b) {
  return hn::IfThenElse(hn::Lt(a, b), b, a);
}

// 0 of 0.
HWY_INLINE Numbers inverse(const Numbers& a) {
  const Numbers one = hn::Set(Tag(), 1.0);
  const auto some = hn::Gt(a, hn::Zero(Tag()));
  return hn::IfThenElseZero(some, hn::Div(one, hn::IfThenElse(some, a, one)));
}

// The factor that makes vectors as short as their limits, if they are longer.
HWY_INLINE Numbers shortening(const Vectors& values, const Numbers& limit) {
  const Numbers one = hn::Set(Tag(), 1.0), square = product(values, values);
  const auto longer = hn::Gt(square, hn::Mul(limit, limit));
  return hn::IfThenElse(longer, hn::Div(limit, hn::Sqrt(hn::IfThenElse(longer, square, one))), one);
}

// ------------------------------------------------------------------------------------------------ bodies

struct Bodies {
  Vectors velocity, angularVelocity;
  Numbers inverseMass;
  Numbers xx, yy, zz, xy, xz, yz;  // inverse inertia

  HWY_INLINE Vectors velocityAt(const Vectors& lever) const {
    return velocity + cross(angularVelocity, lever);
  }
  HWY_INLINE Vectors turnedBy(const Vectors& moment) const {
    return {hn::Add(hn::Add(hn::Mul(xx, moment.x), hn::Mul(xy, moment.y)), hn::Mul(xz, moment.z)),
            hn::Add(hn::Add(hn::Mul(xy, moment.x), hn::Mul(yy, moment.y)), hn::Mul(yz, moment.z)),
            hn::Add(hn::Add(hn::Mul(xz, moment.x), hn::Mul(yz, moment.y)), hn::Mul(zz, moment.z))};
  }
};

HWY_INLINE Bodies bodiesOf(const ConeLanes& lanes, const std::int64_t* numbers_, const double* inverseMass,
                           const double (&inertia)[6][PointLanes::width], std::size_t lane) {
  const Tag d;
  const double* const from = lanes.velocities.data();
  const auto at = hn::Load(hn::RebindToSigned<Tag>(), numbers_ + lane);
  const auto gathered = [&](std::size_t first) HWY_ATTR {
    return Vectors{hn::GatherIndex(d, from + first, at), hn::GatherIndex(d, from + first + 1, at),
                   hn::GatherIndex(d, from + first + 2, at)};
  };
  return {gathered(0),
          gathered(4),
          numbers(inverseMass + lane),
          numbers(inertia[0] + lane),
          numbers(inertia[1] + lane),
          numbers(inertia[2] + lane),
          numbers(inertia[3] + lane),
          numbers(inertia[4] + lane),
          numbers(inertia[5] + lane)};
}

// Not those of walls, which belong to many pairs of a colour.
HWY_INLINE void scatter(const Bodies& bodies, const std::int64_t* numbers_, const double* inverseMass,
                        std::size_t lane, ConeLanes& lanes) {
  alignas(64) double motion[3][PointLanes::width];
  alignas(64) double rotation[3][PointLanes::width];
  store(bodies.velocity, 0, motion);
  store(bodies.angularVelocity, 0, rotation);
  for (std::size_t n = 0; n < hn::Lanes(Tag()); ++n) {
    if (!(inverseMass[lane + n] > 0)) continue;
    double* const to = lanes.velocities.data() + numbers_[lane + n];
    for (std::size_t c = 0; c < 3; ++c) {
      to[c] = motion[c][n];
      to[4 + c] = rotation[c][n];
    }
  }
}

// ------------------------------------------------------------------------------------------------- masses

// The rows of a symmetric matrix.
struct Mobility {
  Vectors x, y, z;

  HWY_INLINE Vectors operator()(const Vectors& impulse) const {
    return {product(x, impulse), product(y, impulse), product(z, impulse)};
  }
};

// The change of the velocity of bodies at a lever by impulses there.
HWY_INLINE Mobility mobilityAt(const Bodies& bodies, const Vectors& lever) {
  const Numbers zero = hn::Zero(Tag());
  const auto moved = [&](const Vectors& impulse, const Vectors& moment) HWY_ATTR {
    return bodies.inverseMass * impulse + cross(bodies.turnedBy(moment), lever);
  };
  const Numbers one = hn::Set(Tag(), 1.0);
  return {moved({one, zero, zero}, {zero, lever.z, hn::Neg(lever.y)}),
          moved({zero, one, zero}, {hn::Neg(lever.z), zero, lever.x}),
          moved({zero, zero, one}, {lever.y, hn::Neg(lever.x), zero})};
}

HWY_INLINE void prepareLanes(const ConeLanes& lanes, const PairLanes& block, std::size_t lane,
                             PointLanes& point) {
  const Tag d;
  const Bodies a = bodiesOf(lanes, block.bodyA, block.inverseMassA, block.inertiaA, lane),
               b = bodiesOf(lanes, block.bodyB, block.inverseMassB, block.inertiaB, lane);
  const Mobility ofA = mobilityAt(a, vectors(point.leverA, lane)),
                 ofB = mobilityAt(b, vectors(point.leverB, lane));
  const Mobility both{ofA.x + ofB.x, ofA.y + ofB.y, ofA.z + ofB.z};
  const Vectors n = vectors(point.normal, lane), response = both(n);
  const Numbers along = product(n, response);
  const Numbers squares =
      hn::Add(hn::Add(product(both.x, both.x), product(both.y, both.y)), product(both.z, both.z));
  // Across the normal there are two eigenvalues: their sum, and that of their squares.
  const Numbers sum = hn::Sub(hn::Add(hn::Add(both.x.x, both.y.y), both.z.z), along);
  const Numbers two = hn::Set(d, 2.0), half = hn::Set(d, 0.5);
  const Numbers sumOfSquares =
      hn::Add(hn::Sub(squares, hn::Mul(two, product(response, response))), hn::Mul(along, along));
  const Numbers apart = larger(hn::Zero(d), hn::Sub(hn::Mul(two, sumOfSquares), hn::Mul(sum, sum)));
  store(response, lane, point.response);
  hn::Store(inverse(along), d, point.normalMass + lane);
  hn::Store(inverse(hn::Mul(half, hn::Add(sum, hn::Sqrt(apart)))), d, point.tangentMass + lane);
  hn::Store(hn::Sqrt(squares), d, point.mobility + lane);
}

void prepareHere(ConeLanes& lanes, std::size_t begin, std::size_t end) {
  for (std::size_t n = begin; n < end; ++n)
    for (std::size_t k = lanes.blocks[n].begin; k < lanes.blocks[n].end; ++k)
      for (std::size_t lane = 0; lane < PointLanes::width; lane += hn::Lanes(Tag()))
        prepareLanes(lanes, lanes.blocks[n], lane, lanes.points[k]);
}

// ------------------------------------------------------------------------------------------------- sweeps

// Some lanes of a block, as many as the unit has.
struct Sweep {
  PairLanes& block;
  PointLanes* points;  // of the block
  std::size_t lane;
  Bodies a, b;

  // The normal impulse that satisfies Signorini's law, then the tangential one that satisfies Coulomb's.
  HWY_INLINE void press(PointLanes& point, const Vectors& impulse, const Vectors& velocity,
                        const Numbers& along) {
    const Vectors n = vectors(point.normal, lane);
    const Numbers pull = numbers(point.pull + lane);
    const Numbers before = product(n, impulse);
    const Numbers pressure =
        larger(hn::Neg(pull), hn::Sub(before, hn::Mul(along, numbers(point.normalMass + lane))));
    const Vectors after = velocity + hn::Sub(pressure, before) * vectors(point.response, lane);
    const Vectors sliding = after - product(n, after) * n;
    const Vectors across = impulse - before * n - numbers(point.tangentMass + lane) * sliding;
    const Numbers grip = hn::Mul(numbers(point.friction + lane),
                                 hn::Add(hn::Add(pressure, pull), numbers(point.pressed + lane)));
    const Vectors now = pressure * n + shortening(across, grip) * across;
    const Vectors change = now - impulse;
    store(now, lane, point.impulse);
    a.velocity = a.velocity - a.inverseMass * change;
    a.angularVelocity = a.angularVelocity - a.turnedBy(cross(vectors(point.leverA, lane), change));
    b.velocity = b.velocity + b.inverseMass * change;
    b.angularVelocity = b.angularVelocity + b.turnedBy(cross(vectors(point.leverB, lane), change));
  }

  HWY_INLINE Vectors velocityAt(const PointLanes& point) const {
    return b.velocityAt(vectors(point.leverB, lane)) - a.velocityAt(vectors(point.leverA, lane));
  }

  HWY_INLINE Numbers closing(const PointLanes& point, const Vectors& velocity) const {
    return hn::Add(product(vectors(point.normal, lane), velocity), numbers(point.approach + lane));
  }

  // @return whether a point presses.
  HWY_INLINE bool goThere(double part) {
    const Tag d;
    const Numbers zero = hn::Zero(d), further = hn::Set(d, part);
    auto presses = hn::Lt(zero, zero);
    for (std::size_t k = 0; k < block.end - block.begin; ++k) {
      PointLanes& point = points[k];
      const Vectors now = vectors(point.impulse, lane);
      const Vectors start = now + further * (now - vectors(point.last, lane));
      store(now, lane, point.last);
      store(start, lane, point.start);
      const Vectors velocity = velocityAt(point);
      const Numbers along = closing(point, velocity);
      const auto acts = hn::Or(hn::Ne(start.x, zero), hn::Or(hn::Ne(start.y, zero), hn::Ne(start.z, zero)));
      const auto pulls = hn::Gt(hn::Add(numbers(point.pull + lane), numbers(point.pressed + lane)), zero);
      presses = hn::Or(presses, hn::Or(hn::Or(acts, pulls), hn::Lt(along, zero)));
      press(point, start, velocity, along);
    }
    return !hn::AllFalse(d, presses);
  }

  HWY_INLINE void goBack() {
    if (block.end - block.begin == 1) return;
    for (std::size_t k = block.end - block.begin; k-- > 0;) {
      const Vectors velocity = velocityAt(points[k]);
      press(points[k], vectors(points[k].impulse, lane), velocity, closing(points[k], velocity));
    }
  }

  HWY_INLINE void roll(double part) {
    const Tag d;
    const Numbers zero = hn::Zero(d);
    Numbers pressed = zero;
    for (std::size_t k = 0; k < block.end - block.begin; ++k)
      pressed = hn::Add(
          pressed, larger(zero, product(vectors(points[k].normal, lane), vectors(points[k].impulse, lane))));
    const Vectors now = vectors(block.moment, lane);
    const Vectors start = now + hn::Set(d, part) * (now - vectors(block.lastMoment, lane));
    store(now, lane, block.lastMoment);
    const Vectors normal = vectors(block.normal, lane), turn = b.angularVelocity - a.angularVelocity;
    const Vectors rolling = turn - product(normal, turn) * normal;
    const Vectors wanted = start - numbers(block.rollingMass + lane) * rolling;
    const Vectors moment = shortening(wanted, hn::Mul(numbers(block.rolling + lane), pressed)) * wanted;
    store(moment, lane, block.moment);
    a.angularVelocity = a.angularVelocity - a.turnedBy(moment - start);
    b.angularVelocity = b.angularVelocity + b.turnedBy(moment - start);
  }

  HWY_INLINE void compare() {
    const Tag d;
    Numbers changes = hn::Zero(d), turns = hn::Zero(d);
    for (std::size_t k = 0; k < block.end - block.begin; ++k) {
      const PointLanes& point = points[k];
      const Numbers weight = numbers(point.mobility + lane);
      const Vectors now = vectors(point.impulse, lane), change = now - vectors(point.start, lane),
                    way = now - vectors(point.last, lane);
      changes = hn::Add(changes, hn::Mul(weight, product(change, change)));
      turns = hn::Sub(turns, hn::Mul(weight, product(change, way)));
    }
    hn::Store(changes, d, block.change + lane);
    hn::Store(turns, d, block.turn + lane);
  }
};

HWY_INLINE bool sweepLanes(ConeLanes& lanes, PairLanes& block, std::size_t lane, double part) {
  Sweep sweep{block, lanes.points.data() + block.begin, lane,
              bodiesOf(lanes, block.bodyA, block.inverseMassA, block.inertiaA, lane),
              bodiesOf(lanes, block.bodyB, block.inverseMassB, block.inertiaB, lane)};
  bool presses = sweep.goThere(part);
  sweep.goBack();
  if (block.rolls) {
    sweep.roll(part);
    presses = true;
  }
  sweep.compare();
  if (!presses) return false;
  scatter(sweep.a, block.bodyA, block.inverseMassA, lane, lanes);
  scatter(sweep.b, block.bodyB, block.inverseMassB, lane, lanes);
  return true;
}

void sweepHere(ConeLanes& lanes, std::size_t begin, std::size_t end, bool whole, double part) {
  for (std::size_t n = begin; n < end; ++n) {
    PairLanes& block = lanes.blocks[n];
    if (block.idle && !whole) continue;
    bool presses = false;
    for (std::size_t lane = 0; lane < PointLanes::width; lane += hn::Lanes(Tag()))
      if (sweepLanes(lanes, block, lane, part)) presses = true;
    block.idle = !presses;
  }
}

// ------------------------------------------------------------------------------------------------- errors

// As CoulombCone::nearest().
HWY_INLINE Vectors nearestAllowed(const PointLanes& point, std::size_t lane, const Vectors& impulse,
                                  const Vectors& n) {
  const Tag d;
  const Numbers zero = hn::Zero(d), one = hn::Set(d, 1.0);
  const Numbers friction = numbers(point.friction + lane), pull = numbers(point.pull + lane),
                pressed = numbers(point.pressed + lane);
  const Numbers apex = hn::Add(pull, pressed), along = product(n, impulse), lowest = hn::Neg(pull);
  const Vectors across = impulse - along * n;
  const Numbers size = hn::Sqrt(product(across, across)), height = hn::Add(along, apex);
  const auto low = hn::Lt(along, lowest);
  const auto inside = hn::AndNot(low, hn::Le(size, hn::Mul(friction, height)));
  const Numbers nearest =
      hn::Div(hn::Add(height, hn::Mul(friction, size)), hn::Add(one, hn::Mul(friction, friction)));
  const Numbers least = hn::Mul(friction, pressed);
  const auto atEnd = hn::Or(hn::Lt(nearest, pressed), hn::And(low, hn::Le(size, least)));
  const auto some = hn::Gt(size, zero);
  const Numbers slope =
      hn::IfThenElseZero(some, hn::Div(hn::Mul(friction, nearest), hn::IfThenElse(some, size, one)));
  const Numbers nearestAlong = hn::IfThenElse(atEnd, lowest, hn::Sub(nearest, apex)),
                part = hn::IfThenElse(atEnd, shortening(across, least), slope);
  const Vectors found = nearestAlong * n + part * across;
  return {hn::IfThenElse(inside, impulse.x, found.x), hn::IfThenElse(inside, impulse.y, found.y),
          hn::IfThenElse(inside, impulse.z, found.z)};
}

HWY_INLINE void measureLanes(const ConeLanes& lanes, const PairLanes& block, std::size_t lane,
                             LawErrors& errors) {
  const Tag d;
  const Bodies a = bodiesOf(lanes, block.bodyA, block.inverseMassA, block.inertiaA, lane),
               b = bodiesOf(lanes, block.bodyB, block.inverseMassB, block.inertiaB, lane);
  const Numbers zero = hn::Zero(d);
  Numbers squares = zero, closings = zero, impulses = zero, active = zero;
  for (std::size_t k = block.begin; k < block.end; ++k) {
    const PointLanes& point = lanes.points[k];
    const Vectors n = vectors(point.normal, lane), impulse = vectors(point.impulse, lane);
    const Vectors velocity =
        b.velocityAt(vectors(point.leverB, lane)) - a.velocityAt(vectors(point.leverA, lane));
    const Numbers along = product(n, velocity), approach = numbers(point.approach + lane);
    const Numbers least = hn::Neg(hn::Add(along, approach));
    const Vectors across = velocity - along * n;
    const Numbers sliding = hn::Sqrt(product(across, across));
    const Numbers shift = hn::Add(approach, hn::Mul(numbers(point.friction + lane), sliding));
    const Vectors shifted = velocity + shift * n;
    const Vectors way = inverse(numbers(point.mobility + lane)) * shifted;
    const Vectors error = impulse - nearestAllowed(point, lane, impulse - way, n);
    const Numbers square = product(error, error);
    const Numbers pressed =
        hn::Add(hn::Add(product(n, impulse), numbers(point.pull + lane)), numbers(point.pressed + lane));
    const Numbers closing = hn::Div(larger(zero, least), numbers(point.slack + lane));
    const auto counts = hn::Or(hn::Gt(square, zero), hn::Gt(pressed, zero));
    squares = hn::Add(squares, hn::IfThenElseZero(counts, square));
    closings = hn::Add(closings, hn::IfThenElseZero(counts, hn::Mul(closing, closing)));
    impulses = hn::Add(impulses, hn::IfThenElseZero(counts, pressed));
    active = hn::Add(active, hn::IfThenElseZero(counts, hn::Set(d, 1.0)));
  }
  hn::Store(squares, d, errors.squares + lane);
  hn::Store(closings, d, errors.closings + lane);
  hn::Store(impulses, d, errors.impulses + lane);
  hn::Store(active, d, errors.active + lane);
}

void measureHere(const ConeLanes& lanes, std::size_t begin, std::size_t end, LawErrors* errors) {
  for (std::size_t n = begin; n < end; ++n)
    for (std::size_t lane = 0; lane < PointLanes::width; lane += hn::Lanes(Tag()))
      measureLanes(lanes, lanes.blocks[n], lane, errors[n]);
}

TALUS_END_LANE_CODE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace talus {

HWY_EXPORT(prepareHere);
HWY_EXPORT(sweepHere);
HWY_EXPORT(measureHere);

void prepareBlocks(ConeLanes& lanes, std::size_t begin, std::size_t end) {
  HWY_DYNAMIC_DISPATCH(prepareHere)(lanes, begin, end);
}

void sweepBlocks(ConeLanes& lanes, std::size_t begin, std::size_t end, bool whole, double part) {
  HWY_DYNAMIC_DISPATCH(sweepHere)(lanes, begin, end, whole, part);
}

void measureBlocks(const ConeLanes& lanes, std::size_t begin, std::size_t end, LawErrors* errors) {
  HWY_DYNAMIC_DISPATCH(measureHere)(lanes, begin, end, errors);
}

}  // namespace talus
#endif
