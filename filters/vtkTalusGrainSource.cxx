#include "vtkTalusGrainSource.h"

#include <vtkObjectFactory.h>

#include "shape_source.h"
#include "shapes/grain.h"

vtkStandardNewMacro(vtkTalusGrainSource);

int vtkTalusGrainSource::RequestData(vtkInformation*, vtkInformationVector**, vtkInformationVector* outputs) {
  const auto seed = static_cast<std::uint64_t>(this->Seed);
  talus::GrainOptions options;
  options.shape = static_cast<talus::Shape>(this->Shape);
  options.placement = {talus::Vec3(this->Center), this->Size};
  options.sphere.levels = this->Levels;
  options.block = {
      {}, this->Tunnels, this->TunnelDiameter, this->Tortuosity, this->Rounding, this->Triangles, seed};
  options.convex = {{}, talus::Vec3(this->SemiAxes), this->Vertices, this->Irregularity, seed};
  options.bumped = {{}, this->Bumpiness, this->Octaves, this->Stretch, this->SphereTriangles, seed};
  options.solid = {{},
                   talus::Vec3(this->Extents),
                   this->Height,
                   this->TopDiameter,
                   this->TubeDiameter,
                   this->Sides,
                   this->Segments};
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
     << indent << "SemiAxes: " << this->SemiAxes[0] << " " << this->SemiAxes[1] << " " << this->SemiAxes[2]
     << "\n"
     << indent << "Vertices: " << this->Vertices << "\n"
     << indent << "Irregularity: " << this->Irregularity << "\n"
     << indent << "SphereTriangles: " << this->SphereTriangles << "\n"
     << indent << "Bumpiness: " << this->Bumpiness << "\n"
     << indent << "Octaves: " << this->Octaves << "\n"
     << indent << "Stretch: " << this->Stretch << "\n"
     << indent << "Extents: " << this->Extents[0] << " " << this->Extents[1] << " " << this->Extents[2]
     << "\n"
     << indent << "Height: " << this->Height << "\n"
     << indent << "TopDiameter: " << this->TopDiameter << "\n"
     << indent << "TubeDiameter: " << this->TubeDiameter << "\n"
     << indent << "Sides: " << this->Sides << "\n"
     << indent << "Segments: " << this->Segments << "\n";
}
