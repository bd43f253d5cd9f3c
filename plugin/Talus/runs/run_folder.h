#pragma once

#include <filesystem>

class vtkAlgorithm;

namespace talus::plugin {

/// The folder of the run from which an algorithm's data come: that of the file that is read at the beginning
/// of its pipeline. Empty if there is none.
std::filesystem::path runUpstreamOf(vtkAlgorithm& algorithm);

}  // namespace talus::plugin
