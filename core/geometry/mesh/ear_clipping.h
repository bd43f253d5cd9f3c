#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "base/types.h"

namespace talus {

/// A projection of a polygon that is counter-clockwise, or clockwise, in it.
struct Projection {
  int axis = 2;  ///< the coordinate that is dropped, as for orient2d()
  int sign = 1;  ///< 1 for a counter-clockwise polygon, −1 for a clockwise one
};

/// What became of a polygon in a projection.
enum class Clipped {
  Stuck,  ///< it crosses itself, or has the other orientation
  Flat,   ///< it has no area: all triangles are segments
  Whole
};

/// Triangulation of a polygon by cutting off its ears (Meisters, "Polygons have ears", 1975), with exact
/// predicates.
///
/// No triangle has the other orientation, exactly. So the triangles neither overlap nor leave the polygon: at
/// each point their number is the polygon's winding number. The polygon may touch itself, and pass an edge in
/// both directions, as bridges between an outline and its holes do.
///
/// A corner is an ear if its triangle lies in the polygon and no edge passes through the triangle. Edges do
/// not cross, so a triangle that one passes through has a reflex corner of the polygon in it or on its
/// boundary.
class EarClipping {
 public:
  using Triangle = std::array<Index, 3>;

  /// Cuts a polygon into n − 2 triangles of corner numbers, which are appended. O(n · reflex corners) for
  /// most polygons. @param corners at least three, finite.
  Clipped clip(std::span<const Vec3> corners, const Projection& projection, std::vector<Triangle>& triangles);

 private:
  /// Which corners are cut. The next choice applies where no corner suits the one before.
  enum class Choice {
    Clean,     ///< folds, and ears with no corner on the side that is cut
    Touching,  ///< ears with corners on it, too
    Straight   ///< corners on the line between their neighbours, too
  };
  enum class Contact { Apart, Touches, Blocks };

  void begin(std::span<const Vec3> corners, const Projection& projection);
  void join(std::size_t before, std::size_t after);
  void measure(std::size_t corner);
  void listNotConvex();
  std::vector<std::size_t>::iterator firstListed(double value);
  void cut(std::size_t corner, std::vector<Triangle>& triangles);
  bool isEar(std::size_t corner, Choice choice);
  bool isFree(std::size_t corner, Choice choice);
  bool isFold(std::size_t corner) const;
  bool isInBox(const Vec3& point) const;
  Contact contact(std::size_t other, Choice choice) const;
  bool enters(const std::array<int, 3>& sides, std::size_t neighbour) const;
  int windingOf(std::size_t ear) const;
  int turn(std::size_t a, std::size_t b, std::size_t c) const;
  bool isAhead(std::size_t from, std::size_t to, std::size_t other) const;

  std::span<const Vec3> corners_;
  Projection projection_;
  Eigen::Index u_ = 0, v_ = 1;  // the coordinates of the projection
  std::size_t count_ = 0;       // corners that are left
  bool hasArea_ = false;
  std::vector<std::size_t> next_, previous_;
  std::vector<int> turns_;  // at each corner: 1 convex, 0 straight or folded, −1 reflex
  std::vector<std::size_t>
      notConvex_;                     // all corners that are not convex, and some that were cut or became so
  std::size_t cutsUntilListing_ = 0;  // until they are listed anew
  std::vector<std::size_t> blocker_;  // corner that was last in the way of each corner, or itself
  std::vector<bool> left_;            // whether a corner is not cut yet
  std::array<std::size_t, 3> ear_{};  // corners of the triangle in question
  double lowU_ = 0, highU_ = 0, lowV_ = 0, highV_ = 0;  // its box
};

}  // namespace talus
