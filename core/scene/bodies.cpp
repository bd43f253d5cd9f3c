#include "scene/bodies.h"

namespace talus {

void Bodies::resize(std::size_t count) {
  const Body standing;
  ItemFields<Body>::visitArrays(
      [&](const ItemField&, auto member, auto array) { (this->*array).resize(count, standing.*member); });
}

void Bodies::add(const Body& body) {
  resize(size() + 1);
  set(size() - 1, body);
}

Body Bodies::operator[](std::size_t i) const {
  Body body;
  ItemFields<Body>::visitArrays(
      [&](const ItemField&, auto member, auto array) { body.*member = (this->*array)[i]; });
  return body;
}

void Bodies::set(std::size_t i, const Body& body) {
  ItemFields<Body>::visitArrays(
      [&](const ItemField&, auto member, auto array) { (this->*array)[i] = body.*member; });
}

}  // namespace talus
