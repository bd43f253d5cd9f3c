#include "bodies/vtkTalusInstances.h"

#include <vtkMath.h>
#include <vtkMatrix4x4.h>
#include <vtkObjectFactory.h>

#include <array>

vtkStandardNewMacro(vtkTalusInstances);

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
