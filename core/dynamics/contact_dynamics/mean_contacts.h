#pragma once

#include <vector>

#include "base/exact_sum.h"
#include "dynamics/body/body_inertia.h"
#include "dynamics/contact_dynamics/impulse_problem.h"
#include "dynamics/field/force_field.h"

namespace talus {

/// A contact point with its impulses in the last step, over the length of that step.
struct MeanContact {
  BodyPair bodies;
  std::uint64_t name = 0;
  Vec3 point = Vec3::Zero();    ///< in the world
  Vec3 normal = Vec3::Zero();   ///< unit, from A to B
  Vec3 force = Vec3::Zero();    ///< on B, N
  Vec3 bounce = Vec3::Zero();   ///< on B, of restitution, N
  Vec3 lasting = Vec3::Zero();  ///< on B: the mean of this force and those of earlier steps, N
  double gap = 0;               ///< at the start of the step, m
  double area = 0;              ///< m²
};

/// The rolling moment of a pair in the last step.
struct MeanMoment {
  BodyPair bodies;
  Vec3 moment = Vec3::Zero();  ///< on B, N m
};

/// The works of a step, J. Energy that leaves the motion counts positive.
struct StepWorks {
  double impacts = 0, friction = 0, rolling = 0;
  double restored = 0;  ///< that came in where positions were put right
  double walls = 0;     ///< done by walls on bodies
};

/// The contacts of the last step as a field: with these forces bodies have moved. Where the next step starts
/// to look for its impulses, and the energies since the start. Both lists are sorted by pairs.
class MeanContacts final : public ForceField {
 public:
  /// @param inertia must outlive this. @param range depths are told as if forces began at this gap, m.
  MeanContacts(const BodyInertia& inertia, double range) : inertia_(&inertia), range_(range) {}

  void evaluate(const BodyState& state, double time, Loads& loads) override;
  LinearContacts linearised() const override { return shown_; }
  void save(ByteWriter& bytes) const override;
  void load(ByteReader& bytes) override;

  /// The contacts of a step, of those points that press. @param contacts, moments replaced by the old ones.
  void take(std::vector<MeanContact>& contacts, std::vector<MeanMoment>& moments, const StepWorks& works);
  const std::vector<MeanContact>& contacts() const { return contacts_; }
  const std::vector<MeanMoment>& moments() const { return moments_; }

  /// Energies since the start, J.
  const ExactSum& dissipated() const { return dissipated_; }  ///< by impacts, friction and rolling
  const ExactSum& wallWork() const { return wallWork_; }
  /// Pairs of bodies among the contacts.
  std::int64_t touching() const;

 private:
  void show();

  const BodyInertia* inertia_;
  double range_;
  std::vector<MeanContact> contacts_;
  std::vector<MeanMoment> moments_;
  std::vector<LinearContact> linear_;
  std::vector<const LinearContact*> shown_;
  ExactSum dissipated_, wallWork_;
};

}  // namespace talus
