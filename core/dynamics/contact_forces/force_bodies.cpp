#include "dynamics/contact_forces/force_bodies.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "base/free_memory.h"
#include "broadphase/next_overlap.h"
#include "contact/scene/scene_contacts.h"
#include "dynamics/body/body_loop.h"
#include "dynamics/field/wall_motions.h"

namespace talus {

namespace {

// An upper bound of the motion of the points of a body that are at most `extent` from its position; see
// NearFeatures::cover.
double motionOf(const Pose& before, const Pose& now, double extent) {
  constexpr double rounding = 1 + 1e-14;
  const double moved = (now.position - before.position).squaredNorm();
  const double turned = (now.rotation - before.rotation).squaredNorm();
  return rounding * std::sqrt(2 * moved + extent * extent * turned);
}

// Not rounded down.
double longer(double way, double motion) {
  constexpr double up = 1 + std::numeric_limits<double>::epsilon();
  return motion > 0 ? (way + motion) * up : way;
}

}  // namespace

ForceBodies::ForceBodies(const Scene& scene, const BodyInertia& inertia, double halo, Context& context)
    : inertia_(inertia), halo_(halo > 0 ? halo : scene.halo) {
  prepareShapes(scene, context);
  const ContactBodies bodies = contactBodies(scene.bodies);
  if (halo_ == 0) halo_ = usualHalo(library_, bodies);
  requireSmallHalo(library_, bodies, halo_);
  margin_ = halo_;
  replace(scene, {});
}

void ForceBodies::replace(const Scene& scene, const std::vector<bool>& ghosts) {
  const WallMotions motions(scene);
  release();
  bodies_.reserve(scene.bodies.size());
  levers_.reserve(scene.bodies.size());
  thinnest_ = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    ForceBody& body = bodies_.emplace_back();
    body.shape = &shapes_[static_cast<std::size_t>(scene.bodies.shape[i])];
    body.scale = scene.bodies.scale[i];
    body.number = scene.bodies.shape[i];
    body.wall = inertia_.isWall(i);
    body.ghost = !ghosts.empty() && ghosts[i];
    body.law.material = scene.bodies.material[i];
    body.law.radius = body.wall ? std::numeric_limits<double>::infinity() : body.shape->radius * body.scale;
    body.law.inverseMass = inertia_.inverseMass(i);
    body.area = body.shape->area * body.scale * body.scale;
    body.extent = body.shape->extent * body.scale;
    body.thickness = body.shape->thickness * body.scale;
    thinnest_ = std::min(thinnest_, body.thickness);
    body.removed = motions.removalTime(i);
    levers_.push_back(body.extent / inertia_.moments(i).minCoeff());
  }
}

void ForceBodies::release() {
  talus::release(bodies_);
  talus::release(moving_);
  talus::release(ways_);
  talus::release(levers_);
  talus::release(orientations_);
  boxes_ = BoxArrays();
}

void ForceBodies::prepareShapes(const Scene& scene, Context& context) {
  std::int64_t triangles = 0;
  for (const BodyShape& shape : scene.shapes)
    triangles += static_cast<std::int64_t>(shape.mesh.triangleCount());
  context.beginStage(0.5, 2 * triangles);
  for (const BodyShape& shape : scene.shapes) library_.add(shape.mesh, shape.name, context, shape.offset);
  bool allConvex = true;
  for (Index i = 0; i < static_cast<Index>(library_.size()); ++i)
    allConvex = allConvex && library_.geometry(i).convex() != nullptr;
  context.beginStage(1, triangles);
  for (Index i = 0; i < static_cast<Index>(library_.size()) && !allConvex; ++i)
    library_.geometry(i).prepareTriangles(context);
  for (std::size_t i = 0; i < scene.shapes.size(); ++i)
    shapes_.emplace_back(scene.shapes[i], library_.geometry(static_cast<Index>(i)), !allConvex);
}

void ForceBodies::place(const BodyState& state, double time) {
  const bool first = moving_.empty();
  moving_.resize(bodies_.size());
  ways_.resize(bodies_.size(), 0.0);
  orientations_ = state.orientation;
  std::atomic<bool> wallsMove = false;
  forEachBody(bodies_.size(), [&](std::size_t i) {
    MovingBody& moving = moving_[i];
    const Pose pose{state.position[i], state.orientation[i].matrix(), bodies_[i].scale};
    if (!first) ways_[i] = longer(ways_[i], motionOf(moving.pose, pose, bodies_[i].extent));
    moving.pose = pose;
    moving.velocity = state.velocity[i];
    moving.angularVelocity = inertia_.angularVelocity(i, state);
    moving.inverseMass = inertia_.inverseMass(i);
    if (bodies_[i].wall) {
      if (!moving.velocity.isZero(0) || !moving.angularVelocity.isZero(0)) wallsMove = true;
      return;
    }
    const Eigen::Matrix3d axes = moving.pose.rotation * inertia_.axes(i).matrix();
    moving.inverseInertia = axes * inertia_.moments(i).cwiseInverse().asDiagonal() * axes.transpose();
  });
  wallsMove_ = wallsMove;
  fillBoxes(time);
}

std::vector<VelocityChange> ForceBodies::velocityChanges(const BodyState& state) const {
  std::vector<VelocityChange> changes(moving_.size());
  forEachBody(moving_.size(), [&](std::size_t i) {
    if (bodies_[i].wall) return;
    changes[i] = {state.velocity[i] - moving_[i].velocity,
                  inertia_.angularVelocity(i, state) - moving_[i].angularVelocity};
  });
  return changes;
}

void ForceBodies::fillBoxes(double time) {
  boxes_.resize(bodies_.size());
  forEachBody(bodies_.size(), [&](std::size_t i) {
    Box box;
    if (time < bodies_[i].removed) {
      box = library_.box(bodies_[i].number, moving_[i].pose);
      box.min().array() -= margin_;
      box.max().array() += margin_;
    }
    boxes_.set(i, box);
  });
}

double ForceBodies::pointSpeed(std::size_t i, const BodyState& state, double time) const {
  if (!(time < bodies_[i].removed)) return 0;
  return state.velocity[i].norm() + inertia_.angularVelocity(i, state).norm() * bodies_[i].extent;
}

double ForceBodies::speedBound(std::size_t i, const BodyState& state) const {
  constexpr double rounding = 1 + 1e-12;
  return rounding * (state.velocity[i].norm() + levers_[i] * state.angularMomentum[i].norm());
}

double ForceBodies::fastestPoint(const BodyState& state, double time) const {
  double speed = 0;
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    if (!bodies_[i].ghost) speed = std::max(speed, pointSpeed(i, state, time));
  return speed;
}

// Boxes come first, all grown by the way of the fastest one: nearly all are apart.
bool ForceBodies::meetsNothing(const Flight& body, const BodyState& state, double time, double fastest,
                               double duration) const {
  if (body.box.isEmpty()) return true;
  const auto grown = [&body](double way) {
    return Box((body.box.min().array() - way).matrix(), (body.box.max().array() + way).matrix());
  };
  const auto wayBeside = [&](double speed) { return (body.speed + speed) * duration; };
  const Box wide = grown(wayBeside(fastest));
  for (std::size_t j = nextOverlap(boxes_, wide, 0); j < bodies_.size();
       j = nextOverlap(boxes_, wide, j + 1)) {
    const bool counts = static_cast<Index>(j) != body.itself && !bodies_[j].ghost;
    if (!counts || (body.wall && bodies_[j].wall)) continue;
    if (grown(wayBeside(pointSpeed(j, state, time))).intersects(boxes_.box(j))) return false;
  }
  return true;
}

}  // namespace talus
