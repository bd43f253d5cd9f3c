#include "vtkTalusContactDrawing.h"

#include <vtkActor.h>
#include <vtkCellData.h>
#include <vtkColorTransferFunction.h>
#include <vtkDataArray.h>
#include <vtkMath.h>
#include <vtkNew.h>
#include <vtkObjectFactory.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkSmartPointer.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "body_look.h"
#include "contact_marks.h"

namespace look = talus::look;

namespace {

constexpr const char* force = "Force";

std::vector<double> magnitudes(vtkDataArray& vectors) {
  std::vector<double> found;
  for (vtkIdType i = 0; i < vectors.GetNumberOfTuples(); ++i) {
    const double length = vtkMath::Norm(vectors.GetTuple(i), vectors.GetNumberOfComponents());
    if (std::isfinite(length)) found.push_back(length);
  }
  return found;
}

void addColours(vtkColorTransferFunction& colours, double strong) {
  colours.RemoveAllPoints();
  const double step = strong / static_cast<double>(look::forces.size() - 1);
  for (std::size_t i = 0; i < look::forces.size(); ++i) {
    const auto part = [colour = look::forces[i]](int shift) { return (colour >> shift & 0xff) / 255.0; };
    colours.AddRGBPoint(static_cast<double>(i) * step, part(16), part(8), part(0));
  }
}

}  // namespace

struct vtkTalusContactDrawing::Parts {
  vtkNew<vtkActor> actor;
  vtkSmartPointer<vtkMapper> mapper;
  vtkNew<vtkColorTransferFunction> forces;
  double strong = -1;  // of these
};

vtkStandardNewMacro(vtkTalusContactDrawing);

vtkTalusContactDrawing::vtkTalusContactDrawing() : Drawn(std::make_unique<Parts>()) {
  this->Drawn->forces->SetVectorModeToMagnitude();
  vtkProperty& property = *this->Drawn->actor->GetProperty();
  property.SetPointSize(look::sizeOfContacts);
  property.SetLineWidth(look::widthOfForces);
  property.SetRenderPointsAsSpheres(true);
  property.SetRenderLinesAsTubes(true);
  this->SetMapper(vtkSmartPointer<vtkPolyDataMapper>::New());
}

vtkTalusContactDrawing::~vtkTalusContactDrawing() = default;

void vtkTalusContactDrawing::Mark(vtkPolyData* contacts, vtkDataSet* bodies, int style, vtkPolyData* marks) {
  using talus::filters::ContactStyle;
  if (!contacts || !marks) return;
  const vtkNew<vtkPolyData> none;
  const auto chosen = static_cast<ContactStyle>(std::clamp<int>(style, Hidden, Lines));
  talus::filters::markContacts(*contacts, bodies ? *bodies : *none, chosen, *marks);
}

double vtkTalusContactDrawing::GetUsualForce(vtkPolyData* marks) {
  vtkDataArray* forces = marks ? marks->GetCellData()->GetArray(force) : nullptr;
  std::vector<double> found = forces ? magnitudes(*forces) : std::vector<double>();
  if (found.empty()) return 0;
  const auto usual = found.end() - 1 - static_cast<std::ptrdiff_t>(found.size() / 50);
  std::nth_element(found.begin(), usual, found.end());
  return *usual;
}

vtkActor* vtkTalusContactDrawing::GetActor() {
  return this->Drawn->actor;
}

void vtkTalusContactDrawing::SetMapper(vtkMapper* mapper) {
  this->Drawn->mapper = mapper;
  this->Drawn->actor->SetMapper(mapper);
  mapper->SetScalarMode(VTK_SCALAR_MODE_USE_CELL_FIELD_DATA);
  mapper->SetUseLookupTableScalarRange(1);
  mapper->SetScalarVisibility(0);
}

void vtkTalusContactDrawing::Show(vtkDataObject* marks) {
  this->Drawn->mapper->SetInputDataObject(0, marks);
}

void vtkTalusContactDrawing::ColorBy(const char* array, vtkScalarsToColors* colors) {
  vtkMapper& mapper = *this->Drawn->mapper;
  mapper.SetScalarVisibility(array != nullptr);
  mapper.SelectColorArray(array);
  mapper.SetLookupTable(colors);
}

void vtkTalusContactDrawing::ColorByForce(double strong) {
  if (strong <= 0) return this->ColorBy(nullptr, this->Drawn->forces);
  if (strong != this->Drawn->strong) addColours(*this->Drawn->forces, strong);
  this->Drawn->strong = strong;
  this->ColorBy(force, this->Drawn->forces);
}
