#include "contact_warnings.h"

#include <algorithm>
#include <set>

#include "ghost_cells.h"

namespace talus::filters {

namespace {

std::string shapeName(const BodyInput& bodies, std::size_t shape) {
  return bodies.fromScene ? "The shape '" + bodies.names[shape] + "'" : "The " + bodies.names[shape];
}

// Names of the first few open shapes among the pairs that a test selects.
template <class Test>
std::string openShapes(const BodyInput& bodies, const ContactScene& scene, const Test& test) {
  constexpr std::size_t maximum = 5;
  std::set<std::size_t> open;
  for (const PairContacts& pair : scene.state().pairs)
    if (test(pair.doubts))
      for (const Index body : {pair.bodies.first, pair.bodies.second})
        if (const Index shape = scene.bodies().shape[static_cast<std::size_t>(body)];
            scene.library().geometry(shape).isOpen())
          open.insert(static_cast<std::size_t>(shape));
  std::string text;
  std::size_t named = 0;
  for (const std::size_t shape : open) {
    if (named++ == maximum) return text + " and " + std::to_string(open.size() - maximum) + " more";
    text += (text.empty() ? "" : ", ") + bodies.names[shape];
  }
  return text;
}

bool isUndecided(const BodyContactSummary& doubts) {
  return doubts.undecided;
}

bool isEstimated(const BodyContactSummary& doubts) {
  return doubts.byWinding;
}

template <class Test>
std::int64_t countPairs(const ContactState& state, const Test& test) {
  return std::count_if(state.pairs.begin(), state.pairs.end(),
                       [&](const PairContacts& pair) { return test(pair.doubts); });
}

bool anyOpen(const ContactLibrary& library) {
  for (std::size_t i = 0; i < library.size(); ++i)
    if (library.geometry(static_cast<Index>(i)).isOpen()) return true;
  return false;
}

std::string pairs(std::int64_t count) {
  return count == 1 ? "1 pair of bodies" : std::to_string(count) + " pairs of bodies";
}

}  // namespace

std::int64_t undecidedPairs(const ContactState& state) {
  return countPairs(state, isUndecided);
}

std::int64_t estimatedPairs(const ContactState& state) {
  return countPairs(state, isEstimated);
}

std::vector<std::string> contactWarnings(const BodyInput& bodies, const ContactScene& scene) {
  const ContactLibrary& library = scene.library();
  const ContactState& state = scene.state();
  std::vector<std::string> warnings;
  for (const std::string& name : bodies.empty)
    warnings.push_back("The " + name + " has no triangles: it touches nothing");
  for (std::size_t i = 0; i < library.size(); ++i) {
    const SolidRepairs& repairs = library.geometry(static_cast<Index>(i)).repairs();
    if (const std::string text = repairs.warning(shapeName(bodies, i)); !text.empty())
      warnings.push_back(text);
  }
  const std::string remedy = ". Close it (Surface Check shows its openings)";
  if (const std::int64_t count = estimatedPairs(state); count > 0)
    warnings.push_back("The overlap of " + pairs(count) + " with an open surface (" +
                       openShapes(bodies, scene, isEstimated) +
                       ") is an estimate: it was taken as solid where its winding number exceeds 1/2" +
                       remedy);
  if (const std::int64_t count = undecidedPairs(state); count > 0)
    warnings.push_back("For " + pairs(count) + " with an open surface (" +
                       openShapes(bodies, scene, isUndecided) +
                       ") it is undecided whether one lies within the other, or how deep they cut each other "
                       "where the gap is 0" +
                       remedy);
  if (bodies.ghosts > 0 && (!bodies.empty.empty() || anyOpen(library)))
    warnings.push_back(ghostNote(bodies.ghosts));
  return warnings;
}

}  // namespace talus::filters
