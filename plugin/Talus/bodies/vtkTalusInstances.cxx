#include "bodies/vtkTalusInstances.h"

#include <vtkDataArray.h>
#include <vtkDataObject.h>
#include <vtkHardwareSelector.h>
#include <vtkMath.h>
#include <vtkMatrix4x4.h>
#include <vtkObjectFactory.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>
#include <vtkRenderer.h>

#include <array>
#include <cmath>

#include "bodies/instances.h"

vtkStandardNewMacro(vtkTalusInstances);

namespace {

using Selector = vtkHardwareSelector;

/// The number in a pixel of a buffer of 24 bits.
vtkIdType numberAt(const unsigned char* pixel) {
  return pixel[0] | pixel[1] << 8 | pixel[2] << 16;
}

void write(vtkIdType number, unsigned char* pixel) {
  for (int byte = 0; byte < 3; ++byte) pixel[byte] = static_cast<unsigned char>(number >> 8 * byte & 0xff);
}

/// The array that has what is written in a pass, the pass that has drawn whose value it is, and the number
/// that stands for 0.
struct Meaning {
  const char* array;
  int drawn;
  vtkIdType zero;
};

/// What the mapper draws for instance 0, which differs between versions of VTK.
vtkIdType zeroOf(Selector& selector) {
  selector.SetPropColorValue(vtkIdType{0});
  return std::lround(255 * selector.GetPropColorValue()[0]);
}

/// Numbers need not more than 24 bits: so many bodies are not drawn.
Meaning meaningOf(Selector& selector) {
  const int pass = selector.GetCurrentPass();
  switch (pass) {
    case Selector::PROCESS_PASS:
      return {talus::plugin::process, Selector::POINT_ID_LOW24, 1};
    case Selector::POINT_ID_LOW24:
    case Selector::CELL_ID_LOW24:
      return {talus::plugin::number, pass, zeroOf(selector)};
    default:
      return {nullptr, pass, 0};
  }
}

}  // namespace

vtkTalusInstances::vtkTalusInstances() = default;
vtkTalusInstances::~vtkTalusInstances() = default;

void vtkTalusInstances::SetBox(const vtkBoundingBox& box) {
  this->Box = box;
}

double* vtkTalusInstances::GetBounds() {
  vtkMath::UninitializeBounds(this->Bounds);
  if (!this->Box.IsValid()) return this->Bounds;
  vtkBoundingBox placed;
  for (int corner = 0; corner < 8; ++corner) {
    std::array<double, 4> at{0, 0, 0, 1};
    this->Box.GetCorner(corner, at.data());
    this->GetMatrix()->MultiplyPoint(at.data(), at.data());
    placed.AddPoint(at.data());
  }
  placed.GetBounds(this->Bounds);
  return this->Bounds;
}

void vtkTalusInstances::SetInstances(vtkPolyData* instances) {
  this->Instances = instances;
}

// Where cells are picked, the mapper draws whole shapes.
int vtkTalusInstances::RenderOpaqueGeometry(vtkViewport* viewport) {
  auto* renderer = vtkRenderer::SafeDownCast(viewport);
  Selector* selector = renderer ? renderer->GetSelector() : nullptr;
  if (!selector) return this->Superclass::RenderOpaqueGeometry(viewport);
  const int association = selector->GetFieldAssociation();
  selector->SetFieldAssociation(vtkDataObject::FIELD_ASSOCIATION_CELLS);
  const int drawn = this->Superclass::RenderOpaqueGeometry(viewport);
  selector->SetFieldAssociation(association);
  return drawn;
}

void vtkTalusInstances::ProcessSelectorPixelBuffers(vtkHardwareSelector* selector,
                                                    std::vector<unsigned int>& pixels) {
  const auto [array, drawn, zero] = meaningOf(*selector);
  vtkDataArray* values =
      array && this->Instances ? this->Instances->GetPointData()->GetArray(array) : nullptr;
  const unsigned char* from = selector->GetRawPixelBuffer(drawn);
  unsigned char* to = selector->GetPixelBuffer(selector->GetCurrentPass());
  if (!values || !from || !to) return;
  const vtkIdType first = zeroOf(*selector);
  for (const unsigned int pixel : pixels) {
    const vtkIdType instance = numberAt(from + pixel) - first;
    if (instance < 0 || instance >= values->GetNumberOfTuples()) continue;
    write(static_cast<vtkIdType>(values->GetComponent(instance, 0)) + zero, to + pixel);
  }
}
