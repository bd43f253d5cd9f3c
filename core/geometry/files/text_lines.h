#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace talus {

/// The words of a text, line by line. Lines end by a newline, a carriage return, or both. Keeps a view of the
/// text. O(text) in all.
class TextLines {
 public:
  explicit TextLines(std::string_view text) : rest_(text) {}

  /// Goes to the next line. false: there is none.
  bool next();
  /// Appends the words of the next line to those of this one. false: there is none.
  bool join();
  const std::vector<std::string_view>& words() const { return words_; }
  /// Takes the last letter of the last word away, and the word if it has no other.
  void dropLastLetter() {
    words_.back().remove_suffix(1);
    if (words_.back().empty()) words_.pop_back();
  }
  /// The number of the line that was read last, from 1.
  std::size_t number() const { return number_; }
  /// What comes behind the lines that were read.
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
  std::vector<std::string_view> words_;
  std::size_t number_ = 0;
};

/// A word as a number, correctly rounded; inf and nan are numbers. None: it is anything else.
std::optional<double> numberOf(std::string_view word);

/// A word as a whole number of 64 bits.
std::optional<std::int64_t> wholeNumberOf(std::string_view word);

/// A letter of ASCII as a small one; any other byte as it is.
constexpr char lowered(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Whether a word is this one, which is in small letters.
bool isWord(std::string_view word, std::string_view small);

}  // namespace talus
