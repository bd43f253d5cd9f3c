#include "broadphase/box_arrays.h"

#include <limits>
#include <string>

#include "base/error.h"

namespace talus {

namespace {

bool holdsNaN(const std::vector<double>& values) {
  int found = 0;
  for (const double x : values) found |= static_cast<int>(!(x == x));
  return found != 0;
}

[[noreturn]] void throwNaN(const BoxArrays& boxes) {
  for (std::size_t body = 0; body < boxes.size(); ++body)
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (!(boxes.low[axis][body] == boxes.low[axis][body]) ||
          !(boxes.high[axis][body] == boxes.high[axis][body]))
        throw Error("A box has a NaN coordinate", "box " + std::to_string(body) + ", axis " + "xyz"[axis],
                    "Check the body's position; an absent body has an empty box (low > high)",
                    {.body = {static_cast<std::int64_t>(body)}});
  throw Error("A box has a NaN coordinate", "", "");
}

}  // namespace

BoxArrays::BoxArrays(std::span<const Box> boxes) {
  resize(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) set(i, boxes[i]);
}

void BoxArrays::resize(std::size_t count) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (auto& values : low) values.resize(count, infinity);
  for (auto& values : high) values.resize(count, -infinity);
}

void BoxArrays::set(std::size_t body, const Box& box) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    low[axis][body] = box.min()[static_cast<Eigen::Index>(axis)];
    high[axis][body] = box.max()[static_cast<Eigen::Index>(axis)];
  }
}

Box BoxArrays::box(std::size_t body) const {
  return {Vec3(low[0][body], low[1][body], low[2][body]), Vec3(high[0][body], high[1][body], high[2][body])};
}

void requireBoxes(const BoxArrays& boxes) {
  const std::size_t count = boxes.size();
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (boxes.low[axis].size() != count || boxes.high[axis].size() != count)
      throw Error("The six arrays of boxes differ in length", "broad phase",
                  "Give each body one value in each");
  // The two endpoints of each box are numbered by 32 bits.
  if (count > static_cast<std::size_t>(std::numeric_limits<Index>::max()))
    throw Error("There are more than 2^31 - 1 boxes", "broad phase", "Split the scene");
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (holdsNaN(boxes.low[axis]) || holdsNaN(boxes.high[axis])) throwNaN(boxes);
}

}  // namespace talus
