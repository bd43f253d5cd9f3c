#include "geometry/files/ply_header.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/error.h"
#include "geometry/files/text_lines.h"

namespace talus {

namespace {

using Words = std::vector<std::string_view>;

constexpr std::array<std::pair<std::string_view, PlyType>, 16> types = {{{"char", PlyType::Int8},
                                                                         {"int8", PlyType::Int8},
                                                                         {"uchar", PlyType::UInt8},
                                                                         {"uint8", PlyType::UInt8},
                                                                         {"short", PlyType::Int16},
                                                                         {"int16", PlyType::Int16},
                                                                         {"ushort", PlyType::UInt16},
                                                                         {"uint16", PlyType::UInt16},
                                                                         {"int", PlyType::Int32},
                                                                         {"int32", PlyType::Int32},
                                                                         {"uint", PlyType::UInt32},
                                                                         {"uint32", PlyType::UInt32},
                                                                         {"float", PlyType::Float},
                                                                         {"float32", PlyType::Float},
                                                                         {"double", PlyType::Double},
                                                                         {"float64", PlyType::Double}}};

constexpr std::array<std::pair<std::string_view, PlyFormat>, 3> formats = {
    {{"ascii", PlyFormat::Ascii},
     {"binary_little_endian", PlyFormat::LittleEndian},
     {"binary_big_endian", PlyFormat::BigEndian}}};

template <class Table>
auto lookUp(const Table& table, std::string_view word) {
  const auto found = std::ranges::find(table, word, [](const auto& entry) { return entry.first; });
  return found == table.end() ? std::nullopt : std::optional(found->second);
}

std::string lineOf(const Words& words) {
  constexpr std::size_t maximumLetters = 40;
  std::string line;
  for (const std::string_view word : words)
    line.append(line.empty() ? "" : " ").append(word.substr(0, maximumLetters));
  return line.substr(0, maximumLetters);
}

bool readFormat(const Words& words, std::optional<PlyFormat>& format) {
  format = words.size() > 1 ? lookUp(formats, words[1]) : std::nullopt;
  return format.has_value();
}

bool readElement(const Words& words, std::vector<PlyElement>& elements) {
  const auto count = words.size() > 2 ? wholeNumberOf(words[2]) : std::nullopt;
  if (!count || *count < 0) return false;
  elements.push_back({std::string(words[1]), static_cast<std::uint64_t>(*count), {}});
  return true;
}

bool readProperty(const Words& words, std::vector<PlyElement>& elements) {
  const bool list = words.size() > 1 && words[1] == "list";
  if (elements.empty() || words.size() < (list ? 5U : 3U)) return false;
  const auto type = lookUp(types, words[list ? 3 : 1]);
  const auto countType = list ? lookUp(types, words[2]) : std::nullopt;
  if (!type || (list && (!countType || *countType >= PlyType::Float))) return false;
  elements.back().properties.push_back({std::string(words[list ? 4 : 2]), *type, countType});
  return true;
}

template <class Items>
void requireDistinct(const Items& items, const std::string& what, const FileText& file) {
  for (auto item = items.begin(); item != items.end(); ++item)
    if (std::any_of(items.begin(), item, [&](const auto& other) { return other.name == item->name; }))
      failPly(file, what + " '" + item->name.substr(0, 40) + "' stands twice in the header");
}

void requireSound(const PlyHeader& header, const FileText& file) {
  requireDistinct(header.elements, "element", file);
  for (const PlyElement& element : header.elements) {
    requireDistinct(element.properties, "property", file);
    if (element.count > 0 && element.properties.empty())
      failPly(file, "element '" + element.name.substr(0, 40) + "' has no properties");
  }
}

}  // namespace

const PlyProperty* PlyElement::find(std::string_view property) const {
  const auto found = std::ranges::find(properties, property, &PlyProperty::name);
  return found == properties.end() ? nullptr : &*found;
}

void failPly(const FileText& file, const std::string& what) {
  throw Error("PLY is broken: " + what, std::string(file.name), "Copy or export the file again");
}

PlyHeader readPlyHeader(const FileText& file) {
  TextLines lines(file.bytes);
  const bool isPly = file.bytes.starts_with("ply") && lines.next();
  PlyHeader header;
  std::optional<PlyFormat> format;
  while (isPly && lines.next()) {
    const Words& words = lines.words();
    if (words.empty() || words[0] == "comment" || words[0] == "obj_info") continue;
    if (words[0] == "end_header") {
      if (!format) failPly(file, "the header has no 'format' line");
      header.format = *format;
      header.bodyBegin = file.bytes.size() - lines.rest().size();
      requireSound(header, file);
      return header;
    }
    const bool sound = (words[0] == "format" && readFormat(words, format)) ||
                       (words[0] == "element" && readElement(words, header.elements)) ||
                       (words[0] == "property" && readProperty(words, header.elements));
    if (!sound) failPly(file, "header line '" + lineOf(words) + "'");
  }
  failPly(file, "it does not begin with 'ply' … 'end_header'");
}

}  // namespace talus
