#pragma once

#include <vector>

#include "dynamics/force_field.h"

namespace talus {

/// Several fields as one, in the order in which they were given. They must outlive it.
class FieldSum : public ForceField {
 public:
  explicit FieldSum(std::vector<ForceField*> fields) : fields_(std::move(fields)) {}

  void impose(BodyState& state, double time) const override;
  void evaluate(const BodyState& state, double time, Loads& loads) override;
  void accept(const BodyState& state, double time) override;
  double potentialEnergy() const override;
  std::span<const LinearContact> linearised() const override { return contacts_; }
  void save(ByteWriter& bytes) const override;
  void load(ByteReader& bytes) override;

 private:
  std::vector<ForceField*> fields_;
  std::vector<LinearContact> contacts_;
};

}  // namespace talus
