#include "report/enclosure_answer.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "base/context.h"
#include "base/parallel.h"
#include "report/answer_text.h"

namespace talus {

namespace {

constexpr std::size_t sidesPerChunk = std::size_t{1} << 18U;

// The number of bytes that have a value: in many lanes of counters of a byte each, emptied before they
// overflow, which the compiler turns into instructions on many bytes at once.
std::int64_t countOf(std::span<const Side> sides, Side wanted) {
  constexpr std::size_t lanes = 64, rows = 255;
  std::int64_t count = 0;
  while (sides.size() >= lanes) {
    std::array<std::uint8_t, lanes> counts{};
    const std::size_t whole = std::min(rows, sides.size() / lanes);
    for (std::size_t row = 0; row < whole; ++row)
      for (std::size_t lane = 0; lane < lanes; ++lane)
        counts[lane] = static_cast<std::uint8_t>(counts[lane] + (sides[row * lanes + lane] == wanted));
    count += std::accumulate(counts.begin(), counts.end(), 0);
    sides = sides.subspan(whole * lanes);
  }
  return count + std::count(sides.begin(), sides.end(), wanted);
}

SideCounts countsOf(std::span<const Side> sides) {
  const std::int64_t inside = countOf(sides, Side::Inside);
  const std::int64_t on = countOf(sides, Side::OnSurface);
  return {inside, on, static_cast<std::int64_t>(sides.size()) - inside - on};
}

// Each method with the number of its bodies, in the order of the bodies.
std::string methodsText(std::span<const MethodUse> uses) {
  if (uses.empty()) return {};
  const bool same =
      std::all_of(uses.begin(), uses.end(), [&](const MethodUse& use) { return use == uses[0]; });
  if (same) return uses[0].method + (uses[0].reason.empty() ? "" : ", " + uses[0].reason);
  std::vector<std::string> methods;
  for (const MethodUse& use : uses)
    if (std::find(methods.begin(), methods.end(), use.method) == methods.end()) methods.push_back(use.method);
  for (std::string& method : methods) {
    const auto bodies =
        std::count_if(uses.begin(), uses.end(), [&](const MethodUse& use) { return use.method == method; });
    method += " for " + groupedText(bodies, "body", "bodies");
  }
  return listText(methods);
}

}  // namespace

SideCounts& SideCounts::operator+=(const SideCounts& other) {
  inside += other.inside;
  on += other.on;
  outside += other.outside;
  return *this;
}

SideCounts countSides(std::span<const Side> sides) {
  if (sides.size() <= sidesPerChunk) return countsOf(sides);
  std::vector<SideCounts> parts((sides.size() - 1) / sidesPerChunk + 1);
  Context silent;
  parallelChunks(sides.size(), sidesPerChunk, silent, [&](std::size_t begin, std::size_t end) {
    parts[begin / sidesPerChunk] = countsOf(sides.subspan(begin, end - begin));
  });
  SideCounts counts;
  for (const SideCounts& part : parts) counts += part;
  return counts;
}

std::string enclosureAnswer(const SideCounts& counts, std::span<const MethodUse> uses) {
  if (counts.inside + counts.on + counts.outside == 0) return "No points to label";
  const std::string sides = groupedText(counts.inside) + " inside, " + groupedText(counts.on) +
                            " on the surface, " + groupedText(counts.outside) + " outside";
  return answerLine(std::array{sides, methodsText(uses)});
}

}  // namespace talus
