#include "vtkTalusFoamSource.h"

#include <vtkObjectFactory.h>

#include "shape_source.h"
#include "shapes/foam.h"

vtkStandardNewMacro(vtkTalusFoamSource);

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
     << indent << "Triangles: " << this->Triangles << "\n";
}
