#include "contact/scene/contact_geometry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <utility>

#include "base/error.h"
#include "geometry/convex/coordinate_precision.h"
#include "geometry/mesh/point_merge.h"
#include "geometry/mesh/used_points.h"

namespace talus {

namespace {

std::vector<double> areasOf(const TriangleMesh& mesh) {
  std::vector<double> areas;
  areas.reserve(mesh.triangleCount());
  for (std::size_t t = 0; t < mesh.triangleCount(); ++t) {
    const auto [a, b, c] = mesh.corners(t);
    areas.push_back(0.5 * (b - a).cross(c - a).norm());
  }
  return areas;
}

// Convex to within the rounding of the coordinates.
std::optional<ConvexBody> convexBody(const SolidSurface& made, const std::string& name, const Vec3& offset) {
  if (made.repairs.openings > 0 || made.repairs.shells != 1 || !made.manifold) return {};
  try {
    return ConvexBody(made.solid(), name, roundingFlatness(made.solid(), offset));
  } catch (const Error&) {
    return {};
  }
}

std::vector<std::uint8_t> turnedTriangles(SolidSurface& made) {
  const bool any = std::find(made.turned.begin(), made.turned.end(), 1) != made.turned.end();
  return any ? std::move(made.turned) : std::vector<std::uint8_t>();
}

// What the trees require, which are built later.
const SolidSurface& usable(const SolidSurface& made, const SurrogateOptions& options) {
  requireValid(options);
  requireUsable(made.surface, "The surface");
  return made;
}

TriangleMesh takeSolid(SolidSurface& made) {
  return std::move(made.closed ? *made.closed : made.surface);
}

}  // namespace

ContactGeometry::ContactGeometry(const TriangleMesh& mesh, const std::string& name,
                                 const SurrogateOptions& options, Context& context, const Vec3& offset,
                                 SurrogateSearch search)
    : ContactGeometry(makeSolid(mergeDuplicatePoints(mesh).mesh, context), options, name, context, offset,
                      search) {}

ContactGeometry::ContactGeometry(SolidSurface made, const SurrogateOptions& options, const std::string& name,
                                 Context& context, const Vec3& offset, SurrogateSearch search)
    : options_(options),
      search_(search),
      repairs_(usable(made, options).repairs),
      points_(usedPoints(made.surface)),
      areas_(areasOf(made.surface)),
      turned_(turnedTriangles(made)),
      convex_(convexBody(made, name, offset)),
      whole_(!made.closed),
      solid_(takeSolid(made)) {
  for (const Vec3& point : points_) bounds_.extend(point);
  fineness_ = std::sqrt(std::accumulate(areas_.begin(), areas_.end(), 0.0) /
                        static_cast<double>(std::max<std::size_t>(1, areas_.size())));
  if (!whole_) {
    surface_ = std::move(made.surface);
    findSolid(made.source);
  }
  context.advance(static_cast<std::int64_t>(triangleCount()));
}

// @param source as that of SolidSurface.
void ContactGeometry::findSolid(const std::vector<Index>& source) {
  inSolid_.assign(triangleCount(), -1);
  for (std::size_t t = 0; t < source.size(); ++t)
    inSolid_[static_cast<std::size_t>(source[t])] = static_cast<Index>(t);
  firstClosing_ = source.size();
}

void ContactGeometry::prepareTriangles(Context& context) const {
  triangles_.get([&] { return treeOf(whole_ ? solid_.mesh() : surface_, context); });
}

std::unique_ptr<const ContactShape> ContactGeometry::treeOf(const TriangleMesh& mesh,
                                                            Context& context) const {
  return std::make_unique<const ContactShape>(mesh, options_, context, search_);
}

const ContactShape& ContactGeometry::triangles() const {
  Context silent;
  return triangles_.get([&] { return treeOf(whole_ ? solid_.mesh() : surface_, silent); });
}

const ContactShape& ContactGeometry::solidTriangles() const {
  if (whole_) return triangles();
  Context silent;
  return solidTriangles_.get([&] { return treeOf(solid_.mesh(), silent); });
}

const ContactShape* ContactGeometry::closing() const {
  if (whole_ || firstClosing_ == solid_.mesh().triangleCount()) return nullptr;
  return &closing_.get([this] {
    Context silent;
    TriangleMesh closing = solid_.mesh();
    for (auto* corners : {&closing.a, &closing.b, &closing.c})
      corners->erase(corners->begin(), corners->begin() + static_cast<std::ptrdiff_t>(firstClosing_));
    return treeOf(closing, silent);
  });
}

TriangleFeature ContactGeometry::givenFeature(Index triangle, TriangleFeature feature) const {
  if (turned_.empty() || turned_[static_cast<std::size_t>(triangle)] == 0) return feature;
  constexpr std::array swapped{TriangleFeature::CornerA, TriangleFeature::CornerC, TriangleFeature::CornerB,
                               TriangleFeature::EdgeCA,  TriangleFeature::EdgeBC,  TriangleFeature::EdgeAB,
                               TriangleFeature::Face};
  return swapped[static_cast<std::size_t>(feature)];
}

}  // namespace talus
