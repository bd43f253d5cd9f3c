#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "geometry/files/polygon_mesh.h"

namespace talus {

enum class PlyType : std::uint8_t { Int8, UInt8, Int16, UInt16, Int32, UInt32, Float, Double };

enum class PlyFormat : std::uint8_t { Ascii, LittleEndian, BigEndian };

struct PlyProperty {
  std::string name;
  PlyType type = PlyType::Float;
  std::optional<PlyType> countType;  ///< type of a list's count
};

struct PlyElement {
  std::string name;
  std::uint64_t count = 0;
  std::vector<PlyProperty> properties;

  /// The property with a name, or null.
  const PlyProperty* find(std::string_view property) const;
};

struct PlyHeader {
  PlyFormat format = PlyFormat::Ascii;
  std::vector<PlyElement> elements;
  std::size_t bodyBegin = 0;  ///< position in the file, in bytes
};

/// Reads the header of a PLY file. @throws Error if the file is not PLY, or for an unknown type, a repeated
/// name, or an element without properties.
PlyHeader readPlyHeader(const FileText& file);

/// @throws Error "PLY is broken: ...".
[[noreturn]] void failPly(const FileText& file, const std::string& what);

}  // namespace talus
