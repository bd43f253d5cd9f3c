#pragma once

#include <cstdint>
#include <vector>

#include "base/context.h"
#include "distributed/communicator.h"
#include "dynamics/run/initial_overlaps.h"
#include "options/time_stepping_options.h"
#include "scene/scene.h"

namespace talus {

/// What a rank knows of a scene at the start.
struct SceneShare {
  Scene scene;                            ///< with all walls, and the dynamic bodies of this rank
  std::vector<Index> numbers;             ///< of these bodies: rows of the whole scene, ascending
  std::vector<PrescribedMotion> motions;  ///< of the whole scene
  std::size_t bodies = 0;                 ///< in the whole scene
  double halo = 0;                        ///< m, of each body
  std::uint64_t mark = 0;                 ///< snapshotMark() of the whole scene
  InitialOverlaps overlaps;               ///< of the whole scene, on rank 0
};

/// Divides a scene that rank 0 has among all ranks: the bodies in turn, wherever they are. Each rank gets all
/// shapes. Resolves initial overlaps on rank 0.
/// @param whole on rank 0; ignored on the others.
/// @throws Error a fault of the scene; overlaps that are to be refused. Cancelled.
SceneShare divide(Scene whole, const SimulationOptions& options, Context& context, Communicator& ranks);

/// Gives all ranks the whole scene. @param whole on rank 0; ignored on the others. @throws Error a fault of
/// the scene.
Scene sharedScene(Scene whole, Communicator& ranks);

/// The motions of some of the bodies.
std::vector<PrescribedMotion> motionsOf(const Bodies& bodies, const std::vector<PrescribedMotion>& all);

}  // namespace talus
