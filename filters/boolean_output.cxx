#include "boolean_output.h"

#include <vtkCellData.h>
#include <vtkCompositeDataSet.h>
#include <vtkInformation.h>
#include <vtkIntArray.h>
#include <vtkNew.h>
#include <vtkPartitionedDataSetCollection.h>
#include <vtkPolyData.h>

#include <string>

#include "array_memory.h"
#include "field_data.h"
#include "mesh_output.h"

namespace talus::filters {

namespace {

void describe(const ArrangementBody& body, vtkPolyData& output) {
  addNumber(output, "Volume", body.moments.volume);
  addNumber(output, "Area", body.moments.area);
  addVector(output, "Centroid", body.moments.centroid);
  addCount(output, "NewPoints", body.rounding.newPoints);
  addCount(output, "CollapsedTriangles", body.rounding.collapsed);
  addCount(output, "RepeatedArrangements", body.rounding.arrangements);
  addCount(output, "SelfIntersections", body.rounding.intersections);
}

}  // namespace

void writeBody(const ArrangementBody& body, const std::vector<int>& blocks,
               const std::vector<MeshPiece>& pieces, PassedArrays passed, vtkPolyData& output) {
  writeMesh(body.mesh, output);
  vtkNew<vtkIntArray> surface;
  surface->SetName("SourceSurface");
  setTuples(*surface, static_cast<vtkIdType>(body.mesh.triangleCount()));
  std::vector<SourceTriangle> sources;
  for (std::size_t t = 0; t < body.mesh.triangleCount(); ++t) {
    const int block = blocks[static_cast<std::size_t>(body.surface[t])];
    sources.push_back({block, body.cell[t]});
    surface->SetValue(static_cast<vtkIdType>(t), block);
  }
  writeSources(body.mesh, sources, pieces, passed, output);
  output.GetCellData()->AddArray(surface);
  describe(body, output);
}

void writeRegions(const std::vector<ArrangementRegion>& regions, const std::vector<int>& blocks,
                  const std::vector<MeshPiece>& pieces, PassedArrays passed,
                  vtkPartitionedDataSetCollection& output) {
  for (const ArrangementRegion& region : regions) {
    vtkNew<vtkPolyData> data;
    writeBody(region.body, blocks, pieces, passed, *data);
    std::vector<std::int64_t> inside;
    std::string name = "in";
    for (const Index surface : region.inside) {
      inside.push_back(blocks[static_cast<std::size_t>(surface)]);
      name.append(" ").append(std::to_string(inside.back()));
    }
    addCounts(*data, "Inside", inside);
    const unsigned int number = output.GetNumberOfPartitionedDataSets();
    output.SetPartition(number, 0, data);
    output.GetMetaData(number)->Set(vtkCompositeDataSet::NAME(), name.c_str());
  }
}

}  // namespace talus::filters
