#include "scene/scene.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace talus {

bool isShapeName(const std::string& text) {
  const auto allowed = [](unsigned char c) {
    return c < 128 && (std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.');
  };
  if (text.empty() || !std::all_of(text.begin(), text.end(), allowed)) return false;
  return text[0] == '_' || std::isalpha(static_cast<unsigned char>(text[0])) != 0;
}

namespace {

double meanOf(Mean mean, double p, double q) {
  if (mean == Mean::Geometric) return std::sqrt(p) * std::sqrt(q);
  return p + q > 0 ? 2 * p * (q / (p + q)) : 0;
}

}  // namespace

ContactParameters contactBetween(const Scene& scene, Index first, Index second) {
  for (const MaterialPair& pair : scene.pairs)
    if (std::minmax(pair.between[0], pair.between[1]) == std::minmax(first, second)) return pair.contact;
  const ContactParameters& a = scene.materials[static_cast<std::size_t>(first)].contact;
  const ContactParameters& b = scene.materials[static_cast<std::size_t>(second)].contact;
  if (first == second) return a;
  ContactParameters both;
  ItemFields<ContactParameters>::visit(
      [&](const ItemField& field, auto member) { both.*member = meanOf(field.mean, a.*member, b.*member); });
  return both;
}

void requireValid(const Scene& scene) {
  const auto fault = findFault(scene);
  if (!fault) return;
  std::string where = fault->list.empty() ? "" : fault->list + "[" + std::to_string(fault->index) + "]";
  if (!where.empty() && !fault->field.empty()) where += '.';
  throw Error(fault->problem, where + fault->field, fault->remedy, fault->subject);
}

}  // namespace talus
