#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "vtk_xml/packed_bytes.h"
#include "vtk_xml/xml_elements.h"

namespace talus::filters {

/// An attribute that is a count. @param missing the value of a missing attribute. @throws Error if it is not
/// a count.
std::int64_t countOf(const XmlElement& element, std::string_view attribute, std::string_view missing = {});

/// The elements of a VTK XML file and the numbers of its arrays: text, base64 or appended bytes, compressed
/// or not, in either byte order. Every count is compared with the bytes present before memory is allocated.
/// VTK's own readers do not check counts: one changed byte may end the program. Keeps a view of the file.
class XmlArrays {
 public:
  /// @throws Error for text that is not XML, or not a VTK file.
  explicit XmlArrays(std::string_view file);

  /// The element of the file's type. @throws Error if the file has another type, or the element is missing.
  const XmlElement& main(std::string_view type) const;

  /// @param rows the expected number of tuples. @throws Error for any other number.
  std::vector<double> numbers(const XmlElement& array, std::int64_t rows, std::int64_t components) const;
  /// @param rows the expected number of values. @throws Error for any other number, or for values that are
  /// not integers.
  std::vector<std::int64_t> wholeNumbers(const XmlElement& array, std::int64_t rows) const;

 private:
  void split(std::string_view file);
  std::string bytesOf(const XmlElement& array, std::uint64_t size) const;
  template <class To>
  std::vector<To> values(const XmlElement& array, std::int64_t rows, std::int64_t components) const;

  XmlElement root_;
  std::string_view appended_;
  bool raw_ = false;  // whether the appended data are raw
  ArrayCoding coding_;
};

}  // namespace talus::filters
