#include "vtkTalusBodyDrawing.h"

#include <vtkActor.h>
#include <vtkFeatureEdges.h>
#include <vtkGlyph3DMapper.h>
#include <vtkMultiBlockDataSet.h>
#include <vtkNew.h>
#include <vtkObjectFactory.h>
#include <vtkPolyData.h>
#include <vtkProperty.h>
#include <vtkScalarsToColors.h>
#include <vtkSmartPointer.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "body_look.h"

namespace look = talus::look;

namespace {

vtkSmartPointer<vtkPolyData> sharpEdges(vtkPolyData& shape) {
  const vtkNew<vtkFeatureEdges> edges;
  edges->SetInputData(&shape);
  edges->ManifoldEdgesOff();
  edges->NonManifoldEdgesOff();
  edges->ColoringOff();
  edges->Update();
  return edges->GetOutput();
}

vtkSmartPointer<vtkMultiBlockDataSet> edgesOf(vtkMultiBlockDataSet& shapes) {
  auto edges = vtkSmartPointer<vtkMultiBlockDataSet>::New();
  for (unsigned int i = 0; i < shapes.GetNumberOfBlocks(); ++i)
    edges->SetBlock(i, sharpEdges(*vtkPolyData::SafeDownCast(shapes.GetBlock(i))));
  return edges;
}

void setUp(vtkGlyph3DMapper& mapper) {
  mapper.SetUseSourceTableTree(true);
  mapper.SetSourceIndexing(true);
  mapper.SetSourceIndexArray("Shape");
  mapper.SetOrientationMode(vtkGlyph3DMapper::QUATERNION);
  mapper.SetOrientationArray("Orientation");
  mapper.SetScaleMode(vtkGlyph3DMapper::SCALE_BY_MAGNITUDE);
  mapper.SetScaleArray("Scale");
  mapper.SetScalarVisibility(0);
  mapper.SetScalarMode(VTK_SCALAR_MODE_USE_POINT_FIELD_DATA);
  mapper.SetUseLookupTableScalarRange(1);
}

}  // namespace

struct vtkTalusBodyDrawing::Level {
  Level() { setUp(*mapper); }

  /// Those of the table are kept as long as it is the same one.
  vtkMultiBlockDataSet& sharpEdges(vtkMultiBlockDataSet& table) {
    if (shapes == &table && edges->GetMTime() > table.GetMTime()) return *edges;
    shapes = &table;
    edges = edgesOf(table);
    return *edges;
  }

  vtkNew<vtkGlyph3DMapper> mapper;
  vtkSmartPointer<vtkMultiBlockDataSet> shapes, edges;
};

struct vtkTalusBodyDrawing::Parts {
  std::array<vtkGlyph3DMapper*, 2> mappers() { return {fine.mapper, coarse.mapper}; }

  int style = Solid;
  Level fine, coarse;
  vtkSmartPointer<vtkActor> actor;
};

vtkStandardNewMacro(vtkTalusBodyDrawing);

vtkTalusBodyDrawing::vtkTalusBodyDrawing() : Drawn(std::make_unique<Parts>()) {}
vtkTalusBodyDrawing::~vtkTalusBodyDrawing() = default;

vtkActor* vtkTalusBodyDrawing::GetActor() {
  if (!this->Drawn->actor) this->SetActor(vtkSmartPointer<vtkActor>::New());
  return this->Drawn->actor;
}

void vtkTalusBodyDrawing::SetActor(vtkActor* actor) {
  this->Drawn->actor = actor;
  actor->SetMapper(this->GetMapper());
  this->SetStyle(this->Drawn->style);
}

vtkMapper* vtkTalusBodyDrawing::GetMapper() {
  return this->Drawn->fine.mapper;
}

vtkMapper* vtkTalusBodyDrawing::GetCoarseMapper() {
  return this->Drawn->coarse.mapper;
}

void vtkTalusBodyDrawing::SetStyle(int style) {
  this->Drawn->style = style;
  vtkProperty& property = *this->GetActor()->GetProperty();
  const bool hasLines = style == EdgesOfGlass || style == Wires;
  property.SetRepresentation(style == Wires ? VTK_WIREFRAME : VTK_SURFACE);
  property.SetLineWidth(style == Wires ? 2 : 1);  // as that of ParaView's own selections
  property.SetLighting(!hasLines);
}

void vtkTalusBodyDrawing::SetMask(const char* array) {
  for (vtkGlyph3DMapper* mapper : this->Drawn->mappers()) {
    mapper->SetMasking(array != nullptr);
    if (array) mapper->SetMaskArray(array);
  }
}

void vtkTalusBodyDrawing::Show(vtkDataObject* bodies, vtkMultiBlockDataSet* shapes) {
  this->ShowAt(this->Drawn->fine, bodies, shapes);
}

void vtkTalusBodyDrawing::ShowCoarsely(vtkDataObject* bodies, vtkMultiBlockDataSet* shapes) {
  this->ShowAt(this->Drawn->coarse, bodies, shapes);
}

void vtkTalusBodyDrawing::ShowAt(Level& level, vtkDataObject* bodies, vtkMultiBlockDataSet* shapes) {
  vtkMultiBlockDataSet& table = this->Drawn->style == EdgesOfGlass ? level.sharpEdges(*shapes) : *shapes;
  level.mapper->SetInputDataObject(0, bodies);
  level.mapper->SetSourceTableTree(&table);
  level.mapper->SetRange(0, std::max(0.0, table.GetNumberOfBlocks() - 1.0));
}

// VTK's mapper takes a property's opacity twice: for each instance, and for all.
void vtkTalusBodyDrawing::SetOpacity(double opacity, double whole) {
  const bool isEdges = this->Drawn->style == EdgesOfGlass;
  const double own = isEdges ? std::min(1.0, opacity + look::opacityOfEdges) : opacity;
  this->GetActor()->GetProperty()->SetOpacity(std::sqrt(whole * own));
  this->Recolor();
}

void vtkTalusBodyDrawing::SetColor(double red, double green, double blue) {
  vtkProperty& property = *this->GetActor()->GetProperty();
  const std::array<double, 3> color{red, green, blue};
  if (std::equal(color.begin(), color.end(), property.GetColor())) return;
  property.SetColor(red, green, blue);
  this->Recolor();
}

void vtkTalusBodyDrawing::SetBackground(double red, double green, double blue) {
  const bool isLight = red + green + blue > 1.5;
  const auto [r, g, b] = isLight ? look::wallsOnLight : look::wallsOnDark;
  this->SetColor(r, g, b);
}

void vtkTalusBodyDrawing::ColorBy(const char* array, vtkScalarsToColors* colors) {
  for (vtkGlyph3DMapper* mapper : this->Drawn->mappers()) {
    mapper->SetScalarVisibility(array != nullptr);
    mapper->SelectColorArray(array);
    mapper->SetLookupTable(colors);
  }
}

void vtkTalusBodyDrawing::ColorLike(vtkMapper* other) {
  const bool byPoints =
      other->GetScalarVisibility() && other->GetScalarMode() == VTK_SCALAR_MODE_USE_POINT_FIELD_DATA;
  this->ColorBy(byPoints ? other->GetArrayName() : nullptr, other->GetLookupTable());
  for (vtkGlyph3DMapper* mapper : this->Drawn->mappers()) mapper->SetColorMode(other->GetColorMode());
}

// The colour of a property is kept in memory with the instances.
void vtkTalusBodyDrawing::Recolor() {
  for (vtkGlyph3DMapper* mapper : this->Drawn->mappers()) mapper->Modified();
}
