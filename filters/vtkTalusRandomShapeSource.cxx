#include "vtkTalusRandomShapeSource.h"

void vtkTalusRandomShapeSource::PrintSelf(ostream& os, vtkIndent indent) {
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Seed: " << this->Seed << "\n"
     << indent << "NumberOfThreads: " << this->NumberOfThreads << "\n";
}
