#include "runs/run_contacts.h"

#include <vtkMultiProcessController.h>

#include <filesystem>
#include <system_error>

#include "runs/run_folder.h"

namespace talus::plugin {

vtkSmartPointer<vtkPolyData> RunContacts::of(vtkAlgorithm& algorithm, double time) {
  const std::filesystem::path file = runUpstreamOf(algorithm) / "contacts.pvd";
  std::error_code error;
  if (!std::filesystem::exists(file, error)) return vtkSmartPointer<vtkPolyData>::New();
  vtkMultiProcessController* controller = vtkMultiProcessController::GetGlobalController();
  reader_->SetFileName(file.c_str());
  reader_->UpdateTimeStep(time, controller ? controller->GetLocalProcessId() : 0,
                          controller ? controller->GetNumberOfProcesses() : 1);
  vtkSmartPointer<vtkPolyData> contacts = vtkPolyData::SafeDownCast(reader_->GetOutputDataObject(0));
  return contacts ? contacts : vtkSmartPointer<vtkPolyData>::New();
}

}  // namespace talus::plugin
