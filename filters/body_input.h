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

/// Bodies from a filter's inputs: the bodies of a scene, or one body in place for each block of surfaces.
struct BodyInput {
  SceneStamp stamp;                ///< of the shapes' data; equal stamps mean equal shapes
  std::vector<std::string> names;  ///< of the shapes
  std::vector<TriangleMesh> shapes;
  std::vector<Vec3> offsets;  ///< vectors subtracted from their coordinates since reading
  ContactBodies bodies;
  std::vector<std::int64_t> ids;               ///< of the bodies: of the scene, or numbers of blocks
  std::map<std::int64_t, std::string> labels;  ///< by id: names of blocks that have one
  std::vector<Vec3> centres;                   ///< centres of mass; for surfaces centres of their boxes
  double halo = 0;                             ///< of the scene; 0: not chosen
  bool fromScene = false;
  std::vector<std::string> empty;  ///< surfaces without triangles, which are not bodies
  std::int64_t ghosts = 0;         ///< ghost cells of surfaces that were omitted

  /// The name of a body in sentences: of its block; "surface 3 (b.stl)", or "body 3" of a scene.
  std::string labelOf(std::int64_t id) const;
};

/// Reads bodies from one scene, or from surfaces and composites of them, numbered consecutively. A scene
/// belongs to the rank that has it; the surfaces of all ranks are gathered.
class BodyReader {
 public:
  /// @param known the shapes of a scene with this stamp are not read again and have no triangles.
  explicit BodyReader(const RankGroup& ranks, SceneStamp known = {})
      : ranks_(ranks), known_(std::move(known)) {}

  /// @throws Error for a scene together with other inputs, an invalid scene, or blocks that are not polygons.
  /// @param names as of readSplitPieces().
  void read(const std::vector<vtkDataObject*>& inputs, const std::vector<std::string>& names = {});
  /// Gathers the surfaces of all ranks. Collective.
  void gather();
  /// Returns the bodies. @throws Error for coordinates that are not finite.
  BodyInput take();

 private:
  void takeSurface(int number, BlockMesh& block, const std::string& name);

  RankGroup ranks_;
  SceneStamp known_;
  std::vector<MeshPiece> pieces_;
  std::map<int, BlockMesh> surfaces_;
  BodyInput found_;
};

}  // namespace talus::filters
