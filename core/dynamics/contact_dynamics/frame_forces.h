#pragma once

#include <vector>

#include "dynamics/contact_dynamics/mean_contact.h"
#include "dynamics/field/force_field.h"

namespace talus {

/// The contacts of the steps of a frame with their mean forces: impulses, those of restitution included, over
/// the length of the frame. So they do not depend on how it was divided into steps. A point is where it was
/// when it pressed last.
class FrameForces {
 public:
  void begin();
  /// A step. @param contacts, moments sorted by pairs.
  void add(const std::vector<MeanContact>& contacts, const std::vector<MeanMoment>& moments, double length);

  /// @param range depths are told as if forces began at this gap, m.
  std::vector<LinearContact> contacts(double range) const;
  std::vector<MeanMoment> moments() const;

  void save(ByteWriter& bytes) const;
  /// @throws Error bytes that end early or name bodies that are not there.
  void load(ByteReader& bytes, std::size_t bodies);

 private:
  std::vector<MeanContact> contacts_, mergedContacts_;  // with impulses, N s
  std::vector<MeanMoment> moments_, mergedMoments_;     // N m s
  double length_ = 0;
};

}  // namespace talus
