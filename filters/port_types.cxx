#include "port_types.h"

#include <vtkAlgorithm.h>
#include <vtkDataObject.h>
#include <vtkInformation.h>
#include <vtkInformationVector.h>
#include <vtkNew.h>
#include <vtkPolyData.h>

namespace talus::filters {

int takeTypes(vtkInformation& port, std::initializer_list<const char*> types) {
  port.Remove(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE());
  for (const char* type : types) port.Append(vtkAlgorithm::INPUT_REQUIRED_DATA_TYPE(), type);
  return 1;
}

int makeOutputLikeInputAndPolyData(vtkInformationVector** inputs, vtkInformationVector* outputs) {
  vtkDataObject* input = vtkDataObject::GetData(inputs[0]);
  if (!input) return 0;
  vtkDataObject* first = vtkDataObject::GetData(outputs, 0);
  if (!first || first->GetDataObjectType() != input->GetDataObjectType())
    outputs->GetInformationObject(0)->Set(vtkDataObject::DATA_OBJECT(),
                                          vtk::TakeSmartPointer(input->NewInstance()));
  for (int port = 1; port < outputs->GetNumberOfInformationObjects(); ++port)
    if (!vtkPolyData::GetData(outputs, port))
      outputs->GetInformationObject(port)->Set(vtkDataObject::DATA_OBJECT(), vtkNew<vtkPolyData>());
  return 1;
}

}  // namespace talus::filters
