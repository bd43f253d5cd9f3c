#include "geometry/files/ply_reader.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string>
#include <utility>

#include "base/number_text.h"
#include "geometry/files/plain_text.h"
#include "geometry/files/text_lines.h"

namespace talus {

namespace {

[[noreturn]] void failShort(const FileText& file, const PlyElement& element) {
  failPly(file, "the file ends before the " + std::to_string(element.count) + " entries of element '" +
                    element.name.substr(0, 40) + "' that it promises");
}

// ---- Sources of values ----

// A row is a line that is not blank.
class TextRows {
 public:
  TextRows(const FileText& file, std::size_t begin) : file_(file), lines_(file.bytes.substr(begin)) {}

  void begin(const PlyElement& element) {
    element_ = &element;
    place_ = 0;
    do
      if (!lines_.next()) failShort(file_, element);
    while (lines_.words().empty());
  }
  double value(PlyType) {
    if (place_ >= lines_.words().size()) failShort(file_, *element_);
    const auto number = numberOf(lines_.words()[place_++]);
    if (!number) failNumbers();
    return *number;
  }
  std::int64_t size(PlyType) {
    const auto number =
        place_ < lines_.words().size() ? wholeNumberOf(lines_.words()[place_++]) : std::nullopt;
    if (!number) failNumbers();
    return *number;
  }
  void end() const {
    const bool lists =
        std::ranges::any_of(element_->properties, [](const auto& p) { return p.countType.has_value(); });
    if (!lists && place_ < lines_.words().size()) failNumbers();
  }

 private:
  [[noreturn]] void failNumbers() const {
    failPly(file_, "a row of element '" + element_->name.substr(0, 40) + "' is not its numbers" +
                       commaHint(lines_.words()));
  }

  const FileText& file_;
  TextLines lines_;
  const PlyElement* element_ = nullptr;
  std::size_t place_ = 0;  // position of the next word
};

class BinaryRows {
 public:
  BinaryRows(const FileText& file, std::size_t begin, bool swapped)
      : file_(file), rest_(file.bytes.substr(begin)), swapped_(swapped) {}

  void begin(const PlyElement& element) { element_ = &element; }
  double value(PlyType type) {
    switch (type) {
      case PlyType::Int8:
        return take<std::int8_t>();
      case PlyType::UInt8:
        return take<std::uint8_t>();
      case PlyType::Int16:
        return take<std::int16_t>();
      case PlyType::UInt16:
        return take<std::uint16_t>();
      case PlyType::Int32:
        return take<std::int32_t>();
      case PlyType::UInt32:
        return take<std::uint32_t>();
      case PlyType::Float:
        return static_cast<double>(take<float>());
      case PlyType::Double:
        break;
    }
    return take<double>();
  }
  std::int64_t size(PlyType type) { return static_cast<std::int64_t>(value(type)); }
  void end() const {}

 private:
  template <class Value>
  Value take() {
    std::array<char, sizeof(Value)> bytes;
    if (rest_.size() < bytes.size()) failShort(file_, *element_);
    std::copy_n(rest_.begin(), bytes.size(), bytes.begin());
    rest_.remove_prefix(bytes.size());
    if (swapped_) std::ranges::reverse(bytes);
    return std::bit_cast<Value>(bytes);
  }

