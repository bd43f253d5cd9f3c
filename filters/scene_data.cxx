#include "scene_data.h"

#include <vtkCellArray.h>
#include <vtkCompositeDataSet.h>
#include <vtkDataAssembly.h>
#include <vtkDoubleArray.h>
#include <vtkFieldData.h>
#include <vtkInformation.h>
#include <vtkIntArray.h>
#include <vtkNew.h>
#include <vtkPartitionedDataSetCollection.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>
#include <vtkStringArray.h>
#include <vtkTypeInt64Array.h>
#include <vtkVariant.h>

#include <cmath>
#include <cstring>
#include <numeric>
#include <type_traits>
#include <utility>

#include "array_memory.h"
#include "base/error.h"
#include "field_data.h"
#include "mesh_output.h"
#include "polygon_triangles.h"
#include "scene/scene_json.h"

namespace talus::filters {

namespace {

constexpr const char* bodiesName = "Bodies";
const std::string shapesPrefix = "Shapes/";

/// Copies values; each one is `components` `Component`s in memory.
template <class Array, class Value>
void addArray(vtkFieldData& data, const char* name, int components, const std::vector<Value>& values) {
  vtkNew<Array> array;
  array->SetName(name);
  array->SetNumberOfComponents(components);
  setTuples(*array, static_cast<vtkIdType>(values.size()));
  static_assert(sizeof(Value) % sizeof(*array->GetPointer(0)) == 0);
  const auto* bytes = static_cast<const void*>(values.data());
  if (!values.empty()) std::memcpy(array->GetPointer(0), bytes, values.size() * sizeof(Value));
  data.AddArray(array);
}

[[noreturn]] void refuseArray(const char* name, const std::string& problem) {
  throw Error("The array '" + std::string(name) + "' " + problem, "block Bodies",
              "Take a scene from Scene Reader or Body Placement");
}

/// A component of an array converted to another type; exact for integers.
template <class Component>
Component convertedValue(vtkDataArray& array, vtkIdType i) {
  const vtkVariant value = array.GetVariantValue(i);
  if constexpr (std::is_floating_point_v<Component>) {
    return value.ToDouble();
  } else {
    const double real = value.ToDouble();
    const bool isReal = value.IsFloat() || value.IsDouble();
    const bool isWhole = !isReal || (std::floor(real) == real && std::abs(real) < 0x1p53);
    if (!isWhole || !std::in_range<Component>(value.ToTypeInt64()))
      refuseArray(array.GetName(), "holds " + value.ToString() + ", which cannot be");
    return static_cast<Component>(value.ToTypeInt64());
  }
}

/// The values of an array of bodies, of any numeric type.
template <class Value, class Component>
void readArray(vtkFieldData& data, const char* name, std::vector<Value>& values) {
  constexpr std::size_t bytes = sizeof(Component);
  constexpr auto components = static_cast<int>(sizeof(Value) / bytes);
  vtkDataArray* array = data.GetArray(name);
  if (!array) refuseArray(name, "is missing");
  if (array->GetNumberOfComponents() != components)
    refuseArray(name, "has " + std::to_string(array->GetNumberOfComponents()) + " components, not " +
                          std::to_string(components));
  if (array->GetNumberOfTuples() != static_cast<vtkIdType>(values.size()))
    refuseArray(name, "has " + std::to_string(array->GetNumberOfTuples()) + " values for " +
                          std::to_string(values.size()) + " bodies");
  auto* to = reinterpret_cast<Component*>(values.data());
  if (const auto* same = vtkAOSDataArrayTemplate<Component>::FastDownCast(array)) {
    auto& source = const_cast<vtkAOSDataArrayTemplate<Component>&>(*same);
    if (!values.empty()) std::memcpy(to, source.GetPointer(0), values.size() * sizeof(Value));
    return;
  }
  for (vtkIdType i = 0; i < array->GetNumberOfValues(); ++i) *to++ = convertedValue<Component>(*array, i);
}

void addBlock(vtkPartitionedDataSetCollection& output, vtkPolyData* data, const std::string& name) {
  const unsigned int number = output.GetNumberOfPartitionedDataSets();
  output.SetPartition(number, 0, data);
  output.GetMetaData(number)->Set(vtkCompositeDataSet::NAME(), name.c_str());
}

void writeAssembly(const Scene& scene, vtkPartitionedDataSetCollection& output) {
  vtkNew<vtkDataAssembly> assembly;
  assembly->SetRootNodeName("Scene");
  assembly->AddDataSetIndex(assembly->AddNode(bodiesName), 0);
  const int shapes = assembly->AddNode("Shapes");
  for (std::size_t i = 0; i < scene.shapes.size(); ++i) {
    std::string node = scene.shapes[i].name;
    if (vtkDataAssembly::IsNodeNameReserved(node.c_str())) node += '_';
    assembly->AddDataSetIndex(assembly->AddNode(node.c_str(), shapes), static_cast<unsigned int>(i + 1));
  }
  output.SetDataAssembly(assembly);
}

Bodies readBodies(vtkPolyData& block) {
  Bodies bodies;
  if (block.GetNumberOfPoints() == 0) return bodies;
  bodies.resize(static_cast<std::size_t>(block.GetNumberOfPoints()));
  for (std::size_t i = 0; i < bodies.size(); ++i)
    block.GetPoint(static_cast<vtkIdType>(i), bodies.position[i].data());
  vtkFieldData& data = *block.GetPointData();
  readArray<std::int64_t, vtkTypeInt64>(data, "BodyId", bodies.id);
  readArray<Index, int>(data, "Shape", bodies.shape);
  readArray<Quaternion, double>(data, "Orientation", bodies.orientation);
  if (data.HasArray("Scale")) readArray<double, double>(data, "Scale", bodies.scale);
  readArray<Vec3, double>(data, "Velocity", bodies.velocity);
  readArray<Vec3, double>(data, "AngularVelocity", bodies.angularVelocity);
  readArray<double, double>(data, "Mass", bodies.mass);
  readArray<Index, int>(data, "Material", bodies.material);
  readArray<Motion, int>(data, "Motion", bodies.motion);
  return bodies;
}

std::vector<std::string> rowsOf(vtkFieldData& data, const char* name) {
  std::vector<std::string> rows;
  if (auto* array = vtkStringArray::SafeDownCast(data.GetAbstractArray(name)))
    for (vtkIdType i = 0; i < array->GetNumberOfValues(); ++i) rows.push_back(array->GetValue(i));
  return rows;
}

void readWorld(vtkFieldData& data, Scene& scene) {
  const SceneRows rows{rowsOf(data, "Materials"), rowsOf(data, "MaterialPairs"), rowsOf(data, "Motions")};
  readSceneRows(rows, "the field data of the block Bodies", scene);
  if (scene.materials.empty()) scene.materials.push_back({.name = "default"});
  std::vector<Vec3> gravity{scene.gravity};
  std::vector<double> halo{scene.halo};
  std::vector<int> rest{scene.startsAtRest ? 1 : 0};
  if (data.HasArray("Gravity")) readArray<Vec3, double>(data, "Gravity", gravity);
  if (data.HasArray("Halo")) readArray<double, double>(data, "Halo", halo);
  if (data.HasArray("StartsAtRest")) readArray<int, int>(data, "StartsAtRest", rest);
  scene.gravity = gravity[0];
  scene.halo = halo[0];
  scene.startsAtRest = rest[0] != 0;
  if (const auto law = rowsOf(data, "SettledLaw"); !law.empty()) scene.settledLaw = law[0];
}

BodyShape readShape(vtkPolyData& block, const std::string& name, ShapeReading reading) {
  if (reading == ShapeReading::Names) return {.name = name};
  std::vector<Vec3> offset{Vec3::Zero()};
  if (block.GetFieldData()->HasArray("Offset"))
    readArray<Vec3, double>(*block.GetFieldData(), "Offset", offset);
  return {name, splitTrianglesOf(block, "The shape " + name).mesh, offset[0]};
}

/// The only partition of a block; an empty one if the block has none, as VTK's readers produce for empty
/// blocks.
vtkSmartPointer<vtkPolyData> partitionOf(vtkPartitionedDataSetCollection& input, unsigned int block,
                                         const std::string& name) {
  const unsigned int count = input.GetNumberOfPartitions(block);
  vtkDataObject* only = count == 1 ? input.GetPartitionAsDataObject(block, 0) : nullptr;
  if (count == 0 || (count == 1 && !only)) return vtkSmartPointer<vtkPolyData>::New();
  vtkSmartPointer<vtkPolyData> data = vtkPolyData::SafeDownCast(only);
  if (!data)
    throw Error("The block is not one vtkPolyData", "block " + name, "Take the scene as it was read");
  return data;
}

}  // namespace

std::string blockName(vtkPartitionedDataSetCollection& collection, unsigned int block) {
  if (!collection.HasMetaData(block)) return {};
  const char* text = collection.GetMetaData(block)->Get(vtkCompositeDataSet::NAME());
  return text ? text : "";
}

void writeWorld(const Scene& scene, vtkDataObject& to) {
  const SceneRows rows = sceneRows(scene);
  addTexts(to, "Materials", rows.materials);
  addTexts(to, "MaterialPairs", rows.pairs);
  addTexts(to, "Motions", rows.motions);
  addArray<vtkDoubleArray>(*to.GetFieldData(), "Gravity", 3, std::vector{scene.gravity});
  addNumber(to, "Halo", scene.halo);
  addFlag(to, "StartsAtRest", scene.startsAtRest);
  if (!scene.settledLaw.empty()) addTexts(to, "SettledLaw", {scene.settledLaw});
}

void writeBodies(const Scene& scene, vtkPolyData& output) {
  const Bodies& bodies = scene.bodies;
  vtkNew<vtkPolyData> positions;  // only for the array
  addArray<vtkDoubleArray>(*positions->GetPointData(), "position", 3, bodies.position);
  vtkNew<vtkPoints> points;
  points->SetData(positions->GetPointData()->GetArray(0));
  output.SetPoints(points);
  vtkNew<vtkTypeInt64Array> corners;
  setTuples(*corners, static_cast<vtkIdType>(bodies.size()));
  std::iota(corners->GetPointer(0), corners->GetPointer(0) + bodies.size(), 0);
  vtkNew<vtkCellArray> vertices;
  vertices->SetData(1, corners);
  output.SetVerts(vertices);
  vtkFieldData& data = *output.GetPointData();
  addArray<vtkTypeInt64Array>(data, "BodyId", 1, bodies.id);
  addArray<vtkIntArray>(data, "Shape", 1, bodies.shape);
  addArray<vtkDoubleArray>(data, "Orientation", 4, bodies.orientation);
  addArray<vtkDoubleArray>(data, "Scale", 1, bodies.scale);
  addArray<vtkDoubleArray>(data, "Velocity", 3, bodies.velocity);
  addArray<vtkDoubleArray>(data, "AngularVelocity", 3, bodies.angularVelocity);
  addArray<vtkDoubleArray>(data, "Mass", 1, bodies.mass);
  addArray<vtkIntArray>(data, "Material", 1, bodies.material);
  addArray<vtkIntArray>(data, "Motion", 1, bodies.motion);
}

void writeScene(const Scene& scene, vtkPartitionedDataSetCollection& output) {
  output.Initialize();
  vtkNew<vtkPolyData> bodies;
  writeBodies(scene, *bodies);
  if (scene.bodies.size() > 0)
    writeWorld(scene, *bodies);
  else
    writeWorld(scene, output);  // VTK's writers omit empty blocks
  addBlock(output, bodies, bodiesName);
  for (const BodyShape& shape : scene.shapes) {
    vtkNew<vtkPolyData> surface;
    writeMesh(shape.mesh, *surface);
    addArray<vtkDoubleArray>(*surface->GetFieldData(), "Offset", 3, std::vector{shape.offset});
    addBlock(output, surface, shapesPrefix + shape.name);
  }
  writeAssembly(scene, output);
}

bool isScene(vtkDataObject& data) {
  auto* collection = vtkPartitionedDataSetCollection::SafeDownCast(&data);
  if (!collection) return false;
  bool bodies = false;
  for (unsigned int i = 0; i < collection->GetNumberOfPartitionedDataSets(); ++i) {
    const std::string name = blockName(*collection, i);
    bodies = bodies || name == bodiesName;
    if (name.starts_with("Surfaces/")) return false;
  }
  return bodies;
}

SceneBlocks sceneBlocks(vtkPartitionedDataSetCollection& input) {
  SceneBlocks blocks;
  for (unsigned int i = 0; i < input.GetNumberOfPartitionedDataSets(); ++i) {
    const std::string name = blockName(input, i);
    const bool isShape = name.starts_with(shapesPrefix);
    if (!isShape && name != bodiesName) continue;
    const vtkSmartPointer<vtkPolyData> data = partitionOf(input, i, name);
    if (!isShape) blocks.bodies = data;
    if (isShape) blocks.shapes.push_back(data);
    if (isShape) blocks.shapeNames.push_back(name.substr(shapesPrefix.size()));
  }
  if (!blocks.bodies)
    throw Error("This is not a scene: it has no block 'Bodies'", "",
                "Use the output of Scene Reader or Body Placement");
  return blocks;
}

SceneStamp sceneStamp(vtkPartitionedDataSetCollection& input) {
  const SceneBlocks blocks = sceneBlocks(input);
  SceneStamp stamp{{blocks.bodies, blocks.bodies->GetMTime()}};
  for (const auto& shape : blocks.shapes) stamp.emplace_back(shape, shape->GetMTime());
  return stamp;
}

Scene readScene(vtkPartitionedDataSetCollection& input, ShapeReading shapes) {
  const SceneBlocks blocks = sceneBlocks(input);
  Scene scene;
  for (std::size_t i = 0; i < blocks.shapes.size(); ++i)
    scene.shapes.push_back(readShape(*blocks.shapes[i], blocks.shapeNames[i], shapes));
  scene.bodies = readBodies(*blocks.bodies);
  const bool empty = scene.bodies.size() == 0;
  readWorld(empty ? *input.GetFieldData() : *blocks.bodies->GetFieldData(), scene);
  requireValid(scene);
  return scene;
}

void measureShapes(Scene& scene, Context& context) {
  context.beginStage(1, static_cast<std::int64_t>(scene.shapes.size()));
  for (BodyShape& shape : scene.shapes) {
    Context part;
    const Vec3 offset = shape.offset;
    shape = makeBodyShape(shape.name, shape.mesh, part);
    if (shape.offset != Vec3::Zero())
      throw Error("The centre of mass of the shape '" + shape.name + "' is not the origin", "",
                  "Take a scene from Scene Reader or Body Placement");
    shape.offset = offset;
    context.advance(1);
  }
}

}  // namespace talus::filters
