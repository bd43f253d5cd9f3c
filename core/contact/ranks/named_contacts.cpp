#include "contact/ranks/named_contacts.h"

#include <algorithm>

#include "base/bytes.h"

namespace talus {

namespace {

// Appends a pair with its contacts, under other rows of its bodies.
void append(ContactState& to, const ContactState& from, PairContacts pair, const BodyPair& bodies) {
  const auto some = [first = pair.first, count = pair.count](auto& all, const auto& of) {
    const auto begin = of.begin() + static_cast<std::ptrdiff_t>(first);
    all.insert(all.end(), begin, begin + static_cast<std::ptrdiff_t>(count));
  };
  pair.first = to.contacts.size();
  pair.bodies = bodies;
  some(to.contacts, from.contacts);
  some(to.places, from.places);
  some(to.ids, from.ids);
  to.pairs.push_back(pair);
}

// A pair in a message; its contacts follow those of the pair before.
struct PairLine {
  BodyPair bodies;
  std::int32_t kindA = 0, indexA = 0, kindB = 0, indexB = 0;  // of the features
  std::int32_t count = 0;
};

// What identifies a contact.
struct ContactLine {
  std::int32_t kind = 0, featureA = 0, featureB = 0;
};

PairLine lineOf(const PairContacts& pair) {
  const auto& [a, b] = pair.features;
  return {pair.bodies, static_cast<std::int32_t>(a.kind),    a.index, static_cast<std::int32_t>(b.kind),
          b.index,     static_cast<std::int32_t>(pair.count)};
}

PairContacts pairOf(const PairLine& line, std::size_t first) {
  PairContacts pair;
  pair.bodies = line.bodies;
  pair.first = first;
  pair.count = static_cast<std::size_t>(line.count);
  pair.features = {{static_cast<FeatureKind>(line.kindA), line.indexA},
                   {static_cast<FeatureKind>(line.kindB), line.indexB}};
  return pair;
}

}  // namespace

NamedContacts selectContacts(const NamedContacts& from, const std::function<bool(const BodyPair&)>& keep) {
  std::vector<const PairContacts*> kept;
  std::vector<Index> rows(from.ids.size(), -1);
  for (const PairContacts& pair : from.state.pairs) {
    if (!keep(pair.bodies)) continue;
    kept.push_back(&pair);
    for (const Index body : {pair.bodies.first, pair.bodies.second}) rows[static_cast<std::size_t>(body)] = 0;
  }
  NamedContacts selected;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] < 0) continue;
    rows[i] = static_cast<Index>(selected.ids.size());
    selected.ids.push_back(from.ids[i]);
    selected.state.shapes.push_back(from.state.shapes[i]);
  }
  for (const PairContacts* pair : kept)
    append(selected.state, from.state, *pair,
           {rows[static_cast<std::size_t>(pair->bodies.first)],
            rows[static_cast<std::size_t>(pair->bodies.second)]});
  return selected;
}

ContactState contactsOfRows(std::span<const NamedContacts> from, const KnownBodies& known) {
  struct Entry {
    BodyPair bodies;
    const ContactState* state;
    const PairContacts* pair;
  };
  std::vector<Entry> entries;
  for (const NamedContacts& named : from) {
    std::vector<Index> rows;
    for (std::size_t i = 0; i < named.ids.size(); ++i) {
      const Index row = known.rowOf(named.ids[i]);
      const bool same =
          row >= 0 && known.bodies.shape[static_cast<std::size_t>(row)] == named.state.shapes[i];
      rows.push_back(same ? row : -1);
    }
    for (const PairContacts& pair : named.state.pairs) {
      const BodyPair bodies{rows[static_cast<std::size_t>(pair.bodies.first)],
                            rows[static_cast<std::size_t>(pair.bodies.second)]};
      if (bodies.first >= 0 && bodies.second >= 0) entries.push_back({bodies, &named.state, &pair});
    }
  }
  std::sort(entries.begin(), entries.end(),
            [](const Entry& x, const Entry& y) { return x.bodies < y.bodies; });
  ContactState joined;
  for (const Entry& entry : entries) append(joined, *entry.state, *entry.pair, entry.bodies);
  joined.previous.assign(joined.contacts.size(), -1);
  joined.shapes = known.bodies.shape;
  return joined;
}

Message messageOf(const NamedContacts& contacts) {
  std::vector<PairLine> pairs;
  std::vector<ContactLine> lines;
  for (const PairContacts& pair : contacts.state.pairs) pairs.push_back(lineOf(pair));
  for (const Contact& contact : contacts.state.contacts)
    lines.push_back({static_cast<std::int32_t>(contact.kind), contact.featureA, contact.featureB});
  ByteWriter bytes;
  bytes.all(contacts.ids, contacts.state.shapes, pairs, lines, contacts.state.places, contacts.state.ids);
  return bytes.take();
}

NamedContacts contactsIn(const Message& message) {
  ByteReader bytes(message);
  NamedContacts contacts;
  std::vector<PairLine> pairs;
  std::vector<ContactLine> lines;
  bytes.all(contacts.ids, contacts.state.shapes, pairs, lines, contacts.state.places, contacts.state.ids);
  for (const PairLine& line : pairs) {
    const PairContacts* last = contacts.state.pairs.empty() ? nullptr : &contacts.state.pairs.back();
    contacts.state.pairs.push_back(pairOf(line, last != nullptr ? last->first + last->count : 0));
  }
  for (const ContactLine& line : lines) {
    Contact& contact = contacts.state.contacts.emplace_back();
    contact.kind = static_cast<ContactKind>(line.kind);
    contact.featureA = line.featureA;
    contact.featureB = line.featureB;
  }
  return contacts;
}

}  // namespace talus
