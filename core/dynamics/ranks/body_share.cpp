#include "dynamics/ranks/body_share.h"

#include <algorithm>
#include <numeric>

namespace talus {

namespace {

// Calls visit(array) for each array, bodies and all.
template <class Share, class Visitor>
void forEachColumn(Share& share, const Visitor& visit) {
  auto& state = share.state;
  visit(share.number);
  talus::forEachArray(share.bodies, visit);
  visit(state.position);
  visit(state.orientation);
  visit(state.velocity);
  visit(state.angularMomentum);
  for (auto& array : share.memory.arrays) visit(array);
}

template <class T>
void append(std::vector<T>& to, const std::vector<T>& from) {
  to.reserve(to.size() + from.size());  // no more: bodies come seldom
  to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

void BodyShare::reserve(std::size_t count) {
  forEachColumn(*this, [count](auto& array) { array.reserve(count); });
}

void BodyShare::add(const BodyShare& other, std::size_t i) {
  number.push_back(other.number[i]);
  bodies.add(other.bodies[i]);
  state.position.push_back(other.state.position[i]);
  state.orientation.push_back(other.state.orientation[i]);
  state.velocity.push_back(other.state.velocity[i]);
  state.angularMomentum.push_back(other.state.angularMomentum[i]);
  for (std::size_t k = 0; k < memory.arrays.size(); ++k)
    memory.arrays[k].push_back(k < other.memory.arrays.size() ? other.memory.arrays[k][i]
                                                              : Vec3(Vec3::Zero()));
}

void BodyShare::keep(const std::function<bool(std::size_t)>& wanted) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < size(); ++i)
    if (wanted(i)) rows.push_back(i);
  if (rows.size() == size()) return;
  forEachColumn(*this, [&rows](auto& array) {
    for (std::size_t i = 0; i < rows.size(); ++i) array[i] = array[rows[i]];
    array.resize(rows.size());
  });
}

void BodyShare::sort() {
  if (std::is_sorted(number.begin(), number.end())) return;
  std::vector<std::size_t> order(size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [this](std::size_t i, std::size_t j) { return number[i] < number[j]; });
  forEachColumn(*this, [&order](auto& array) {
    auto sorted = array;
    for (std::size_t i = 0; i < order.size(); ++i) sorted[i] = array[order[i]];
    array = std::move(sorted);
  });
}

void BodyShare::write(ByteWriter& bytes) const {
  forEachColumn(*this, [&bytes](const auto& array) { bytes.array(array); });
}

void BodyShare::read(ByteReader& bytes) {
  forEachColumn(*this, [&bytes](auto& array) {
    append(array, bytes.array<typename std::remove_reference_t<decltype(array)>::value_type>());
  });
}

}  // namespace talus
