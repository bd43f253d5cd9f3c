#include "runs/vtkTalusRunReader.h"

#include <vtkObjectFactory.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

vtkStandardNewMacro(vtkTalusRunReader);

void vtkTalusRunReader::SetFileName(const char* settings) {
  const std::filesystem::path path = settings ? settings : "";
  this->Superclass::SetFileName(path.empty() ? nullptr : (path.parent_path() / "run.pvd").c_str());
}

int vtkTalusRunReader::CanReadFile(const char* file) {
  constexpr std::size_t looked = 4096;
  std::ifstream stream(file ? file : "", std::ios::binary);
  std::string head(looked, '\0');
  stream.read(head.data(), looked);
  return head.find("\"talus-run-") != std::string::npos ? 1 : 0;
}

int vtkTalusRunReader::RequestDataObject(vtkInformation* request, vtkInformationVector** inputs,
                                         vtkInformationVector* outputs) {
  std::error_code error;
  const char* frames = this->GetFileName();
  if (frames && !std::filesystem::exists(frames, error)) {
    vtkErrorMacro("The run has no frames yet: " << frames
                                                << ". Wait for its first frame, and reload the file");
    return 0;
  }
  return this->Superclass::RequestDataObject(request, inputs, outputs);
}
