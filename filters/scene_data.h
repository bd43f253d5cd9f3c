#pragma once

#include <vtkPolyData.h>
#include <vtkSmartPointer.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "scene/scene.h"

class vtkDataObject;
class vtkPartitionedDataSetCollection;

namespace talus::filters {

/// Writes a scene as VTK data:
/// * `Bodies`: a vtkPolyData, one vertex per body at its centre of mass. Its point arrays are those of the
///   core's Bodies. Its field data (without bodies, the field data of the collection) are materials, pairs
///   and motions (rows of JSON), gravity and halo;
/// * `Shapes/<name>`: a vtkPolyData each, in body coordinates; field data: the offset of their origin.
/// These are the names of the blocks and of nodes of the assembly. Reading the data back gives the same
/// scene, bit for bit.
void writeScene(const Scene& scene, vtkPartitionedDataSetCollection& output);

/// Parts of writeScene(): the bodies with their arrays; and materials, pairs, motions, gravity and halo as
/// field data.
void writeBodies(const Scene& scene, vtkPolyData& output);
void writeWorld(const Scene& scene, vtkDataObject& to);

/// The blocks of a scene.
struct SceneBlocks {
  vtkSmartPointer<vtkPolyData> bodies;
  std::vector<vtkSmartPointer<vtkPolyData>> shapes;
  std::vector<std::string> shapeNames;
};

/// The name of a block, empty if it has none.
std::string blockName(vtkPartitionedDataSetCollection& collection, unsigned int block);

/// Whether data represents a scene: a collection that has a block of bodies and no block of surfaces.
bool isScene(vtkDataObject& data);

/// The blocks of a scene. @throws Error if there is no block of bodies, or a block has the wrong type.
SceneBlocks sceneBlocks(vtkPartitionedDataSetCollection& input);

/// The data of the blocks and their modification times. Equal stamps mean equal scenes.
using SceneStamp = std::vector<std::pair<const void*, std::uint64_t>>;
SceneStamp sceneStamp(vtkPartitionedDataSetCollection& input);

/// Reads a scene back and checks it. Mass properties of the shapes are not set: see measureShapes(). A scene
/// whose bodies have no materials gets one.
/// @param shapes Names omits the shapes' surfaces, for callers that have them.
/// @throws Error if it is not a scene, an array is missing or has the wrong type or size, or requireValid()
/// fails.
enum class ShapeReading { Whole, Names };
Scene readScene(vtkPartitionedDataSetCollection& input, ShapeReading shapes = ShapeReading::Whole);

/// Computes the mass properties of the shapes read. Runs the context's stages to 1.
/// @throws Error for a shape that is open or whose centre of mass is not the origin. @throws Cancelled.
void measureShapes(Scene& scene, Context& context);

}  // namespace talus::filters
