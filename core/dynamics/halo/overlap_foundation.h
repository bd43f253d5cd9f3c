#pragma once

#include <array>
#include <boost/container/small_vector.hpp>
#include <vector>

#include "contact/convex/convex_pair.h"

namespace talus {

/// The pressure on a face of one body inside the other, per foundation stiffness κ.
struct FacePressure {
  Of side = Of::A;  ///< whose face
  Index face = 0;
  Vec3 normal = Vec3::Zero();  ///< unit, perpendicular to the face, from A to B
  Vec3 centre = Vec3::Zero();  ///< of the pressure
  /// Along two axes of the face, the root mean squares of the distances from the centre.
  std::array<Vec3, 2> spread{Vec3::Zero(), Vec3::Zero()};
  double force = 0;      ///< m³, > 0
  double stiffness = 0;  ///< m²: the area of the face inside the other body
};

/// The potential of two overlapping convex bodies, of which the one with fewer faces is an elastic
/// foundation, per foundation stiffness κ:
///
///   U = ∫ φ dV over A ∩ B,
///
/// where φ is the depth of a place below the surface of that body, or a limit where that is greater. Flat
/// faces that overlap by δ on an area S have U = ½ S δ².
///
/// Its derivative is a pressure φ on the faces of the other body. It falls to 0 where they leave the
/// foundation. So forces and torques are continuous functions of the poses, also where faces are flush, edges
/// parallel, or corners at one place.
///
/// φ is linear in the part of a body that is nearest to one of its faces. Faces are clipped by these parts:
/// all integrals are exact. Only faces within twice the depth of the overlap count. Keeps its buffers: use
/// one object per thread.
///
/// Cost: O(m n + n³) for n faces of the foundation and m of the other body that count.
class OverlapFoundation {
 public:
  /// @param limit of φ. @param axis unit, from A to B: the shortest translation that separates the bodies is
  /// along it. In the pair's frame and unit, as are the results.
  void find(const ConvexPair& pair, const Vec3& axis, double limit);

  double energy() const { return energy_; }  ///< m⁴
  const std::vector<FacePressure>& pressures() const { return pressures_; }

 private:
  struct Plane {
    Index face = 0;
    Vec3 normal = Vec3::Zero();
    double offset = 0;

    double depth(const Vec3& x) const { return offset - normal.dot(x); }
  };
  using Planes = std::vector<Plane>;
  using Polygon = boost::container::small_vector<Vec3, 16>;

  template <Of side>
  static double findHeights(const ConvexPair& pair, const Vec3& axis, std::vector<double>& heights);
  template <Of side>
  static void findPlanes(const ConvexPair& pair, const std::vector<double>& heights, double limit,
                         Planes& planes);
  template <Of side>
  void press(const ConvexPair& pair, const Planes& own, const Planes& other);
  template <Of side>
  void setPolygon(const ConvexPair& pair, Index face);
  template <Of side>
  void addFace(const ConvexPair& pair, const Plane& face, const Planes& other);
  void addPart(const Plane& nearest);
  void addWalls(const Planes& own, const Planes& other, double size);
  bool clip(const Plane& plane);
  bool clipToPart(const Planes& planes, std::size_t nearest, std::size_t second);
  void findNearest(const Planes& planes);
  bool clipToBody(const Planes& planes);

  template <class Visit>
  void integrate(const Plane& nearest, const Vec3& origin, const Visit& visit);

  double energy_ = 0, limit_ = 0;
  std::vector<FacePressure> pressures_;
  std::vector<double> heightsOfA_, heightsOfB_;  // of vertices
  std::vector<double> leastDepths_;              // of a polygon below planes
  Planes ofA_, ofB_, nearest_;
  Planes pressing_, parts_;  // faces in the other body; parts of the foundation in it
  Polygon polygon_, spare_;
  boost::container::small_vector<double, 16> depths_;  // of the corners
};

}  // namespace talus
