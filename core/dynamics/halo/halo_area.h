#pragma once

#include <memory>
#include <vector>

#include "contact/convex/closest_features.h"
#include "contact/scene/contact_geometry.h"
#include "dynamics/body/moving_body.h"
#include "dynamics/halo/edge_potential.h"
#include "dynamics/halo/near_features.h"
#include "dynamics/halo/overlap_foundation.h"
#include "dynamics/law/contact_law.h"
#include "dynamics/law/elastic_action.h"

namespace talus {

/// The data of a convex shape for the potential of HaloArea, besides its faces: the surface area of each
/// vertex, and edges with their outward directions. Built once per shape.
struct ConvexHalo {
  struct Edge {
    Vec3 outward = Vec3::Zero();
    double halfCosine = 1, sharpness = 0;
  };
  std::vector<double> vertexArea;  ///< area of the parts of faces around a vertex
  std::vector<HaloEdge> edges;     ///< in the frame of the body's centre
  double area = 0;                 ///< of the surface
  SieveShape sieve;

  explicit ConvexHalo(const ConvexBody& body);
  /// @param left, right unit normals of the faces of a convex edge.
  static Edge makeEdge(const Vec3& left, const Vec3& right);
};

/// A convex body for HaloArea.
struct HaloBody {
  const ConvexBody* body = nullptr;
  const ConvexHalo* halo = nullptr;
  Pose pose;

  /// The mean area per vertex, m².
  double meanArea() const {
    return halo->area * pose.scale * pose.scale / static_cast<double>(halo->vertexArea.size());
  }
};

/// HaloArea for convex bodies: forces from the potential
///
///   U = κ Σ wᵥ P(dᵥ) + κ Σ U_e + 8 κ U_o
///
/// with the foundation stiffness κ. The sums run over the vertices v of each body, with the signed distance
/// dᵥ from the other body, and over pairs of edges e (edge_potential.h). U_o acts if the bodies overlap
/// (overlap_foundation.h).
/// * P(d) = (reach − d)²/2, linear beyond d = −range. If the reach is 0, as of bodies that start flush,
/// vertices
///   exert nothing within the other body: there the nearest of its faces changes suddenly beside flush edges.
/// * wᵥ is the area around the vertex, times the other body's mean area per vertex over the sum of both
///   mean areas: the finer one of two surfaces counts, so that the stiffness does not depend on the meshes.
/// * Overlapping bodies are stiffer than halos, so that they overlap by little, and always separate, wherever
///   their vertices are. Their forces do not jump where faces are flush or edges parallel.
///
/// Every term is a continuous function of the poses, and forces and torques are its derivatives: without
/// damping and friction no work is gained or lost on a closed path.
///
/// Cost: closestInPair; if the bodies overlap, OverlapFoundation; HaloSieve, unless the features found by an
/// earlier step still hold; then about 30 ns for each vertex and 10 ns for each pair of edges that may be
/// within reach.
class HaloAreaFinder {
 public:
  /// @param law with a positive range. @param action replaced; its buffers are reused.
  /// @param near of this pair from earlier steps, kept for later ones; null: it is not kept.
  void find(const HaloBody& a, const HaloBody& b, const PairLaw& law, const FeaturePair& start,
            std::unique_ptr<NearFeatures>* near, ElasticAction& action);

 private:
  template <Of side>
  void addVertices(const ConvexPair& pair, const HaloBody& own, const HaloBody& other, const PairLaw& law,
                   std::span<const Index> near, ElasticAction& action);
  void addEdges(const ConvexPair& pair, const HaloBody& a, const HaloBody& b, const PairLaw& law,
                std::span<const EdgePair> near, ElasticAction& action);
  const NearFeatures& nearFeatures(const ConvexPair& pair, const HaloBody& a, const HaloBody& b,
                                   const ClosestFeatures& closest, double reach,
                                   std::unique_ptr<NearFeatures>* kept);

  HaloSieve sieve_;
  NearFeatures unkept_;
  OverlapFoundation foundation_;
};

}  // namespace talus
