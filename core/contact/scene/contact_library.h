#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/pose.h"
#include "broadphase/shape_bounds.h"
#include "broadphase/support_tree.h"
#include "contact/scene/contact_geometry.h"

namespace talus {

/// The shapes of many bodies, each prepared once for contact searches and for boxes. Numbered in the order in
/// which they are added. Searches may share it among threads once it is filled.
///
/// Where a shape may be of no use, only its outline is added, which suffices for boxes; it is prepared when a
/// search needs it.
class ContactLibrary {
 public:
  explicit ContactLibrary(const SurrogateOptions& options = {}) : options_(options) {}

  /// Prepares one more shape: open or closed, convex or not. O(triangles log triangles).
  /// Progress: the context's stage advances by two steps a triangle.
  /// @param name its name in messages. @param offset as of ContactGeometry. @throws what ContactGeometry
  /// throws.
  void add(const TriangleMesh& mesh, const std::string& name, Context& context,
           const Vec3& offset = Vec3::Zero());
  /// Adds the outline of one more shape. O(points log points).
  void addOutline(const TriangleMesh& mesh);
  /// Prepares a shape that has an outline only. The other parameters are those of add().
  /// @param mesh the one of the outline.
  void prepare(Index shape, const TriangleMesh& mesh, const std::string& name, Context& context,
               const Vec3& offset = Vec3::Zero());

  std::size_t size() const { return shapes_.size(); }
  bool isPrepared(Index shape) const { return at(shape).geometry.has_value(); }
  /// Of a prepared shape.
  const ContactGeometry& geometry(Index shape) const { return *at(shape).geometry; }
  /// The box of a shape at a pose, with a margin of a few rounding errors.
  Box box(Index shape, const Pose& pose) const;
  /// Diagonal of the box around the shape, in its own unit.
  double diameter(Index shape) const { return at(shape).diameter; }

 private:
  struct Shape {
    explicit Shape(const TriangleMesh& mesh);

    std::optional<ContactGeometry> geometry;  // none: only the outline is known
    std::optional<ShapeBounds> bounds;        // by its hull, if it has one and few points
    SupportTree points;                       // otherwise
    double diameter = 0;
  };
  const Shape& at(Index shape) const { return *shapes_[static_cast<std::size_t>(shape)]; }

  SurrogateOptions options_;
  std::vector<std::unique_ptr<Shape>> shapes_;
};

}  // namespace talus
