#pragma once

#include <cstddef>
#include <memory>

#include "base/pose.h"
#include "geometry/mesh/triangle_mesh.h"

namespace talus::peers {

/// A world of stiff bodies whose contacts are those of the IPC Toolkit: its broad phase, barrier, lagged
/// friction and continuous collision detection, all with their defaults. The toolkit has no solver; this one
/// follows the papers:
///
/// * Bodies are affine: 12 unknowns, a position and a matrix that a stiff potential keeps orthogonal. L. Lan
///   et al., "Affine body dynamics", ACM Transactions on Graphics 41(4) (2022) 67.
/// * A step of backward Euler is the minimum of an incremental potential, found by Newton's method with
///   derivatives of contacts projected to positive semi-definite ones, steps that are free of collisions, and
///   backtracking; friction is lagged by one step. M. Li et al., "Incremental potential contact", ACM
///   Transactions on Graphics 39(4) (2020) 49.
///
/// Threads: TBB's, for contacts; the linear system is solved by one.
class IpcWorld {
 public:
  struct Options {
    Vec3 gravity = Vec3::Zero();
    double friction = 0.5;
    double reach = 1e-3;         ///< of the barrier, m
    double orthogonality = 1e8;  ///< stiffness of bodies, Pa
    /// Stiffness of the barrier as in the toolkit's incremental potential, kg/m²; 0: adaptive, as the paper
    /// has it and the toolkit computes it.
    double barrier = 0;
    double tolerance = 1e-2;  ///< Newton's last step moves no point faster, in diagonal() per s
    double slip = 1e-3;       ///< speed below which contacts stick, in diagonal() per s
    int maximumIterations = 1000;
    bool flat = false;      ///< the toolkit's tree of all features, in place of BodyPairs
    bool additive = false;  ///< find collisions by the additive method in place of tight inclusions
  };
  struct Body {
    TriangleMesh mesh{};                                ///< closed; the centre of mass is the origin
    double mass = 1;                                    ///< kg
    Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  ///< about the centre of mass, along the mesh's axes
    Pose pose{};                                        ///< at the start
    Vec3 velocity = Vec3::Zero(), spin = Vec3::Zero();  ///< in the world
    bool fixed = false;
  };
  /// Seconds of the clock.
  struct Times {
    double candidates = 0, collisions = 0, derivatives = 0, assembly = 0, solution = 0, freeStep = 0,
           energy = 0;
  };
  struct Report {
    int iterations = 0, trials = 0;  ///< of Newton's method; energies of its line searches
    bool converged = false;
    std::size_t contacts = 0;  ///< pairs of features within reach in the end
    double leastGap = 0;       ///< m, of these; infinite if there are none
    double barrier = 0;        ///< its stiffness
    Times times{};
  };

  explicit IpcWorld(const Options& options);
  IpcWorld(IpcWorld&&) noexcept;
  ~IpcWorld();

  void add(const Body& body);
  /// The first step fixes the set of bodies.
  Report step(double dt);

  Vec3 position(std::size_t body) const;
  double diagonal() const;  ///< of the box of bodies that move, at the start, m
  double stretch() const;   ///< greatest entry of AᵀA − 1 over all bodies
  bool intersects() const;  ///< whether surfaces intersect, by the toolkit

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace talus::peers
