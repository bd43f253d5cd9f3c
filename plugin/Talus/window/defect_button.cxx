#include "defect_button.h"

#include <vtkBoundingBox.h>
#include <vtkDataObject.h>
#include <vtkPVArrayInformation.h>
#include <vtkPVDataInformation.h>
#include <vtkSMProxy.h>
#include <vtkSMProxySelectionModel.h>
#include <vtkSMRenderViewProxy.h>
#include <vtkSMSessionProxyManager.h>
#include <vtkSMSourceProxy.h>

#include <algorithm>
#include <array>

namespace {

/// Invalid: there is none.
vtkBoundingBox firstDefectOf(vtkSMProxy& filter) {
  auto* source = vtkSMSourceProxy::SafeDownCast(&filter);
  vtkPVDataInformation* data =
      source && source->GetOutputPortsCreated() ? source->GetDataInformation(0) : nullptr;
  vtkPVArrayInformation* box =
      data ? data->GetArrayInformation("FirstDefect", vtkDataObject::FIELD) : nullptr;
  if (!box || box->GetNumberOfComponents() != 6 || box->GetNumberOfTuples() != 1) return {};
  std::array<double, 6> bounds{};
  for (int i = 0; i < 6; ++i) bounds[static_cast<std::size_t>(i)] = box->GetComponentRange(i)[0];
  return vtkBoundingBox(bounds.data());
}

/// What is around it is seen as well: also a triangle without area has a place.
vtkBoundingBox withSurroundings(vtkBoundingBox box, vtkSMProxy& filter) {
  constexpr double partOfTriangle = 0.5, partOfAll = 0.02;
  std::array<double, 6> all{};
  vtkSMSourceProxy::SafeDownCast(&filter)->GetDataInformation(0)->GetBounds(all.data());
  const vtkBoundingBox whole(all.data());
  box.Inflate(
      std::max(partOfTriangle * box.GetMaxLength(), whole.IsValid() ? partOfAll * whole.GetMaxLength() : 0));
  return box;
}

}  // namespace

DefectButton::DefectButton(vtkSMProxy* filter, QWidget* parent)
    : QPushButton("Zoom to First Defect", parent), filter_(filter) {
  this->setObjectName("FirstDefect");
  this->setToolTip("Shows the first triangle with a defect in the active view.");
  QObject::connect(this, &QPushButton::clicked, this, [this] { this->zoom(); });
  this->update();
}

void DefectButton::update() {
  this->setVisible(firstDefectOf(*filter_).IsValid());
}

void DefectButton::zoom() const {
  vtkSMProxySelectionModel* active = filter_->GetSessionProxyManager()->GetSelectionModel("ActiveView");
  auto* view = vtkSMRenderViewProxy::SafeDownCast(active ? active->GetCurrentProxy() : nullptr);
  const vtkBoundingBox box = firstDefectOf(*filter_);
  if (!view || !box.IsValid()) return;
  std::array<double, 6> bounds{};
  withSurroundings(box, *filter_).GetBounds(bounds.data());
  view->ResetCamera(bounds.data());
  view->StillRender();
}
