#include "vtk_xml/xml_arrays.h"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "geometry/files/text_lines.h"

namespace talus::filters {

namespace {

constexpr std::int64_t largestCount = std::int64_t{1} << 40;

std::string inQuotes(std::string_view text) {
  return std::string("'").append(text.substr(0, 40)).append("'");
}

// ---- Attributes ----

bool isBigEndian(const XmlElement& root) {
  const std::string_view order = root.attribute("byte_order", "LittleEndian");
  if (order != "LittleEndian" && order != "BigEndian") failVtkXml("byte_order is " + inQuotes(order));
  return order == "BigEndian";
}

std::size_t headerSizeOf(const XmlElement& root) {
  const std::string_view type = root.attribute("header_type", "UInt32");
  if (type != "UInt32" && type != "UInt64") failVtkXml("header_type is " + inQuotes(type));
  return type == "UInt32" ? 4 : 8;
}

Compressor compressorOf(const XmlElement& root) {
  const std::string_view name = root.attribute("compressor");
  if (name.empty()) return Compressor::None;
  if (name == "vtkZLibDataCompressor") return Compressor::ZLib;
  if (name == "vtkLZ4DataCompressor") return Compressor::Lz4;
  if (name == "vtkLZMADataCompressor") return Compressor::Lzma;
  failVtkXml("the compressor " + inQuotes(name) + " is not known");
}

std::string withoutBlanks(std::string_view text) {
  std::string kept;
  std::ranges::copy_if(text, std::back_inserter(kept),
                       [](char letter) { return xmlBlanks.find(letter) == xmlBlanks.npos; });
  return kept;
}

// ---- Numbers ----

template <class Number>
struct Of {};

// Calls `use` with the type of an array's numbers.
template <class Use>
auto withType(std::string_view name, const Use& use) {
  if (name == "Float64") return use(Of<double>());
  if (name == "Float32") return use(Of<float>());
  if (name == "Int64") return use(Of<std::int64_t>());
  if (name == "UInt64") return use(Of<std::uint64_t>());
  if (name == "Int32") return use(Of<std::int32_t>());
  if (name == "UInt32") return use(Of<std::uint32_t>());
  if (name == "Int16") return use(Of<std::int16_t>());
  if (name == "UInt16") return use(Of<std::uint16_t>());
  if (name == "Int8") return use(Of<std::int8_t>());
  if (name == "UInt8") return use(Of<std::uint8_t>());
  failVtkXml("an array has the type " + inQuotes(name));
}

template <class To, class From>
To converted(From value) {
  if constexpr (std::is_integral_v<To> && std::is_floating_point_v<From>)
    failVtkXml("an array of cells does not contain whole numbers");
  else if constexpr (std::is_integral_v<To>)
    if (!std::in_range<To>(value)) failVtkXml("an array of cells contains numbers that are too large");
  return static_cast<To>(value);
}

template <class To, class From>
std::vector<To> fromBytes(std::string_view bytes, bool swapped) {
  std::vector<To> values;
  values.reserve(bytes.size() / sizeof(From));
  for (; !bytes.empty(); bytes.remove_prefix(sizeof(From))) {
    std::array<char, sizeof(From)> raw;
    std::copy_n(bytes.begin(), raw.size(), raw.begin());
    if (swapped) std::ranges::reverse(raw);
    values.push_back(converted<To>(std::bit_cast<From>(raw)));
  }
  return values;
}

template <class From>
std::optional<From> fromWord(std::string_view word) {
  if constexpr (std::is_floating_point_v<From>) {
    const auto number = numberOf(word);
    return number ? std::optional(static_cast<From>(*number)) : std::nullopt;
  } else {
    const auto number = wholeNumberOf(word);
    return number && std::in_range<From>(*number) ? std::optional(static_cast<From>(*number)) : std::nullopt;
  }
}

template <class To, class From>
std::vector<To> fromText(std::string_view text) {
  std::vector<To> values;
  TextLines lines(text);
  while (lines.next())
    for (const std::string_view word : lines.words()) {
      const auto number = fromWord<From>(word);
      if (!number) failVtkXml("an array contains " + inQuotes(word) + ", not a number of its type");
      values.push_back(converted<To>(*number));
    }
  return values;
}

}  // namespace

std::int64_t countOf(const XmlElement& element, std::string_view attribute, std::string_view missing) {
  const std::string_view text = element.attribute(attribute, missing);
  const auto count = wholeNumberOf(text);
  if (!count || *count < 0 || *count > largestCount)
    failVtkXml(std::string(attribute) + " of " + inQuotes(element.name) + " is " + inQuotes(text) +
               ", not a count");
  return *count;
}

XmlArrays::XmlArrays(std::string_view file) {
  split(file);
  if (root_.name != "VTKFile") failVtkXml("the first element is " + inQuotes(root_.name) + ", not 'VTKFile'");
  coding_ = {compressorOf(root_), headerSizeOf(root_),
             isBigEndian(root_) != (std::endian::native == std::endian::big)};
}

// Appended data follow an underscore. Raw data are not XML.
void XmlArrays::split(std::string_view file) {
  const std::size_t begin = file.find("<AppendedData");
  if (begin == file.npos) {
    root_ = parseXml(file);
    return;
  }
  const std::size_t close = std::min(file.find('>', begin), file.size() - 1);
  const std::size_t mark = std::min(file.find_first_not_of(xmlBlanks, close + 1), file.size() - 1);
  const std::size_t end = file.rfind("</AppendedData>");
  if (file[mark] != '_' || end == file.npos || end <= mark) failVtkXml("it ends within the appended data");
  appended_ = file.substr(mark + 1, end - mark - 1);
  root_ = parseXml(std::string(file.substr(0, close)) + "/></VTKFile>");
  const XmlElement* told = root_.child("AppendedData");
  const std::string_view encoding = told ? told->attribute("encoding") : "";
  if (encoding != "raw" && encoding != "base64")
    failVtkXml("the encoding of appended data is " + inQuotes(encoding));
  raw_ = encoding == "raw";
}

const XmlElement& XmlArrays::main(std::string_view type) const {
  const std::string_view told = root_.attribute("type");
  if (told != type) failVtkXml("it contains " + inQuotes(told) + ", not '" + std::string(type) + "'");
  const XmlElement* element = root_.child(type);
  if (!element) failVtkXml("it has no element '" + std::string(type) + "'");
  return *element;
}

std::string XmlArrays::bytesOf(const XmlElement& array, std::uint64_t size) const {
  const std::string_view format = array.attribute("format");
  if (format == "binary") {
    const std::string letters = withoutBlanks(array.text);
    return arrayBytes(EncodedBytes::base64(letters), coding_, size);
  }
  if (format != "appended") failVtkXml("the format " + inQuotes(format) + " is not known");
  const auto offset = static_cast<std::uint64_t>(countOf(array, "offset"));
  const std::string_view own = appended_.substr(std::min<std::uint64_t>(offset, appended_.size()));
  return arrayBytes(raw_ ? EncodedBytes::raw(own) : EncodedBytes::base64(own), coding_, size);
}

template <class To>
std::vector<To> XmlArrays::values(const XmlElement& array, std::int64_t rows, std::int64_t components) const {
  if (countOf(array, "NumberOfComponents", "1") != components)
    failVtkXml("an array has " + std::string(array.attribute("NumberOfComponents", "1")) +
               " components, not " + std::to_string(components));
  const auto count = static_cast<std::uint64_t>(rows * components);
  if (count == 0) return {};
  std::vector<To> values = withType(array.attribute("type"), [&]<class From>(Of<From>) {
    if (array.attribute("format", "ascii") == "ascii") return fromText<To, From>(array.text);
    return fromBytes<To, From>(bytesOf(array, count * sizeof(From)), coding_.swapped);
  });
  if (values.size() != count)
    failVtkXml("an array has " + std::to_string(values.size()) + " numbers, not " + std::to_string(count));
  return values;
}

std::vector<double> XmlArrays::numbers(const XmlElement& array, std::int64_t rows,
                                       std::int64_t components) const {
  return values<double>(array, rows, components);
}

std::vector<std::int64_t> XmlArrays::wholeNumbers(const XmlElement& array, std::int64_t rows) const {
  return values<std::int64_t>(array, rows, 1);
}

}  // namespace talus::filters
