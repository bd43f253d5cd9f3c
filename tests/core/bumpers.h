#pragma once

#include <algorithm>
#include <vector>

#include "dynamics/body/body_inertia.h"
#include "dynamics/field/force_field.h"

namespace talus::dynamics {

inline std::vector<const LinearContact*> placesOf(const std::vector<LinearContact>& contacts) {
  std::vector<const LinearContact*> places;
  for (const LinearContact& contact : contacts) places.push_back(&contact);
  return places;
}

/// Balls about the bodies' centres, or points fixed to bodies, that a plane z = 0 (which is body 0) and balls
/// push back with one-sided linear springs: contacts with known stiffness. Damping grows with the depth, so
/// that forces set in without a jump (Hunt and Crossley). Gravity on top.
class Bumpers : public ForceField {
 public:
  double stiffness = 1;      ///< N/m
  double damping = 0;        ///< N s/m over the depth
  double jump = 0;           ///< more damping, N s/m, that sets in at once
  double radius = 0;         ///< of the balls
  double gravity = 0;        ///< m/s², downwards
  std::vector<Vec3> points;  ///< of each body but the plane, in its own frame, in place of balls

  explicit Bumpers(const BodyInertia& inertia) : inertia_(&inertia) {}

  void evaluate(const BodyState& state, double /*time*/, Loads& loads) override {
    contacts_.clear();
    energy_ = 0;
    for (std::size_t i = 1; i < state.size(); ++i) {
      loads.force[i].z() -= gravity * inertia_->mass(i);
      energy_ += gravity * inertia_->mass(i) * state.position[i].z();
      for (const Vec3& p : points) {
        const Vec3 point = state.position[i] + state.orientation[i].rotate(p);
        push(state, 0, i, point, Vec3::UnitZ(), point.z(), loads);
      }
      if (!points.empty()) continue;
      push(state, 0, i, state.position[i] - radius * Vec3::UnitZ(), Vec3::UnitZ(),
           state.position[i].z() - radius, loads);
      for (std::size_t j = i + 1; j < state.size(); ++j) {
        const Vec3 apart = state.position[j] - state.position[i];
        push(state, i, j, state.position[i] + apart / 2, apart.normalized(), apart.norm() - 2 * radius,
             loads);
      }
    }
    places_ = placesOf(contacts_);
  }
  double potentialEnergy() const override { return energy_; }
  LinearContacts linearised() const override { return places_; }

 private:
  Vec3 velocity(const BodyState& state, std::size_t i, const Vec3& point) const {
    return state.velocity[i] + inertia_->angularVelocity(i, state).cross(point - state.position[i]);
  }

  void push(const BodyState& state, std::size_t a, std::size_t b, const Vec3& point, const Vec3& normal,
            double gap, Loads& loads) {
    if (gap >= 0) return;
    const double approach = -normal.dot(velocity(state, b, point) - velocity(state, a, point));
    const Vec3 force = std::max(0.0, jump * approach - gap * (stiffness + damping * approach)) * normal;
    loads.add(b, force, point, state.position[b]);
    loads.add(a, -force, point, state.position[a]);
    energy_ += stiffness * gap * gap / 2;
    contacts_.push_back({static_cast<Index>(a),
                         static_cast<Index>(b),
                         point,
                         normal,
                         force,
                         {std::max(0.0, stiffness + damping * approach), jump - damping * gap}});
  }

  const BodyInertia* inertia_;
  std::vector<LinearContact> contacts_;
  std::vector<const LinearContact*> places_;
  double energy_ = 0;
};

}  // namespace talus::dynamics
