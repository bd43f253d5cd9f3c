#include "dynamics/body/body_state.h"

#include <string>

#include "base/damaged_snapshot.h"
#include "base/error.h"
#include "base/number_text.h"

namespace talus {

namespace {

const char* const remedy = "Check what acts on the body, or take a smaller time step";

void requireFinite(const std::vector<Vec3>& vectors, std::size_t i, const char* field, const char* name) {
  if (vectors[i].allFinite()) return;
  throw Error("The " + std::string(name) + " is not finite", "bodies[" + std::to_string(i) + "]." + field,
              remedy, {.body = {static_cast<std::int64_t>(i)}});
}

}  // namespace

void requireSound(const BodyState& state) {
  for (std::size_t i = 0; i < state.size(); ++i) {
    requireFinite(state.position, i, "position", "position");
    requireFinite(state.velocity, i, "velocity", "velocity");
    requireFinite(state.angularMomentum, i, "angularMomentum", "angular momentum");
    if (!state.orientation[i].isUnit())
      throw Error("The squared norm of the quaternion is " + numberText(state.orientation[i].squaredNorm()),
                  "bodies[" + std::to_string(i) + "].orientation", remedy,
                  {.body = {static_cast<std::int64_t>(i)}});
  }
}

void saveBodyState(const BodyState& state, ByteWriter& bytes) {
  bytes.all(state.position, state.orientation, state.velocity, state.angularMomentum);
}

BodyState loadBodyState(ByteReader& bytes) {
  BodyState state;
  bytes.all(state.position, state.orientation, state.velocity, state.angularMomentum);
  const std::size_t count = state.size();
  if (state.orientation.size() != count || state.velocity.size() != count ||
      state.angularMomentum.size() != count)
    throw damagedSnapshot();
  requireSound(state);
  return state;
}

}  // namespace talus
