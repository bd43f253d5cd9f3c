#pragma once

#include <memory>
#include <vector>

#include "broadphase/broad_phase.h"
#include "distributed/divided_work.h"
#include "dynamics/contact_forces/force_bodies.h"
#include "dynamics/halo/near_surfaces.h"

namespace talus {

/// A point at which two bodies touch or are near each other. In the world.
struct NearPoint {
  std::uint64_t name = 0;      ///< the same from step to step, unique in its pair
  Vec3 point = Vec3::Zero();   ///< halfway between both surfaces
  Vec3 normal = Vec3::Zero();  ///< unit, from A to B
  double gap = 0;              ///< along the normal, m; negative where they overlap
  double area = 0;             ///< on which cohesion acts, m²
};

/// Two bodies with near points, which are consecutive.
struct NearPair {
  BodyPair bodies;
  std::size_t begin = 0, end = 0;
};

/// The points of all pairs of bodies that are near each other: the manifolds of convex bodies; for others
/// vertices and edges (SurfaceHaloFinder). The same for every number of threads.
class NearContacts {
 public:
  /// @param bodies, inertia must outlive this. @throws Error a surface that is neither convex nor closed.
  NearContacts(const Scene& scene, const ForceBodies& bodies, const BodyInertia& inertia,
               BroadPhaseMethod broadPhase);
  ~NearContacts();

  /// Finds the points of bodies that are no farther apart than the sum of their reaches, m.
  void find(const BodyState& state, double time, std::span<const double> reaches);

  std::span<const NearPair> pairs() const { return pairs_; }  ///< with points, sorted
  std::span<const NearPoint> points() const { return points_; }
  std::int64_t boxPairs() const { return static_cast<std::int64_t>(phase_->pairs().size()); }

  /// Divides searches among ranks that all make the same calls. @param ranks must outlive this.
  void divideAmong(DividedWork& ranks) { ranks_ = &ranks; }

  /// What searches keep: where those of convex bodies ended decides between equal results.
  void save(ByteWriter& bytes) const;
  /// @throws Error bytes that end early or contradict the bodies.
  void load(ByteReader& bytes);

 private:
  struct Worker;
  /// What the search of a pair keeps for the next.
  struct Search {
    BodyPair bodies;
    FeaturePair features;
    bool known = false;
    std::unique_ptr<NearSurfaces> near;
  };
  struct Block {
    std::vector<NearPair> pairs;
    std::vector<NearPoint> points;
    std::size_t firstPair = 0, firstPoint = 0;  // among those of all blocks
  };

  void fillBoxes(const BodyState& state, double time, std::span<const double> reaches);
  std::span<Search> searchesOf(std::size_t block);
  void findBlock(std::size_t number, std::span<const double> reaches);
  void divideBlocks(std::span<const double> reaches);
  void findPair(Search& search, double reach, Worker& worker, Block& block) const;
  void findConvex(Search& search, double reach, Block& block) const;
  void findSurfaces(Search& search, double reach, Worker& worker, Block& block) const;
  void join();
  Feature featureOf(Index body, const std::int64_t* numbers) const;

  const ForceBodies& bodies_;
  const BodyInertia& inertia_;
  std::unique_ptr<BroadPhase> phase_;
  DividedWork* ranks_ = nullptr;  // null: there are no others
  std::vector<Pose> poses_;
  BoxArrays boxes_;
  std::vector<Search> searches_;
  std::vector<Block> blocks_;
  std::vector<NearPair> pairs_;
  std::vector<NearPoint> points_;
  struct Workers;
  std::unique_ptr<Workers> workers_;
};

}  // namespace talus
