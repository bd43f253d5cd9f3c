#include "vtkTalusGrainSource.h"

#include <vtkObjectFactory.h>

#include "options/grain_options.h"
#include "shape_source.h"
#include "shapes/grain.h"

vtkStandardNewMacro(vtkTalusGrainSource);

int vtkTalusGrainSource::RequestData(vtkInformation*, vtkInformationVector**, vtkInformationVector* outputs) {
  return talus::filters::produceShape(
      *this, *outputs, this->NumberOfThreads,
      [this](talus::Context& context) { return makeGrain(this->CoreOptions(), context); });
}
