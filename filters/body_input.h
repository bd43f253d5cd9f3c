#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "block_meshes.h"
#include "contact/scene/contact_bodies.h"
#include "scene_data.h"

class vtkDataObject;

namespace talus::filters {

/// Bodies as they come through pipes: those of a scene, or one for each block of surfaces, where it lies.
struct BodyInput {
  SceneStamp stamp;                ///< of the shapes' data: equal stamps, equal shapes
  std::vector<std::string> names;  ///< of the shapes
  std::vector<TriangleMesh> shapes;
  std::vector<Vec3> offsets;  ///< what was subtracted from their coordinates since they were read
  ContactBodies bodies;
  std::vector<std::int64_t> ids;  ///< of the bodies: the scene's, or numbers of blocks
  std::vector<Vec3> centres;      ///< of mass; of surfaces: of the box around
  double halo = 0;                ///< the scene's; 0: not chosen
  bool fromScene = false;
  std::vector<std::string> empty;  ///< surfaces that have no triangle: they are no bodies
  std::int64_t ghosts = 0;         ///< cells of surfaces that were left out as copies of others
};

/// Reads bodies from one scene, or from surfaces and composites of them, numbered through. A scene belongs to
/// the rank that has it; the surfaces of all ranks are brought together.
class BodyReader {
 public:
  /// @param known shapes of a scene with this stamp are not read again: they have no triangles.
  explicit BodyReader(const RankGroup& ranks, SceneStamp known = {})
      : ranks_(ranks), known_(std::move(known)) {}

  /// @throws Error a scene among others, or one that is not sound; blocks that are not polygons.
  void read(const std::vector<vtkDataObject*>& inputs);
  /// Brings the surfaces of all ranks together. Collective.
  void gather();
  /// @throws Error coordinates that are not finite.
  BodyInput take();

 private:
  void takeSurface(int number, BlockMesh& block);

  RankGroup ranks_;
  SceneStamp known_;
  std::vector<MeshPiece> pieces_;
  std::map<int, BlockMesh> surfaces_;
  BodyInput found_;
};

}  // namespace talus::filters
