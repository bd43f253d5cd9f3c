#include "scene/scene.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "base/error.h"

namespace talus {

bool isShapeName(const std::string& text) {
  const auto allowed = [](unsigned char c) {
    return c < 128 && (std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.');
  };
  if (text.empty() || !std::all_of(text.begin(), text.end(), allowed)) return false;
  return text[0] == '_' || std::isalpha(static_cast<unsigned char>(text[0])) != 0;
}

ContactParameters contactBetween(const Scene& scene, Index first, Index second) {
  for (const MaterialPair& pair : scene.pairs)
    if (std::minmax(pair.first, pair.second) == std::minmax(first, second)) return pair.contact;
  const ContactParameters& a = scene.materials[static_cast<std::size_t>(first)].contact;
  const ContactParameters& b = scene.materials[static_cast<std::size_t>(second)].contact;
  if (first == second) return a;
  const auto mean = [](double p, double q) { return std::sqrt(p) * std::sqrt(q); };
  const double stiffnesses = a.stiffness + b.stiffness;
  return {mean(a.restitution, b.restitution), mean(a.friction, b.friction),
          mean(a.rollingResistance, b.rollingResistance), mean(a.cohesion, b.cohesion),
          stiffnesses > 0 ? 2 * a.stiffness * (b.stiffness / stiffnesses) : 0};
}

void requireValid(const Scene& scene) {
  const auto fault = findFault(scene);
  if (!fault) return;
  std::string where = fault->list.empty() ? "" : fault->list + "[" + std::to_string(fault->index) + "]";
  if (!where.empty() && !fault->field.empty()) where += '.';
  throw Error(fault->problem, where + fault->field, fault->remedy);
}

}  // namespace talus
