#include "vtkTalusContainerSource.h"

#include <vtkObjectFactory.h>

#include "options/container_options.h"
#include "shape_source.h"
#include "shapes/container.h"

vtkStandardNewMacro(vtkTalusContainerSource);

int vtkTalusContainerSource::RequestData(vtkInformation*, vtkInformationVector**,
                                         vtkInformationVector* outputs) {
  return talus::filters::produceShape(*this, *outputs, 1, [this](talus::Context& context) {
    return makeContainer(this->CoreOptions(), context);
  });
}
