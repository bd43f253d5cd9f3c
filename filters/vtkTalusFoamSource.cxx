#include "vtkTalusFoamSource.h"

#include <vtkObjectFactory.h>

#include "shape_source.h"
#include "shapes/foam.h"

vtkStandardNewMacro(vtkTalusFoamSource);

vtkTalusFoamSource::vtkTalusFoamSource() {
  this->SetNumberOfInputPorts(0);
}

int vtkTalusFoamSource::RequestInformation(vtkInformation*, vtkInformationVector**,
                                           vtkInformationVector* outputs) {
  talus::filters::announcePieces(*outputs);
  return 1;
}

int vtkTalusFoamSource::RequestData(vtkInformation*, vtkInformationVector**, vtkInformationVector* outputs) {
  talus::FoamOptions options;
  options.placement = {talus::Vec3(this->Center), this->Size};
  options.outline = static_cast<talus::FoamOutline>(this->Outline);
  options.cells = this->Cells;
  options.strutThickness = this->StrutThickness;
  options.irregularity = this->Irregularity;
  options.triangles = this->Triangles;
  options.seed = static_cast<std::uint64_t>(this->Seed);
  return talus::filters::produceShape(
      *this, *outputs, this->NumberOfThreads,
      [&options](talus::Context& context) { return makeFoam(options, context); });
}

void vtkTalusFoamSource::PrintSelf(ostream& os, vtkIndent indent) {
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Outline: " << this->Outline << "\n"
     << indent << "Cells: " << this->Cells << "\n"
     << indent << "StrutThickness: " << this->StrutThickness << "\n"
     << indent << "Irregularity: " << this->Irregularity << "\n"
     << indent << "Triangles: " << this->Triangles << "\n"
     << indent << "Seed: " << this->Seed << "\n"
     << indent << "Size: " << this->Size << "\n"
     << indent << "Center: " << this->Center[0] << " " << this->Center[1] << " " << this->Center[2] << "\n"
     << indent << "NumberOfThreads: " << this->NumberOfThreads << "\n";
}
