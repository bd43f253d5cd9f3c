#include "vtkTalusGrainSource.h"

#include <vtkObjectFactory.h>

#include "shape_source.h"
#include "shapes/grain.h"

vtkStandardNewMacro(vtkTalusGrainSource);

vtkTalusGrainSource::vtkTalusGrainSource() {
  this->SetNumberOfInputPorts(0);
}

int vtkTalusGrainSource::RequestInformation(vtkInformation*, vtkInformationVector**,
                                            vtkInformationVector* outputs) {
  talus::filters::announcePieces(*outputs);
  return 1;
}

int vtkTalusGrainSource::RequestData(vtkInformation*, vtkInformationVector**, vtkInformationVector* outputs) {
  talus::GrainOptions options;
  options.shape = static_cast<talus::Shape>(this->Shape);
  options.placement = {talus::Vec3(this->Center), this->Size};
  options.sphere.levels = this->Levels;
  options.block.tunnels = this->Tunnels;
  options.block.tunnelDiameter = this->TunnelDiameter;
  options.block.tortuosity = this->Tortuosity;
  options.block.rounding = this->Rounding;
  options.block.triangles = this->Triangles;
  options.block.seed = static_cast<std::uint64_t>(this->Seed);
  return talus::filters::produceShape(
      *this, *outputs, this->NumberOfThreads,
      [&options](talus::Context& context) { return makeGrain(options, context); });
}

void vtkTalusGrainSource::PrintSelf(ostream& os, vtkIndent indent) {
  this->Superclass::PrintSelf(os, indent);
  os << indent << "Shape: " << this->Shape << "\n"
     << indent << "Levels: " << this->Levels << "\n"
     << indent << "Tunnels: " << this->Tunnels << "\n"
     << indent << "TunnelDiameter: " << this->TunnelDiameter << "\n"
     << indent << "Tortuosity: " << this->Tortuosity << "\n"
     << indent << "Rounding: " << this->Rounding << "\n"
     << indent << "Triangles: " << this->Triangles << "\n"
     << indent << "Seed: " << this->Seed << "\n"
     << indent << "Size: " << this->Size << "\n"
     << indent << "Center: " << this->Center[0] << " " << this->Center[1] << " " << this->Center[2] << "\n"
     << indent << "NumberOfThreads: " << this->NumberOfThreads << "\n";
}
