#include "geometry/files/text_lines.h"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace talus {

namespace {

constexpr std::string_view blanks = " \t\v\f";

std::string_view withoutPlus(std::string_view word) {
  if (word.size() > 1 && word[0] == '+' && word[1] != '-' && word[1] != '+') word.remove_prefix(1);
  return word;
}

template <class Number>
std::from_chars_result parse(std::string_view word, Number& number) {
  return std::from_chars(word.data(), word.data() + word.size(), number);
}

}  // namespace

bool TextLines::next() {
  words_.clear();
  return join();
}

bool TextLines::join() {
  if (rest_.empty()) return false;
  ++number_;
  const std::size_t end = std::min(rest_.find_first_of("\r\n"), rest_.size());
  std::string_view line = rest_.substr(0, end);
  rest_.remove_prefix(end);
  rest_.remove_prefix(rest_.starts_with("\r\n") ? 2 : std::min<std::size_t>(rest_.size(), 1));
  while (true) {
    line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
    if (line.empty()) return true;
    const std::size_t length = std::min(line.find_first_of(blanks), line.size());
    words_.push_back(line.substr(0, length));
    line.remove_prefix(length);
  }
}

void TextLines::dropComment() {
  const auto word = std::ranges::find_if(words_, [](std::string_view w) { return w.find('#') != w.npos; });
  if (word == words_.end()) return;
  *word = word->substr(0, word->find('#'));
  words_.erase(word->empty() ? word : word + 1, words_.end());
}

std::optional<double> numberOf(std::string_view word) {
  word = withoutPlus(word);
  if (word.find('(') != word.npos) return std::nullopt;  // C++ would accept nan(...)
  double number = 0;
  auto result = parse(word, number);
  if (result.ec == std::errc::result_out_of_range) {  // the double is 0 or infinite
    long double wide = 0;
    result = parse(word, wide);
    number = static_cast<double>(wide);
  }
  const bool whole = result.ec == std::errc() && result.ptr == word.data() + word.size();
  return whole ? std::optional(number) : std::nullopt;
}

std::optional<std::int64_t> wholeNumberOf(std::string_view word) {
  word = withoutPlus(word);
  std::int64_t number = 0;
  const auto result = parse(word, number);
  const bool whole = result.ec == std::errc() && result.ptr == word.data() + word.size();
  return whole ? std::optional(number) : std::nullopt;
}

std::string commaHint(std::span<const std::string_view> words) {
  for (const std::string_view word : words) {
    std::string pointed(word);
    const std::size_t comma = pointed.find(',');
    if (comma == pointed.npos) continue;
    pointed[comma] = '.';
    if (numberOf(pointed)) return "; it has decimal commas, not points";
  }
  return {};
}

bool isWord(std::string_view word, std::string_view small) {
  return std::equal(word.begin(), word.end(), small.begin(), small.end(),
                    [&](char a, char b) { return lowered(a) == b; });
}

}  // namespace talus
