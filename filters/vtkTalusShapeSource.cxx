#include "vtkTalusShapeSource.h"

#include <vtkInformation.h>
#include <vtkInformationVector.h>

vtkTalusShapeSource::vtkTalusShapeSource() {
  this->SetNumberOfInputPorts(0);
}

// The whole body is piece 0: other pieces are empty.
int vtkTalusShapeSource::RequestInformation(vtkInformation*, vtkInformationVector**,
                                            vtkInformationVector* outputs) {
  outputs->GetInformationObject(0)->Set(vtkAlgorithm::CAN_HANDLE_PIECE_REQUEST(), 1);
  return 1;
}
