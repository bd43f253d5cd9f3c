#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "vtk_xml/packed_bytes.h"
#include "vtk_xml/xml_elements.h"

namespace talus::filters {

/// An attribute that is a count. @param missing what stands for a missing one. @throws Error it is none
std::int64_t countOf(const XmlElement& element, std::string_view attribute, std::string_view missing = {});

/// The elements of a VTK XML file and the numbers of its arrays: text, base64 or appended bytes, packed or
/// not, of either byte order. Every count is compared with the bytes that are there before memory is asked
/// for; VTK's own readers believe them, and one changed byte may end the program. Keeps a view of the file.
class XmlArrays {
 public:
  /// @throws Error text that is not XML, or not of VTK
  explicit XmlArrays(std::string_view file);

  /// The element that the type of the file names. @throws Error the type is another one, or the element
  /// missing
  const XmlElement& main(std::string_view type) const;

  /// @param rows how many tuples there must be. @throws Error other numbers than that
  std::vector<double> numbers(const XmlElement& array, std::int64_t rows, std::int64_t components) const;
  /// @param rows how many there must be. @throws Error other numbers than that, or such as are not whole
  std::vector<std::int64_t> wholeNumbers(const XmlElement& array, std::int64_t rows) const;

 private:
  void split(std::string_view file);
  std::string bytesOf(const XmlElement& array, std::uint64_t size) const;
  template <class To>
  std::vector<To> values(const XmlElement& array, std::int64_t rows, std::int64_t components) const;

  XmlElement root_;
  std::string_view appended_;
  bool raw_ = false;  // the appended data
  ArrayCoding coding_;
};

}  // namespace talus::filters
