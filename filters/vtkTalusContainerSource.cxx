#include "vtkTalusContainerSource.h"

#include <vtkObjectFactory.h>

#include "shape_source.h"
#include "shapes/container.h"

vtkStandardNewMacro(vtkTalusContainerSource);

int vtkTalusContainerSource::RequestData(vtkInformation*, vtkInformationVector**,
                                         vtkInformationVector* outputs) {
  talus::ContainerOptions options;
  options.kind = static_cast<talus::Container>(this->Kind);
  options.placement = {talus::Vec3(this->Center), this->Size};
  options.thickness = this->Thickness;
  options.height = this->Height;
  options.depth = this->Depth;
  options.opening = this->Opening;
  options.slope = this->Slope;
  options.railHeight = this->RailHeight;
  options.crossSection = static_cast<talus::CrossSection>(this->CrossSection);
  options.segments = this->Segments;
  return talus::filters::produceShape(
      *this, *outputs, 1, [&options](talus::Context& context) { return makeContainer(options, context); });
}

void vtkTalusContainerSource::PrintSelf(ostream& os, vtkIndent indent) {
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Kind: " << this->Kind << "\n"
     << indent << "Thickness: " << this->Thickness << "\n"
     << indent << "Height: " << this->Height << "\n"
     << indent << "Depth: " << this->Depth << "\n"
     << indent << "Opening: " << this->Opening << "\n"
     << indent << "Slope: " << this->Slope << "\n"
     << indent << "RailHeight: " << this->RailHeight << "\n"
     << indent << "CrossSection: " << this->CrossSection << "\n"
     << indent << "Segments: " << this->Segments << "\n";
}
