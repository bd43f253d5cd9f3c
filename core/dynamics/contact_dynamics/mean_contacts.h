#pragma once

#include <vector>

#include "base/exact_sum.h"
#include "dynamics/body/body_inertia.h"
#include "dynamics/contact_dynamics/frame_forces.h"
#include "dynamics/contact_dynamics/step_works.h"

namespace talus {

/// The contacts of a frame as a field: with these forces bodies have moved. Those of its last step, where the
/// next one starts to look for its impulses, and the energies since the start. Lists are sorted by pairs.
class MeanContacts final : public ForceField {
 public:
  /// @param inertia must outlive this. @param range depths are told as if forces began at this gap, m.
  MeanContacts(const BodyInertia& inertia, double range) : inertia_(&inertia), range_(range) {}

  void evaluate(const BodyState& state, double time, Loads& loads) override;
  LinearContacts linearised() const override { return shown_; }
  void save(ByteWriter& bytes) const override;
  void load(ByteReader& bytes) override;

  /// Forces are means from now on.
  void beginFrame() { frame_.begin(); }
  /// The contacts of a step, of those points that press. @param contacts, moments replaced by the old ones.
  /// @param length of the step, s.
  void take(std::vector<MeanContact>& contacts, std::vector<MeanMoment>& moments, const StepWorks& works,
            double length);
  /// Of the last step.
  const std::vector<MeanContact>& contacts() const { return contacts_; }
  const std::vector<MeanMoment>& moments() const { return moments_; }

  /// Energies since the start, J.
  const ExactSum& dissipated() const { return dissipated_; }  ///< by impacts, friction and rolling
  const ExactSum& wallWork() const { return wallWork_; }
  /// Pairs of bodies among the contacts of the frame.
  std::int64_t touching() const;

 private:
  void show();

  const BodyInertia* inertia_;
  double range_;
  std::vector<MeanContact> contacts_;
  std::vector<MeanMoment> moments_;
  FrameForces frame_;
  std::vector<LinearContact> means_;
  std::vector<const LinearContact*> shown_;
  ExactSum dissipated_, wallWork_;
};

}  // namespace talus
