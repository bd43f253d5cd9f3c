#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/types.h"
#include "contact/verdict/solid_relation.h"

namespace talus {

/// Whether a name fits a pattern in which * stands for any characters and ? for one.
bool fitsPattern(std::string_view name, std::string_view pattern);

/// What is said about pairs of parts, by name: pairs that are not checked, and how pairs shall lie.
class PairRules {
 public:
  /// @param ignore as "pin_* | plate; nut | bolt". @param expect as "pin | plate | touching". Line breaks
  /// divide pairs, too. @throws Error a pair without two names, a name that no part has, an unknown word.
  PairRules(std::span<const std::string> names, const std::string& ignore, const std::string& expect);

  bool ignores(Index a, Index b) const;
  /// The word that a pair has to fit, if any: the first rule that names it.
  std::optional<std::string> expectation(Index a, Index b) const;
  /// Whether a relation is as a word expects.
  static bool agrees(Relation relation, const std::string& word);
  /// The pairs of which something is expected, a < b, ascending, each once.
  std::vector<std::pair<Index, Index>> expectedPairs() const;

 private:
  struct Rule {
    std::vector<bool> first, second;  // of each part: whether it fits
    std::string word;

    bool names(Index a, Index b) const;
  };

  std::vector<Rule> ignored_, expected_;
  std::size_t parts_ = 0;
};

}  // namespace talus
