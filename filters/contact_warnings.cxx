#include "contact_warnings.h"

#include <map>
#include <set>

#include "base/bytes.h"
#include "distributed/packed.h"
#include "distributed/reduction.h"
#include "ghost_cells.h"

namespace talus::filters {

namespace {

std::string shapeName(const BodyInput& bodies, std::size_t shape) {
  return bodies.fromScene ? "The shape '" + bodies.names[shape] + "'" : "The " + bodies.names[shape];
}

// Names of the first few.
std::string shapeNames(const BodyInput& bodies, const std::vector<Index>& shapes) {
  constexpr std::size_t maximumNamed = 5;
  std::string text;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (i == maximumNamed) return text + " and " + std::to_string(shapes.size() - maximumNamed) + " more";
    text += (i == 0 ? "" : ", ") + bodies.names[static_cast<std::size_t>(shapes[i])];
  }
  return text;
}

template <class Test>
DoubtfulPairs pairsOf(const RankContacts& contacts, Communicator& ranks, const Test& test) {
  DoubtfulPairs found;
  std::set<Index> open;
  for (const PairContacts& pair : contacts.state().pairs) {
    if (!test(pair.doubts)) continue;
    ++found.pairs;
    for (const Index body : {pair.bodies.first, pair.bodies.second})
      if (const Index shape = contacts.bodies().bodies.shape[static_cast<std::size_t>(body)];
          contacts.library().geometry(shape).isOpen())
        open.insert(shape);
  }
  for (const auto& shapes : gatherValues(std::vector<Index>(open.begin(), open.end()), ranks))
    open.insert(shapes.begin(), shapes.end());
  found.shapes.assign(open.begin(), open.end());
  Reduction all;
  all.sum(found.pairs);
  all.over(ranks);
  return found;
}

// Of each shape, from the ranks that have prepared it: its repairs, if any.
std::map<Index, std::string> repairWarnings(const BodyInput& bodies, const ContactLibrary& library,
                                            Communicator& ranks) {
  ByteWriter bytes;
  for (Index i = 0; i < static_cast<Index>(library.size()); ++i) {
    if (!library.isPrepared(i)) continue;
    const std::string text =
        library.geometry(i).repairs().warning(shapeName(bodies, static_cast<std::size_t>(i)));
    if (text.empty()) continue;
    bytes.all(i, text);
  }
  std::map<Index, std::string> all;
  for (const Message& message : ranks.gather(bytes.take()))
    for (ByteReader reader(message); !reader.atEnd();) {
      Index shape = 0;
      std::string text;
      reader.all(shape, text);
      all.emplace(shape, text);
    }
  return all;
}

bool anyOpen(const ContactLibrary& library, Communicator& ranks) {
  std::int64_t open = 0;
  for (Index i = 0; i < static_cast<Index>(library.size()); ++i)
    open += library.isPrepared(i) && library.geometry(i).isOpen() ? 1 : 0;
  Reduction all;
  all.sum(open);
  all.over(ranks);
  return open > 0;
}

std::string pairs(std::int64_t count) {
  return count == 1 ? "1 pair of bodies" : std::to_string(count) + " pairs of bodies";
}

}  // namespace

ContactDoubts doubtsOf(const RankContacts& contacts, Communicator& ranks) {
  return {pairsOf(contacts, ranks, [](const BodyContactSummary& doubts) { return doubts.undecided; }),
          pairsOf(contacts, ranks, [](const BodyContactSummary& doubts) { return doubts.byWinding; })};
}

std::vector<std::string> contactWarnings(const BodyInput& bodies, const RankContacts& contacts,
                                         const ContactDoubts& doubts, Communicator& ranks) {
  const ContactLibrary& library = contacts.library();
  std::vector<std::string> warnings;
  for (const std::string& name : bodies.empty)
    warnings.push_back("The " + name + " has no triangles: it touches nothing");
  for (const auto& [shape, text] : repairWarnings(bodies, library, ranks))
    if (library.size() > 0) warnings.push_back(text);
  const std::string remedy = ". Close it (Surface Check shows its openings)";
  if (const auto& [count, open] = doubts.estimated; count > 0 && library.size() > 0)
    warnings.push_back(
        "The overlap of " + pairs(count) + " with an open surface (" + shapeNames(bodies, open) +
        ") is an estimate: it was taken as solid where its winding number exceeds 1/2" + remedy);
  if (const auto& [count, open] = doubts.undecided; count > 0 && library.size() > 0)
    warnings.push_back("For " + pairs(count) + " with an open surface (" + shapeNames(bodies, open) +
                       ") it is undecided whether one lies within the other, or how deep they cut each other "
                       "where the gap is 0" +
                       remedy);
  const bool open = anyOpen(library, ranks);
  if (bodies.ghosts > 0 && (!bodies.empty.empty() || open)) warnings.push_back(ghostNote(bodies.ghosts));
  return warnings;
}

}  // namespace talus::filters
