#include "assembly/pair_rules.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "contact/scene/relation_summary.h"

namespace talus {

namespace {

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t\r") - first + 1));
}

// The parts of a text between any of some characters, trimmed; the last one may be empty.
std::vector<std::string> divided(std::string_view text, std::string_view dividers) {
  std::vector<std::string> parts;
  while (true) {
    const auto end = text.find_first_of(dividers);
    parts.push_back(trimmed(text.substr(0, end)));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string listOf(std::span<const std::string> names) {
  constexpr std::size_t maximumShown = 8;
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), maximumShown); ++i)
    text.append(i == 0 ? "" : ", ").append(names[i]);
  return names.size() > maximumShown ? text.append(", …") : text;
}

const std::vector<std::string>& expectationWords() {
  static const std::vector<std::string> words{"touching",  "interfering", "contained",
                                              "duplicate", "apart",       "any"};
  return words;
}

std::vector<bool> partsThatFit(std::span<const std::string> names, const std::string& pattern,
                               const char* option) {
  std::vector<bool> fits;
  for (const std::string& name : names) fits.push_back(fitsPattern(name, pattern));
  if (std::find(fits.begin(), fits.end(), true) == fits.end())
    throw Error(std::string(option) + " names a part that does not exist: '" + pattern + "'", "",
                "The parts are " + listOf(names));
  return fits;
}

}  // namespace

// Greedy: after a star the rest is tried at the next place only if it fails.
bool fitsPattern(std::string_view name, std::string_view pattern) {
  std::size_t n = 0, p = 0, star = std::string_view::npos, resume = 0;
  while (n < name.size()) {
    if (p < pattern.size() && (pattern[p] == '?' || (pattern[p] == name[n] && pattern[p] != '*'))) {
      ++n, ++p;
    } else if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++resume;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

PairRules::PairRules(std::span<const std::string> names, const std::string& ignore, const std::string& expect)
    : parts_(names.size()) {
  const auto read = [&](const std::string& text, const char* option, std::size_t fields, const char* form) {
    std::vector<Rule> rules;
    for (const std::string& entry : divided(text, ";\n")) {
      if (entry.empty()) continue;
      const std::vector<std::string> words = divided(entry, "|");
      if (words.size() != fields || std::find(words.begin(), words.end(), "") != words.end())
        throw Error(
            std::string(option) + " has an entry that is not of the form '" + form + "': '" + entry + "'", "",
            "Divide names by |, and pairs by ;");
      rules.push_back({partsThatFit(names, words[0], option), partsThatFit(names, words[1], option),
                       fields > 2 ? words[2] : ""});
    }
    return rules;
  };
  ignored_ = read(ignore, "Ignore", 2, "part | part");
  expected_ = read(expect, "Expect", 3, "part | part | touching");
  const std::vector<std::string>& words = expectationWords();
  for (const Rule& rule : expected_)
    if (std::find(words.begin(), words.end(), rule.word) == words.end())
      throw Error("Expect has an unknown word: '" + rule.word + "'", "", "Choose from: " + listOf(words));
}

bool PairRules::Rule::names(Index a, Index b) const {
  const auto i = static_cast<std::size_t>(a), j = static_cast<std::size_t>(b);
  return (first[i] && second[j]) || (first[j] && second[i]);
}

bool PairRules::ignores(Index a, Index b) const {
  return std::any_of(ignored_.begin(), ignored_.end(), [&](const Rule& rule) { return rule.names(a, b); });
}

std::optional<std::string> PairRules::expectation(Index a, Index b) const {
  for (const Rule& rule : expected_)
    if (rule.names(a, b)) return rule.word;
  return std::nullopt;
}

bool PairRules::agrees(Relation relation, const std::string& word) {
  if (word == "any") return true;
  if (word == "interfering") return isOverlap(relation);
  return relationNames()[static_cast<std::size_t>(relation)] == word;
}

std::vector<std::pair<Index, Index>> PairRules::expectedPairs() const {
  std::vector<std::pair<Index, Index>> pairs;
  for (const Rule& rule : expected_)
    for (std::size_t i = 0; i < parts_; ++i) {
      if (!rule.first[i]) continue;
      for (std::size_t j = 0; j < parts_; ++j)
        if (rule.second[j] && i != j)
          pairs.emplace_back(static_cast<Index>(std::min(i, j)), static_cast<Index>(std::max(i, j)));
    }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

}  // namespace talus
