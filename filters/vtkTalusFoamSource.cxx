#include "vtkTalusFoamSource.h"

#include <vtkObjectFactory.h>

#include "options/foam_options.h"
#include "shape_source.h"
#include "shapes/foam.h"

vtkStandardNewMacro(vtkTalusFoamSource);

int vtkTalusFoamSource::RequestData(vtkInformation*, vtkInformationVector**, vtkInformationVector* outputs) {
  return talus::filters::produceShape(
      *this, *outputs, this->NumberOfThreads,
      [this](talus::Context& context) { return makeFoam(this->CoreOptions(), context); });
}
