#include "vtk_xml/vtp_reader.h"

#include <vtkDataSetAttributes.h>

#include <algorithm>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "polygon_triangles.h"
#include "vtk_xml/xml_arrays.h"

namespace talus::filters {

namespace {

using Numbers = std::vector<std::int64_t>;

struct Polygons {
  Numbers corners, sizes;

  // @param shift offset from corners of the piece to corners of the whole surface
  void add(std::span<const std::int64_t> own, std::int64_t shift) {
    for (const std::int64_t corner : own) corners.push_back(shift + corner);
    sizes.push_back(static_cast<std::int64_t>(own.size()));
  }
};

struct Cells {
  Numbers corners, ends;

  std::size_t count() const { return ends.size(); }
  std::span<const std::int64_t> operator[](std::size_t cell) const {
    const std::int64_t begin = cell == 0 ? 0 : ends[cell - 1];
    return std::span(corners).subspan(static_cast<std::size_t>(begin),
                                      static_cast<std::size_t>(ends[cell] - begin));
  }
};

class VtpReader {
 public:
  explicit VtpReader(std::string_view file) : arrays_(file) {}

  PolygonMesh read() {
    for (const XmlElement& element : arrays_.main("PolyData").children)
      if (element.name == "Piece") readPiece(element);
    PolygonMesh mesh{std::move(points_), std::move(polygons_.corners), std::move(polygons_.sizes)};
    mesh.corners.insert(mesh.corners.end(), strips_.corners.begin(), strips_.corners.end());
    mesh.sizes.insert(mesh.sizes.end(), strips_.sizes.begin(), strips_.sizes.end());
    return mesh;
  }

 private:
  void readPiece(const XmlElement& piece) {
    const auto firstPoint = static_cast<std::int64_t>(points_.size());
    readPoints(piece);
    const Cells polygons = cellsOf(piece, "Polys"), strips = cellsOf(piece, "Strips");
    const auto before =
        static_cast<std::size_t>(countOf(piece, "NumberOfVerts", "0") + countOf(piece, "NumberOfLines", "0"));
    const Numbers ghosts = ghostsOf(piece, before + polygons.count() + strips.count());
    const auto isKept = [&](std::size_t cell, std::size_t corners) {
      if (!ghosts.empty() && (ghosts[cell] & vtkDataSetAttributes::DUPLICATECELL)) return false;
      if (corners < 3) failVtkXml("a polygon or strip has fewer than three corners");
      return true;
    };
    for (std::size_t i = 0; i < polygons.count(); ++i)
      if (isKept(before + i, polygons[i].size())) polygons_.add(polygons[i], firstPoint);
    for (std::size_t i = 0; i < strips.count(); ++i)
      if (isKept(before + polygons.count() + i, strips[i].size())) addStrip(strips[i], firstPoint);
  }

  void readPoints(const XmlElement& piece) {
    const std::int64_t count = countOf(piece, "NumberOfPoints");
    if (count == 0) return;
    const XmlElement* points = piece.child("Points");
    if (!points || points->children.size() != 1) failVtkXml("there are no Points");
    const std::vector<double> numbers = arrays_.numbers(points->children.front(), count, 3);
    points_.reserve(points_.size() + static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < numbers.size(); i += 3) points_.emplace_back(&numbers[i]);
  }

  Cells cellsOf(const XmlElement& piece, const std::string& kind) const {
    const std::int64_t count = countOf(piece, "NumberOf" + kind, "0");
    if (count == 0) return {};
    Cells cells;
    cells.ends = arrays_.wholeNumbers(named(piece, kind, "offsets"), count);
    if (cells.ends.front() < 0 || !std::ranges::is_sorted(cells.ends))
      failVtkXml("the offsets of cells go back");
    if (cells.ends.back() > 0)
      cells.corners = arrays_.wholeNumbers(named(piece, kind, "connectivity"), cells.ends.back());
    const std::int64_t points = countOf(piece, "NumberOfPoints");
    for (const std::int64_t corner : cells.corners)
      if (corner < 0 || corner >= points)
        failVtkXml("a cell refers to point " + std::to_string(corner) + " of " + std::to_string(points));
    return cells;
  }

  Numbers ghostsOf(const XmlElement& piece, std::size_t cells) const {
    const XmlElement* data = piece.child("CellData");
    const XmlElement* ghosts = data ? find(*data, vtkDataSetAttributes::GhostArrayName()) : nullptr;
    return ghosts ? arrays_.wholeNumbers(*ghosts, static_cast<std::int64_t>(cells)) : Numbers();
  }

  static const XmlElement* find(const XmlElement& arrays, std::string_view name) {
    const auto found = std::ranges::find_if(
        arrays.children, [&](const XmlElement& array) { return array.attribute("Name") == name; });
    return found == arrays.children.end() ? nullptr : &*found;
  }

  static const XmlElement& named(const XmlElement& piece, const std::string& kind, std::string_view name) {
    const XmlElement* cells = piece.child(kind);
    const XmlElement* array = cells ? find(*cells, name) : nullptr;
    if (!array) failVtkXml(kind + " have no array '" + std::string(name) + "'");
    return *array;
  }

  void addStrip(std::span<const std::int64_t> corners, std::int64_t firstPoint) {
    for (std::size_t i = 0; i + 2 < corners.size(); ++i) strips_.add(stripTriangle(corners, i), firstPoint);
  }

  XmlArrays arrays_;
  std::vector<Vec3> points_;
  Polygons polygons_, strips_;
};

}  // namespace

PolygonMesh readVtp(const FileText& file) try {
  return VtpReader(file.bytes).read();
} catch (const Error& error) {
  throw Error(error.problem(), std::string(file.name), error.remedy(), error.subject());
}

}  // namespace talus::filters
