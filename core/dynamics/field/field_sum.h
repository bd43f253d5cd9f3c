#pragma once

#include <vector>

#include "dynamics/field/force_field.h"

namespace talus {

/// Several fields as one, in the order in which they were given. They must outlive it.
class FieldSum : public ForceField {
 public:
  explicit FieldSum(std::vector<ForceField*> fields) : fields_(std::move(fields)) {}

  void impose(BodyState& state, double time) const override;
  void gather(BodyState& state, double time) override;
  void confine(BodyState& state, double time) override;
  void evaluate(const BodyState& state, double time, Loads& loads) override;
  /// Of one field at most.
  bool correctDamping(const BodyState& state, Loads& change) override;
  void setWallWorks(std::span<const double> works) override;
  void accept(const BodyState& state, double time) override;
  double potentialEnergy() const override;
  /// Copied together only if several fields have contacts.
  LinearContacts linearised() const override;
  void save(ByteWriter& bytes) const override;
  void load(ByteReader& bytes) override;

 private:
  std::vector<ForceField*> fields_;
  mutable std::vector<const LinearContact*> contacts_;
};

}  // namespace talus
