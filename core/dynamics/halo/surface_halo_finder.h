#pragma once

#include <span>
#include <variant>
#include <vector>

#include "contact/convex/convex_pair.h"
#include "contact/overlap/surface_intersection.h"
#include "contact/search/body_pair.h"
#include "dynamics/halo/halo_area.h"
#include "dynamics/halo/halo_point.h"
#include "dynamics/halo/near_surfaces.h"
#include "dynamics/halo/surface_barrier.h"
#include "dynamics/halo/surface_halo.h"
#include "dynamics/halo/surface_press.h"

namespace talus {

/// A closed body of any form for HaloArea.
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
/// Vertices and edges act as for convex bodies (HaloAreaFinder), vertices to which several walls are near by
/// SurfacePress, under Barrier by SurfaceBarrier.
/// The overlap volume V of the bodies acts like a gas. Its pressure is that of halos at gap 0 for small V and
/// that of full halos from about V₀ on, where V₀ is the range times a quarter of the smaller surface area.
/// The force is the pressure times the vector area of the intersection curve of the surfaces (Feng, "An
/// energy-conserving contact theory for discrete element modelling of arbitrarily shaped particles", 2021);
/// the torque also follows from the curve.
///
/// Cost: pairs of triangles within reach (BodyPairSearch) give the distances of vertices and the pairs of
/// edges: about 30 ns per pair in addition to the search, and those that intersect. Each vertex deeper than
/// the reach, found by spreading from its neighbours, costs a search. Each vertex of an edge that pierces the
/// other surface, and each shell with neither such an edge nor a vertex within reach, costs an exact inside
/// test, if the other body's box contains it.
class SurfaceHaloFinder {
 public:
  /// @param skin of lists, as a fraction of the law's range. @param placesOnly find places, normals and
  /// depths for laws that share one force among the points of a contact (ContactShare): of vertices, of edges
  /// that have not passed each other, and of regions of the overlap where no vertex tells the depth.
  explicit SurfaceHaloFinder(double skin, bool placesOnly = false) : skin_(skin), placesOnly_(placesOnly) {}
  /// Whether searches of two bodies that keep what they find save time.
  bool keepsLists() const { return skin_ > 0; }

  /// What searches of two bodies have in common.
  struct Kept {
    NearSurfaces* near = nullptr;  ///< kept from call to call; null: the search starts at the roots
    double ahead = 0;              ///< up to which other searches look, m
  };
  void find(const SurfaceBody& a, const SurfaceBody& b, const PairLaw& law, const Kept& kept,
            ElasticAction& action);

 private:
  /// The data of a vertex in this search.
  struct Near {
    Index triangle = -1;  // of the other body; −1: none yet
    SurfaceFoot foot{};
    Vec3 place = Vec3::Zero();  // in the other body's frame
    SurfaceGap gap{};
    std::variant<SurfacePress, SurfaceBarrier> walls;  // under HaloArea and Barrier: what is within reach
  };

  void findPoints(const SurfaceBody& a, const SurfaceBody& b, const PairLaw& law, const Kept& kept,
                  ElasticAction& action);
  // Two near triangles, of the own body and the other one, or of A and B.
  struct Pair {
    Index own, other;
    double gap;  // a lower bound
  };
  // Near triangles that matter for the points of A and of B, for edges, and for intersections: a tenth of the
  // memory of all, which is what later passes take most time for.
  struct SortedPairs {
    std::vector<Pair> pointsOfA, pointsOfB, edges;
    std::vector<TrianglePair> touching;

    void sort(std::span<const TriangleContact> pairs, const SurfaceHalo& a, const SurfaceHalo& b);
  };

  void intersect(const SurfaceBody& a, const SurfaceBody& b, const PairLaw& law);
  void findPairs(const SurfaceBody& a, const SurfaceBody& b, double range, const Kept& kept);
  template <Of side>
  void addVertices(const SurfaceBody& own, const SurfaceBody& other, const PairLaw& law,
                   ElasticAction& action);
  static void press(const Near& near, const SurfaceBody& other, const PairLaw& law, HaloVertex& vertex);
  template <Of side>
  void measureNear(const SurfaceBody& own, const SurfaceBody& other, const PairLaw& law);
  template <Of side>
  void seedAll(const SurfaceBody& own, const SurfaceBody& other);
  void spread(const SurfaceBody& own, const SurfaceBody& other);
  void addInside(const SurfaceBody& own, const SurfaceBody& other, Index vertex);
  void addIfInside(const SurfaceBody& own, const SurfaceBody& other, Index vertex);
  void addEdges(const SurfaceBody& a, const SurfaceBody& b, const PairLaw& law, ElasticAction& action);
  void addOverlap(const SurfaceBody& a, const SurfaceBody& b, const PairLaw& law, ElasticAction& action);
  void addRegions(const PairLaw& law, ElasticAction& action);

  double skin_;
  bool placesOnly_;
  BodyPairSearch search_;
  std::vector<TriangleContact> pairs_;  // candidates: their gaps are lower bounds
  SortedPairs sorted_;
  SurfaceIntersection hit_;
  std::vector<Near> near_;      // of all vertices of one body
  std::vector<Index> touched_;  // those whose entry is in use
  std::vector<Index> pierced_;  // edges of one body that pierce the other's surface, once per piercing
  std::vector<char> known_;     // for each shell, whether a vertex was measured or an edge pierces
};

}  // namespace talus
