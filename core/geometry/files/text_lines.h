#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace talus {

/// The words of a text, line by line. Lines end by a newline, a carriage return, or both. Keeps a view of the
/// text. O(size of the text) in total.
class TextLines {
 public:
  explicit TextLines(std::string_view text) : rest_(text) {}

  /// Goes to the next line. @return false if there is none.
  bool next();
  /// Appends the words of the next line to the current words. @return false if there is no next line.
  bool join();
  const std::vector<std::string_view>& words() const { return words_; }
  /// Removes the last letter of the last word, and the word if it is then empty.
  void dropLastLetter() {
    words_.back().remove_suffix(1);
    if (words_.back().empty()) words_.pop_back();
  }
  /// Removes the first # in the words, and what follows it.
  void dropComment();
  /// The number of the last line read, from 1.
  std::size_t number() const { return number_; }
  /// The text after the lines that were read.
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
  std::vector<std::string_view> words_;
  std::size_t number_ = 0;
};

/// A word as a number, correctly rounded; inf and nan are numbers. No value for any other word.
std::optional<double> numberOf(std::string_view word);

/// A word as a 64-bit integer.
std::optional<std::int64_t> wholeNumberOf(std::string_view word);

/// What to add to an error about words that are no numbers; empty unless one has a decimal comma.
std::string commaHint(std::span<const std::string_view> words);

/// An ASCII letter in lower case; any other byte unchanged.
constexpr char lowered(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Whether a word equals `small` regardless of case; `small` is in lower case.
bool isWord(std::string_view word, std::string_view small);

}  // namespace talus
