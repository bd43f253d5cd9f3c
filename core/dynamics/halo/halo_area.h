#pragma once

#include <vector>

#include "contact/convex/closest_features.h"
#include "contact/scene/contact_geometry.h"
#include "dynamics/body/moving_body.h"
#include "dynamics/halo/edge_potential.h"
#include "dynamics/halo/halo_sieve.h"
#include "dynamics/law/contact_law.h"
#include "dynamics/law/elastic_action.h"

namespace talus {

/// What the potential of HaloArea needs of a convex shape besides its faces: how much surface a vertex stands
/// for, and edges with their outsides. Built once per shape.
struct ConvexHalo {
  struct Edge {
    Vec3 outward = Vec3::Zero();
    double halfCosine = 1, sharpness = 0;
  };
  std::vector<double> vertexArea;  ///< of the parts of faces that lie around a vertex
  std::vector<HaloEdge> edges;     ///< in the frame of the body's centre
  double area = 0;                 ///< of the surface
  SieveShape sieve;

  explicit ConvexHalo(const ConvexBody& body);
  /// @param left, right unit normals of the faces of a convex edge.
  static Edge makeEdge(const Vec3& left, const Vec3& right);
};

/// What HaloArea uses of a convex body.
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
///   U = κ Σ wᵥ P(dᵥ) + κ Σ U_e + K(D)
///
/// over the vertices v of each body, with the signed distance dᵥ of the other body, over pairs of edges
/// (edge_potential.h), and the distance D of the bodies where they overlap.
/// * P(d) = (reach − d)²/2, linear beyond d = −range.
/// * wᵥ is the area around the vertex times the other body's mean area over the sum of both: of two surfaces
///   the finer one counts, so that stiffness does not depend on how either is meshed.
/// * K is quadratic with a stiffness of κ times the smaller surface, linear beyond −range: overlapping bodies
///   always part along the least translation, however their vertices lie.
/// Every term is a continuous function of where the bodies are, and forces and torques are its derivative:
/// without damping and friction no work is gained or lost on any path that ends where it began.
///
/// Cost: closestInPair and HaloSieve, then about 30 ns for each vertex and 10 for each pair of edges that may
/// be within reach.
class HaloAreaFinder {
 public:
  /// @param law whose range is positive. @param action replaced; its memory is kept.
  void find(const HaloBody& a, const HaloBody& b, const PairLaw& law, const FeaturePair& start,
            ElasticAction& action);

 private:
  template <Of side>
  void addVertices(const ConvexPair& pair, const HaloBody& own, const HaloBody& other, const PairLaw& law,
                   ElasticAction& action);
  void addEdges(const ConvexPair& pair, const HaloBody& a, const HaloBody& b, const PairLaw& law,
                ElasticAction& action);

  HaloSieve sieve_;
};

}  // namespace talus
