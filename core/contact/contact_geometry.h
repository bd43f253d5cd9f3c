#pragma once

#include <optional>
#include <string>
#include <vector>

#include "contact/contact_shape.h"
#include "contact/surface_cells.h"
#include "geometry/convex_body.h"

namespace talus {

/// A shape prepared for every way in which its contacts are found: its surrogate tree always; its faces and
/// edges if it is convex; its cells if it is closed and oriented. Built once per shape, immutable.
class ContactGeometry {
 public:
  /// Progress: the context's stage advances by two steps a triangle.
  /// @param name what to call the shape in messages. @throws what SurrogateTree throws.
  ContactGeometry(const TriangleMesh& mesh, const std::string& name, const SurrogateOptions& options,
                  Context& context);

  const ContactShape& triangles() const { return triangles_; }
  /// Null for a shape that is not convex.
  const ConvexBody* convex() const { return convex_ ? &*convex_ : nullptr; }
  /// Null for an open or misoriented surface, which has no inside.
  const SurfaceCells* cells() const { return cells_ ? &*cells_ : nullptr; }
  const std::vector<Vec3>& points() const { return points_; }
  const Box& bounds() const { return bounds_; }  ///< of the points
  /// Area of a triangle in the shape's own unit.
  double area(Index triangle) const { return areas_[static_cast<std::size_t>(triangle)]; }

 private:
  ContactGeometry(TriangleMesh merged, const SurrogateOptions& options, const std::string& name,
                  Context& context);

  ContactShape triangles_;
  std::vector<Vec3> points_;  // those that triangles use
  Box bounds_;
  std::vector<double> areas_;
  std::optional<ConvexBody> convex_;
  std::optional<SurfaceCells> cells_;
};

}  // namespace talus