  const FileText& file_;
  std::string_view rest_;
  const PlyElement* element_ = nullptr;
  bool swapped_;
};

// ---- Use of the values ----

// Lists of corners: faces, or triangle strips.
struct Faces {
  std::vector<double> corners;
  std::vector<std::int64_t> sizes;
};

constexpr double endOfStrip = -1;

// The property of a face or a strip that lists its corners, or null.
const PlyProperty* cornersOf(const PlyElement& face) {
  const PlyProperty* usual = face.find("vertex_indices");
  return usual ? usual : face.find("vertex_index");
}

const PlyElement* elementOf(const PlyHeader& header, std::string_view name) {
  const auto found = std::ranges::find(header.elements, name, &PlyElement::name);
  return found == header.elements.end() ? nullptr : &*found;
}

bool isSinglePrecision(const PlyHeader& header) {
  const PlyElement& vertex = *elementOf(header, "vertex");
  return header.format != PlyFormat::Ascii &&
         std::ranges::all_of(std::array{"x", "y", "z"},
                             [&](const char* axis) { return vertex.find(axis)->type == PlyType::Float; });
}

void requirePoints(const PlyHeader& header, const FileText& file) {
  const PlyElement* vertex = elementOf(header, "vertex");
  for (const std::string_view axis : {"x", "y", "z"}) {
    const PlyProperty* coordinate = vertex ? vertex->find(axis) : nullptr;
    if (!coordinate) failPly(file, "it has no element 'vertex' with x, y and z");
    if (coordinate->countType) failPly(file, "x, y or z of the element 'vertex' is a list");
  }
}

void requireSurface(const PlyHeader& header, const FileText& file) {
  requirePoints(header, file);
  bool found = false;
  for (const std::string_view name : {"face", "tristrips"}) {
    const PlyElement* face = elementOf(header, name);
    const PlyProperty* corners = face ? cornersOf(*face) : nullptr;
    if (corners && !corners->countType) failPly(file, "the corners of a face are no list");
    found = found || corners;
  }
  if (!found)
    failPly(file, "it has no element 'face' with vertex_indices: it is a point cloud, not a surface");
}

// Reads the values of a property. @param take called with each value
template <class Rows, class Take>
std::int64_t readValues(Rows& rows, const PlyProperty& property, const PlyElement& element,
                        const FileText& file, const Take& take) {
  const std::int64_t size = property.countType ? rows.size(*property.countType) : 1;
  if (size < 0)
    failPly(file, "a list of element '" + element.name.substr(0, 40) + "' has " + std::to_string(size) +
                      " entries");
  for (std::int64_t i = 0; i < size; ++i) take(rows.value(property.type));
  return size;
}

// The axis of a coordinate; 3 or more for another property.
std::size_t axisOf(const PlyProperty& property) {
  return property.name.size() == 1 ? std::string_view("xyz").find(property.name) : 3;
}

// @param other called with each value that is no coordinate, and the number of its property
template <class Rows, class Other>
void readVertices(Rows& rows, const PlyElement& element, const FileText& file, std::vector<Vec3>& points,
                  const Other& other) {
  for (std::uint64_t row = 0; row < element.count; ++row) {
    Vec3 point = Vec3::Zero();
    rows.begin(element);
    for (std::size_t i = 0; i < element.properties.size(); ++i) {
      const std::size_t axis = axisOf(element.properties[i]);
      readValues(rows, element.properties[i], element, file, [&](double value) {
        if (axis < 3)
          point[static_cast<Eigen::Index>(axis)] = value;
        else
          other(i, value);
      });
    }
    rows.end();
    points.push_back(point);
  }
}

template <class Rows>
void readFaces(Rows& rows, const PlyElement& element, const FileText& file, Faces& faces) {
  const PlyProperty* corners = cornersOf(element);
  for (std::uint64_t row = 0; row < element.count; ++row) {
    rows.begin(element);
    for (const PlyProperty& property : element.properties) {
      const std::int64_t size = readValues(rows, property, element, file, [&](double value) {
        if (&property == corners) faces.corners.push_back(value);
      });
      if (&property == corners) faces.sizes.push_back(size);
    }
    rows.end();
  }
}

template <class Rows>
void passOver(Rows& rows, const PlyElement& element, const FileText& file) {
  for (std::uint64_t row = 0; row < element.count; ++row) {
    rows.begin(element);
    for (const PlyProperty& property : element.properties)
      readValues(rows, property, element, file, [](double) {});
    rows.end();
  }
}

std::int64_t requiredPoint(double corner, const PolygonMesh& mesh, const FileText& file) {
  const std::string named = "a face refers to point " + numberText(corner);
  if (corner != std::floor(corner) && std::isfinite(corner)) failPly(file, named + ", not a whole number");
  if (!(corner >= 0 && corner < static_cast<double>(mesh.points.size())))
    failPly(file, named + " of " + std::to_string(mesh.points.size()));
  return static_cast<std::int64_t>(corner);
}

void addFaces(const Faces& faces, const FileText& file, PolygonMesh& mesh) {
  for (const std::int64_t size : faces.sizes)
    if (size < 3) failPly(file, "a face with " + std::to_string(size) + " corners is not a polygon");
  mesh.sizes = faces.sizes;
  mesh.corners.reserve(faces.corners.size());
  for (const double corner : faces.corners) mesh.corners.push_back(requiredPoint(corner, mesh, file));
}

// A triangle that names a point twice only leads to the next one of its strip.
void addTriangle(std::int64_t a, std::int64_t b, std::int64_t c, PolygonMesh& mesh) {
  if (a == b || b == c || c == a) return;
  mesh.corners.insert(mesh.corners.end(), {a, b, c});
  mesh.sizes.push_back(3);
}

// A list holds several strips, each of which may end by endOfStrip.
void addStrips(const Faces& strips, const FileText& file, PolygonMesh& mesh) {
  auto corner = strips.corners.begin();
  for (const std::int64_t size : strips.sizes) {
    std::int64_t position = 0, before = 0, last = 0;  // in the strip, and its two corners before this one
    for (const auto end = corner + size; corner != end; ++corner) {
      if (*corner == endOfStrip) {
        position = 0;
        continue;
      }
      const std::int64_t point = requiredPoint(*corner, mesh, file);
      if (position >= 2 && position % 2 == 0) addTriangle(before, last, point, mesh);
      if (position >= 2 && position % 2 == 1) addTriangle(point, last, before, mesh);
      before = std::exchange(last, point);
      ++position;
    }
  }
}

template <class Rows>
PolygonMesh readBody(Rows rows, const PlyHeader& header, const FileText& file) {
  PolygonMesh mesh;
  Faces faces, strips;
  for (const PlyElement& element : header.elements)
    if (element.name == "vertex")
      readVertices(rows, element, file, mesh.points, [](std::size_t, double) {});
    else if (element.name == "face")
      readFaces(rows, element, file, faces);
    else if (element.name == "tristrips")
      readFaces(rows, element, file, strips);
    else
      passOver(rows, element, file);
  addFaces(faces, file, mesh);
  addStrips(strips, file, mesh);
  mesh.singlePrecision = isSinglePrecision(header);
  return mesh;
}

// Values of a text need not be of the type that its header declares.
PlyType typeOf(const PlyProperty& property, PlyFormat format, const std::vector<double>& values) {
  constexpr double ranges[][2] = {
      {-128, 127},      {0, 255}, {-32768, 32767}, {0, 65535}, {-2147483648.0, 2147483647},
      {0, 4294967295.0}};  // by PlyType
  if (format != PlyFormat::Ascii) return property.type;
  if (property.type >= PlyType::Float) return PlyType::Double;
  const auto& [least, most] = ranges[static_cast<std::size_t>(property.type)];
  const bool fit = std::ranges::all_of(
      values, [&](double value) { return least <= value && value <= most && value == std::trunc(value); });
  return fit ? property.type : PlyType::Double;
}

template <class Rows>
PlyPoints readTable(Rows rows, const PlyHeader& header, const FileText& file) {
  PlyPoints found;
  const PlyElement& vertex = *elementOf(header, "vertex");
  std::vector<std::vector<double>> values(vertex.properties.size());
  for (const PlyElement& element : header.elements)
    if (&element == &vertex)
      readVertices(rows, vertex, file, found.points,
                   [&](std::size_t property, double value) { values[property].push_back(value); });
    else
      passOver(rows, element, file);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const PlyProperty& property = vertex.properties[i];
    if (axisOf(property) < 3 || property.countType) continue;
    const PlyType type = typeOf(property, header.format, values[i]);
    found.columns.push_back({property.name, type, std::move(values[i])});
  }
  found.singlePrecision = isSinglePrecision(header);
  return found;
}

// Calls `read` with the rows of a file.
template <class Read>
auto withRows(const PlyHeader& header, const FileText& file, const Read& read) {
  if (header.format == PlyFormat::Ascii) return read(TextRows(file, header.bodyBegin));
  const bool little = header.format == PlyFormat::LittleEndian;
  const bool swapped = little != (std::endian::native == std::endian::little);
  return read(BinaryRows(file, header.bodyBegin, swapped));
}

}  // namespace

PolygonMesh readPly(const FileText& given) {
  const FileText file = withoutMark(given);
  const PlyHeader header = readPlyHeader(file);
  requireSurface(header, file);
  return withRows(header, file, [&](auto rows) { return readBody(std::move(rows), header, file); });
}

PlyPoints readPlyPoints(const FileText& given) {
  const FileText file = withoutMark(given);
  const PlyHeader header = readPlyHeader(file);
  requirePoints(header, file);
  return withRows(header, file, [&](auto rows) { return readTable(std::move(rows), header, file); });
}

}  // namespace talus
