#pragma once

#include <vector>

#include "contact/convex/convex_pair.h"
#include "contact/overlap/surface_intersection.h"
#include "contact/search/body_pair.h"
#include "dynamics/halo/halo_area.h"
#include "dynamics/halo/surface_halo.h"

namespace talus {

/// What HaloArea uses of a closed body of any form.
struct SurfaceBody {
  const SurfaceHalo* halo = nullptr;
  const ContactShape* shape = nullptr;  ///< of the same mesh, triangle by triangle
  Pose pose;

  double area() const { return halo->area() * pose.scale * pose.scale; }
  double meanArea() const { return area() / static_cast<double>(halo->vertexArea().size()); }
};

/// HaloArea for bodies of any form:
///
///   U = κ Σ wᵥ P(dᵥ) + κ Σ U_e + κ (reach + (range − reach) V / (V + V₀)) V
///
/// Vertices and edges as for convex bodies (HaloAreaFinder), and the volume V in which the bodies overlap,
/// like gas of the pressure that halos have at gap 0, and of that of full halos from about V₀ on, the range
/// times a quarter of the smaller surface: its force is the pressure times the vector area of the
/// curve in which the surfaces meet (Feng, "An energy-conserving contact theory for discrete element
/// modelling of arbitrarily shaped particles", 2021), its torque that of the curve.
///
/// Cost: pairs of triangles within reach (BodyPairSearch) give the vertices' distances and the pairs of
/// edges: about 30 ns a pair beyond the search. Vertices deeper than reach, which are found by spreading from
/// others, and overlaps cost a search each. Where surfaces do not meet, a shell without a vertex within reach
/// costs an exact look-up, if the other body's box holds it.
class SurfaceHaloFinder {
 public:
  /// @param skin of lists, as a fraction of the law's range.
  explicit SurfaceHaloFinder(double skin) : skin_(skin) {}

  /// @param list of these two bodies, kept from call to call; null: the search is from the roots.
  void find(const SurfaceBody& a, const SurfaceBody& b, const PairLaw& law, NearPairs* list,
            ElasticAction& action);

 private:
  /// What is known of a vertex in this search.
  struct Near {
    Index triangle = -1;  // of the other body; −1: none yet
    SurfaceHalo::Foot foot{};
    Vec3 place = Vec3::Zero();  // in the other's frame
    SurfaceGap gap{};
  };

  void findPairs(const SurfaceBody& a, const SurfaceBody& b, double range, NearPairs* list);
  template <Of side>
  void addVertices(const SurfaceBody& own, const SurfaceBody& other, const PairLaw& law,
                   ElasticAction& action);
  template <Of side>
  void measureNear(const SurfaceBody& own, const SurfaceBody& other, double reach);
  template <Of side>
  void seedAll(const SurfaceBody& own, const SurfaceBody& other);
  void spread(const SurfaceBody& own, const SurfaceBody& other);
  void seed(const SurfaceBody& own, const SurfaceBody& other, Index vertex);
  void addEdges(const SurfaceBody& a, const SurfaceBody& b, const PairLaw& law, ElasticAction& action);
  void addOverlap(const SurfaceBody& a, const SurfaceBody& b, const PairLaw& law, ElasticAction& action);

  double skin_;
  BodyPairSearch search_;
  std::vector<TriangleContact> pairs_;
  bool intersecting_ = false;
  std::vector<Near> near_;      // of all vertices of one body
  std::vector<Index> touched_;  // those whose entry is in use
  std::vector<Index> cut_;      // corners of triangles that cut the other surface
  std::vector<char> measured_;  // shells with such a vertex
};

}  // namespace talus
