#include "runs/run_shapes.h"

#include <vtkCompositeDataSet.h>
#include <vtkInformation.h>
#include <vtkNew.h>
#include <vtkPartitionedDataSetCollection.h>

#include <string>
#include <system_error>

#include "runs/run_folder.h"
#include "vtkTalusSceneReader.h"

namespace talus::plugin {

namespace {

namespace fs = std::filesystem;

Shapes shapesIn(const fs::path& scene) {
  const vtkNew<vtkTalusSceneReader> reader;
  reader->SetFileName(scene.c_str());
  reader->Update();
  vtkPartitionedDataSetCollection& data = *reader->GetOutput();
  Shapes shapes;
  for (unsigned int i = 0; i < data.GetNumberOfPartitionedDataSets(); ++i) {
    const std::string name = data.GetMetaData(i)->Get(vtkCompositeDataSet::NAME());
    if (name.starts_with("Shapes/")) shapes.emplace_back(vtkPolyData::SafeDownCast(data.GetPartition(i, 0)));
  }
  return shapes;
}

}  // namespace

const Shapes& RunShapes::of(vtkAlgorithm& algorithm) {
  const fs::path folder = runUpstreamOf(algorithm);
  const fs::path scene = folder.empty() ? folder : folder / "scene.json";
  std::error_code error;
  const fs::file_time_type written = fs::last_write_time(scene, error);
  if (error) {
    *this = {};
  } else if (scene != scene_ || written != written_) {
    *this = {};
    scene_ = scene;
    written_ = written;
    shapes_ = shapesIn(scene);
  }
  return shapes_;
}

}  // namespace talus::plugin
