#include "number_list.h"

#include <charconv>

#include "base/error.h"

namespace talus::filters {

std::vector<double> numberList(const std::string& text, const std::string& name) {
  constexpr const char* separators = " ,;\t\n\r";
  std::vector<double> numbers;
  std::size_t begin = text.find_first_not_of(separators);
  while (begin != std::string::npos) {
    const std::size_t end = std::min(text.find_first_of(separators, begin), text.size());
    double number = 0;
    const auto [stop, error] = std::from_chars(text.data() + begin, text.data() + end, number);
    if (error != std::errc() || stop != text.data() + end)
      throw Error("'" + text.substr(begin, end - begin) + "' is no number", name,
                  "Give numbers with spaces or commas between them");
    numbers.push_back(number);
    begin = text.find_first_not_of(separators, end);
  }
  return numbers;
}

}  // namespace talus::filters
