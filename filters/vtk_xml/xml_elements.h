#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace talus::filters {

/// An element of an XML text and its content.
struct XmlElement {
  std::string name;
  std::map<std::string, std::string, std::less<>> attributes;
  std::string text;  ///< without the text of the children
  std::vector<XmlElement> children;

  /// The first child with this name, or null.
  const XmlElement* child(std::string_view name) const;
  /// An attribute, or `missing` if there is none.
  std::string_view attribute(std::string_view name, std::string_view missing = {}) const;
};

/// The root element of a text. O(text).
/// @throws Error for text that is not XML, declares a document type, or nests deeper than any VTK file.
XmlElement parseXml(std::string_view text);

}  // namespace talus::filters
