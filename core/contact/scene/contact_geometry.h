#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "contact/overlap/surface_cells.h"
#include "contact/trees/contact_shape.h"
#include "contact/triangles/triangle_pair.h"
#include "geometry/check/solid_surface.h"
#include "geometry/convex/convex_body.h"

namespace talus {

/// A shape prepared for every way in which its contacts are found: its surrogate tree; its faces and edges if
/// it is convex; the cells of its solid. Built once per shape, immutable.
///
/// Surfaces that face inwards, in parts or as a whole, are turned (makeSolid). An open surface has an inside
/// where its winding number exceeds ½: its solid is the surface with its openings closed.
/// A surface counts as convex if it is to within the rounding of its coordinates (roundingFlatness); it is
/// then replaced by its convex hull.
class ContactGeometry {
 public:
  /// Progress: the context's stage advances by two steps a triangle.
  /// @param name the name of the shape in messages. @param offset what was subtracted from the mesh's
  /// coordinates since they were read (BodyShape::offset). @throws what SurrogateTree throws.
  ContactGeometry(const TriangleMesh& mesh, const std::string& name, const SurrogateOptions& options,
                  Context& context, const Vec3& offset = Vec3::Zero());

  const ContactShape& triangles() const { return triangles_; }
  /// Null for a shape that is not convex.
  const ConvexBody* convex() const { return convex_ ? &*convex_ : nullptr; }
  /// Null for a surface that is not closed and oriented by itself.
  const SurfaceCells* cells() const { return whole_ ? &solid_ : nullptr; }
  /// The cells of what stands for the surface where inside and outside are asked; its triangles may have
  /// other numbers.
  const SurfaceCells& solid() const { return solid_; }
  /// Whether the surface has openings, which its solid has no more.
  bool isOpen() const { return repairs_.openings > 0; }
  const SolidRepairs& repairs() const { return repairs_; }
  const std::vector<Vec3>& points() const { return points_; }
  const Box& bounds() const { return bounds_; }  ///< of the points
  /// Area of a triangle in the shape's own unit.
  double area(Index triangle) const { return areas_[static_cast<std::size_t>(triangle)]; }
  /// A feature of a triangle by the numbers of its corners in the mesh as it was given.
  TriangleFeature givenFeature(Index triangle, TriangleFeature feature) const;

 private:
  ContactGeometry(SolidSurface made, const SurrogateOptions& options, const std::string& name,
                  Context& context, const Vec3& offset);

  SolidRepairs repairs_;
  ContactShape triangles_;
  std::vector<Vec3> points_;  // those that triangles use
  Box bounds_;
  std::vector<double> areas_;
  std::vector<std::uint8_t> turned_;  // empty if no triangle was
  std::optional<ConvexBody> convex_;
  bool whole_ = false;
  SurfaceCells solid_;
};

}  // namespace talus
