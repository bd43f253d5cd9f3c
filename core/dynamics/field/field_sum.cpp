#include "dynamics/field/field_sum.h"

namespace talus {

void FieldSum::impose(BodyState& state, double time) const {
  for (const ForceField* field : fields_) field->impose(state, time);
}

void FieldSum::gather(BodyState& state, double time) {
  for (ForceField* field : fields_) field->gather(state, time);
}

void FieldSum::confine(BodyState& state, double time) {
  for (ForceField* field : fields_) field->confine(state, time);
}

void FieldSum::evaluate(const BodyState& state, double time, Loads& loads) {
  for (ForceField* field : fields_) field->evaluate(state, time, loads);
}

LinearContacts FieldSum::linearised() const {
  LinearContacts one;
  std::size_t some = 0;
  for (const ForceField* field : fields_) {
    const auto contacts = field->linearised();
    if (contacts.empty()) continue;
    one = contacts;
    ++some;
  }
  if (some <= 1) return one;
  contacts_.clear();
  for (const ForceField* field : fields_) {
    const auto contacts = field->linearised();
    contacts_.insert(contacts_.end(), contacts.begin(), contacts.end());
  }
  return contacts_;
}

bool FieldSum::correctDamping(const BodyState& state, Loads& change) {
  bool found = false;
  for (ForceField* field : fields_) found = field->correctDamping(state, change) || found;
  return found;
}

void FieldSum::setWallWorks(std::span<const double> works) {
  for (ForceField* field : fields_) field->setWallWorks(works);
}

void FieldSum::accept(const BodyState& state, double time) {
  for (ForceField* field : fields_) field->accept(state, time);
}

double FieldSum::potentialEnergy() const {
  double sum = 0;
  for (const ForceField* field : fields_) sum += field->potentialEnergy();
  return sum;
}

void FieldSum::save(ByteWriter& bytes) const {
  for (const ForceField* field : fields_) field->save(bytes);
}

void FieldSum::load(ByteReader& bytes) {
  for (ForceField* field : fields_) field->load(bytes);
}

}  // namespace talus
