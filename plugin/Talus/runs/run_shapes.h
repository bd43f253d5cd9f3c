#pragma once

#include <vtkPolyData.h>
#include <vtkSmartPointer.h>

#include <filesystem>
#include <vector>

class vtkAlgorithm;

namespace talus::plugin {

using Shapes = std::vector<vtkSmartPointer<vtkPolyData>>;

/// The shapes of the bodies of a run, whose frames have none: those of the scene in its folder.
class RunShapes {
 public:
  /// The shapes of the run from which the data of an algorithm come: its folder is that of the file that is
  /// read upstream. Empty if there is none. The scene is read again only if its file has changed.
  const Shapes& of(vtkAlgorithm& algorithm);

 private:
  std::filesystem::path scene_;
  std::filesystem::file_time_type written_;
  Shapes shapes_;
};

}  // namespace talus::plugin
