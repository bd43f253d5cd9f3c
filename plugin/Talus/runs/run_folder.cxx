#include "runs/run_folder.h"

#include <vtkXMLReader.h>

#include <system_error>

namespace talus::plugin {

std::filesystem::path runUpstreamOf(vtkAlgorithm& algorithm) {
  vtkAlgorithm* first = &algorithm;
  while (first && first->GetNumberOfInputPorts() > 0 && first->GetNumberOfInputConnections(0) > 0)
    first = first->GetInputAlgorithm(0, 0);
  auto* reader = vtkXMLReader::SafeDownCast(first);
  if (!reader || !reader->GetFileName()) return {};
  std::filesystem::path folder = std::filesystem::absolute(reader->GetFileName()).parent_path();
  std::error_code error;
  return std::filesystem::exists(folder / "run.json", error) ? folder : std::filesystem::path();
}

}  // namespace talus::plugin
