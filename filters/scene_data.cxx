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
#include <vtkStringArray.h>
#include <vtkTypeInt64Array.h>
#include <vtkVariant.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <type_traits>

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

/// The array that holds values of a type: vectors and quaternions are several components.
template <class Value>
struct Held {
  using Array = vtkDoubleArray;
  using Component = double;
};
template <>
struct Held<std::int64_t> {
  using Array = vtkTypeInt64Array;
  using Component = vtkTypeInt64;
};
template <>
struct Held<Index> {
  using Array = vtkIntArray;
  using Component = int;
};
template <>
struct Held<Motion> : Held<Index> {};

template <class Value>
constexpr int componentsOf() {
  static_assert(sizeof(Value) % sizeof(typename Held<Value>::Component) == 0);
  return static_cast<int>(sizeof(Value) / sizeof(typename Held<Value>::Component));
}

/// Copies values.
template <class Value>
void addArray(vtkFieldData& data, const char* name, const std::vector<Value>& values) {
  vtkNew<typename Held<Value>::Array> array;
  array->SetName(name);
  array->SetNumberOfComponents(componentsOf<Value>());
  setTuples(*array, static_cast<vtkIdType>(values.size()));
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
template <class Value>
void readArray(vtkFieldData& data, const char* name, std::vector<Value>& values) {
  using Component = typename Held<Value>::Component;
  constexpr int components = componentsOf<Value>();
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

// Shapes that only bodies have that forces do not move: legends need not tell them apart. Where none is
// moved, all are bodies.
std::vector<bool> wallsOf(const Scene& scene) {
  std::vector<bool> walls(scene.shapes.size(), false), moved(scene.shapes.size(), false);
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const auto shape = static_cast<std::size_t>(scene.bodies.shape[i]);
    if (shape >= walls.size()) continue;
    (scene.bodies.motion[i] == Motion::Dynamic ? moved : walls)[shape] = true;
  }
  const bool anyMoved = std::find(moved.begin(), moved.end(), true) != moved.end();
  for (std::size_t s = 0; s < walls.size(); ++s) walls[s] = walls[s] && !moved[s] && anyMoved;
  return walls;
}

void writeAssembly(const Scene& scene, vtkPartitionedDataSetCollection& output) {
  vtkNew<vtkDataAssembly> assembly;
  assembly->SetRootNodeName("Scene");
  assembly->AddDataSetIndex(assembly->AddNode(bodiesName), 0);
  const int shapes = assembly->AddNode("Shapes");
  const std::vector<bool> walls = wallsOf(scene);
  for (std::size_t i = 0; i < scene.shapes.size(); ++i) {
    std::string node = scene.shapes[i].name;
    if (vtkDataAssembly::IsNodeNameReserved(node.c_str())) node += '_';
    const int number = assembly->AddNode(node.c_str(), shapes);
    assembly->AddDataSetIndex(number, static_cast<unsigned int>(i + 1));
    if (walls[i]) assembly->SetAttribute(number, "wall", 1);
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
  ItemFields<Body>::visitArrays([&](const ItemField& field, auto, auto array) {
    if (*field.array == '\0' || (field.arrayMayBeMissing && !data.HasArray(field.array))) return;
    readArray(data, field.array, bodies.*array);
  });
  return bodies;
}

std::vector<std::string> rowsOf(vtkFieldData& data, const char* name) {
  std::vector<std::string> rows;
  if (auto* array = vtkStringArray::SafeDownCast(data.GetAbstractArray(name)))
    for (vtkIdType i = 0; i < array->GetNumberOfValues(); ++i) rows.push_back(array->GetValue(i));
  return rows;
}

template <class Value>
void readNumber(vtkFieldData& data, const char* name, Value& value) {
  std::vector<Value> values{value};
  if (data.HasArray(name)) readArray(data, name, values);
  value = values[0];
}

void readNumber(vtkFieldData& data, const char* name, bool& value) {
  Index number = value ? 1 : 0;
  readNumber(data, name, number);
  value = number != 0;
}

void readNumber(vtkFieldData& data, const char* name, std::string& value) {
  if (const auto rows = rowsOf(data, name); !rows.empty()) value = rows[0];
}

void readWorld(vtkFieldData& data, Scene& scene) {
  const SceneRows rows{rowsOf(data, "Materials"), rowsOf(data, "MaterialPairs"), rowsOf(data, "Motions")};
  readSceneRows(rows, "the field data of the block Bodies", scene);
  if (scene.materials.empty()) scene.materials.push_back({.name = "default"});
  ItemFields<Scene>::visit(
      [&](const ItemField& field, auto member) { readNumber(data, field.array, scene.*member); });
}

BodyShape readShape(vtkPolyData& block, const std::string& name, ShapeReading reading) {
  if (reading == ShapeReading::Names) return {.name = name};
  std::vector<Vec3> offset{Vec3::Zero()};
  if (block.GetFieldData()->HasArray("Offset")) readArray(*block.GetFieldData(), "Offset", offset);
  const auto split = [&] { return splitTrianglesOf(block, "The shape " + name).mesh; };
  return {name, withSubject({.surface = name}, split), offset[0]};
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
    throw Error("The block is not one vtkPolyData", "block " + name, "Take the scene as it was read",
                {.surface = name});
  return data;
}

}  // namespace

std::string blockName(vtkPartitionedDataSetCollection& collection, unsigned int block) {
  if (!collection.HasMetaData(block)) return {};
  const char* text = collection.GetMetaData(block)->Get(vtkCompositeDataSet::NAME());
  return text ? text : "";
}

namespace {

void addValue(vtkDataObject& to, const char* name, const Vec3& value) {
  addVector(to, name, value);
}

void addValue(vtkDataObject& to, const char* name, double value) {
  addNumber(to, name, value);
}

void addValue(vtkDataObject& to, const char* name, bool value) {
  addFlag(to, name, value);
}

void addValue(vtkDataObject& to, const char* name, const std::string& value) {
  addTexts(to, name, {value});
}

}  // namespace

void writeWorld(const Scene& scene, vtkDataObject& to) {
  const SceneRows rows = sceneRows(scene);
  addTexts(to, "Materials", rows.materials);
  addTexts(to, "MaterialPairs", rows.pairs);
  addTexts(to, "Motions", rows.motions);
  ItemFields<Scene>::visit([&](const ItemField& field, auto member) {
    if (!field.omitsDefault || scene.*member != Scene{}.*member) addValue(to, field.array, scene.*member);
  });
}

void writeBodies(const Scene& scene, vtkPolyData& output) {
  const Bodies& bodies = scene.bodies;
  vtkNew<vtkPolyData> positions;  // only for the array
  addArray(*positions->GetPointData(), "position", bodies.position);
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
  ItemFields<Body>::visitArrays([&](const ItemField& field, auto, auto array) {
    if (*field.array != '\0') addArray(data, field.array, bodies.*array);
  });
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
    addArray(*surface->GetFieldData(), "Offset", std::vector{shape.offset});
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
                  "Take a scene from Scene Reader or Body Placement", {.surface = shape.name});
    shape.offset = offset;
    context.advance(1);
  }
}

}  // namespace talus::filters
