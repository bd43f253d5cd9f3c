#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/later.h"
#include "contact/overlap/surface_cells.h"
#include "contact/trees/contact_shape.h"
#include "contact/triangles/triangle_pair.h"
#include "geometry/check/solid_surface.h"
#include "geometry/convex/convex_body.h"

namespace talus {

/// A shape prepared for all contact methods: the surrogate trees of its surface and of its solid, the cells
/// of the solid, and its faces and edges if it is convex. Built once per shape, immutable. The trees, which
/// take longest, are built when they are first needed: two convex bodies need none.
///
/// Surfaces that face inwards, in parts or as a whole, are inverted (makeSolid). The inside of an open
/// surface is where its winding number exceeds ½: its solid is the surface with its openings closed. A
/// surface counts as convex if it equals its convex hull to within the rounding of its coordinates
/// (roundingFlatness); the hull then replaces it.
class ContactGeometry {
 public:
  /// About 0.7 µs a triangle, 1.6 µs for a convex surface; the tree of the surface 4 µs.
  /// Progress: the context's stage advances by two steps a triangle.
  /// @param name the name of the shape in messages. @param offset the vector subtracted from the mesh's
  /// coordinates after reading (BodyShape::offset). @param search for surrogates: a brief one halves the time
  /// of trees. @throws what SurrogateTree throws.
  ContactGeometry(const TriangleMesh& mesh, const std::string& name, const SurrogateOptions& options,
                  Context& context, const Vec3& offset = Vec3::Zero(),
                  SurrogateSearch search = SurrogateSearch::Long);

  const ContactShape& triangles() const;
  /// Builds triangles(), with cancellation, unless that has been done. The context's stage advances by one
  /// step a triangle if so.
  void prepareTriangles(Context& context) const;
  std::size_t triangleCount() const { return areas_.size(); }
  /// Null for a shape that is not convex.
  const ConvexBody* convex() const { return convex_ ? &*convex_ : nullptr; }
  /// The cells of the surface itself; null if its solid is another surface (see solid()).
  const SurfaceCells* cells() const { return whole_ ? &solid_ : nullptr; }
  /// The cells of the solid that decides what is inside; its triangles may be numbered differently.
  const SurfaceCells& solid() const { return solid_; }
  /// The solid's triangles; those of the surface if it is its own solid.
  const ContactShape& solidTriangles() const;
  /// The number in the solid of a triangle of the surface; −1 for one that repeats another one.
  Index inSolid(Index triangle) const {
    return whole_ ? triangle : inSolid_[static_cast<std::size_t>(triangle)];
  }
  /// The solid's triangles that close openings, the last ones, numbered from 0; null if there are none.
  const ContactShape* closing() const;
  /// Whether the surface has openings; its solid has none.
  bool isOpen() const { return repairs_.openings > 0; }
  const SolidRepairs& repairs() const { return repairs_; }
  const std::vector<Vec3>& points() const { return points_; }
  const Box& bounds() const { return bounds_; }  ///< of the points
  /// Area of a triangle in the shape's own unit.
  double area(Index triangle) const { return areas_[static_cast<std::size_t>(triangle)]; }
  /// The root of the mean area of a triangle in the shape's own unit.
  double fineness() const { return fineness_; }
  /// Translates a feature of a triangle to the corner order of the input mesh.
  TriangleFeature givenFeature(Index triangle, TriangleFeature feature) const;

 private:
  ContactGeometry(SolidSurface made, const SurrogateOptions& options, const std::string& name,
                  Context& context, const Vec3& offset, SurrogateSearch search);
  std::unique_ptr<const ContactShape> treeOf(const TriangleMesh& mesh, Context& context) const;
  void findSolid(const std::vector<Index>& source);

  SurrogateOptions options_;
  SurrogateSearch search_;
  SolidRepairs repairs_;
  Later<ContactShape> triangles_;
  std::vector<Vec3> points_;  // those used by triangles
  Box bounds_;
  std::vector<double> areas_;
  double fineness_ = 0;
  std::vector<std::uint8_t> turned_;  // 1 for each inverted triangle; empty if there is none
  std::optional<ConvexBody> convex_;
  bool whole_ = false;
  SurfaceCells solid_;
  // Only if the solid is another surface:
  TriangleMesh surface_;
  std::size_t firstClosing_ = 0;
  Later<ContactShape> solidTriangles_;
  Later<ContactShape> closing_;
  std::vector<Index> inSolid_;
};

}  // namespace talus
