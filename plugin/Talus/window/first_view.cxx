#include "first_view.h"

#include <pqApplicationCore.h>
#include <pqRepresentation.h>
#include <pqServerManagerModel.h>
#include <vtkDataObject.h>
#include <vtkPVArrayInformation.h>
#include <vtkPVDataInformation.h>
#include <vtkSMPVRepresentationProxy.h>
#include <vtkSMProperty.h>
#include <vtkSMPropertyHelper.h>
#include <vtkSMRenderViewProxy.h>
#include <vtkSMSourceProxy.h>
#include <vtkVector.h>

#include <QString>
#include <cmath>

#include "active_view.h"
#include "body_look.h"

namespace {

bool isDrawnAsBodies(vtkSMProxy& display) {
  vtkSMProperty* type = display.GetProperty("Representation");
  return type && QString(vtkSMPropertyHelper(type).GetAsString()) == "Bodies";
}

bool fallsAlongZ(vtkSMProxy& display) {
  const vtkSMPropertyHelper input(&display, "Input");
  auto* source = vtkSMSourceProxy::SafeDownCast(input.GetAsProxy());
  vtkPVDataInformation* data = source ? source->GetDataInformation(input.GetOutputPort()) : nullptr;
  vtkPVArrayInformation* gravity =
      data ? data->GetArrayInformation("Gravity", vtkDataObject::FIELD) : nullptr;
  if (!gravity || gravity->GetNumberOfComponents() != 3) return false;
  const auto along = [&](int axis) { return gravity->GetComponentRange(axis)[0]; };
  return along(2) < 0 && std::abs(along(0)) < -along(2) && std::abs(along(1)) < -along(2);
}

bool showsNothing(vtkSMProxy& view) {
  const vtkSMPropertyHelper displays(&view, "Representations");
  for (unsigned int i = 0; i < displays.GetNumberOfElements(); ++i) {
    auto* display = vtkSMPVRepresentationProxy::SafeDownCast(displays.GetAsProxy(i));
    if (display && vtkSMPropertyHelper(display, "Visibility").GetAsInt() != 0) return false;
  }
  return true;
}

vtkVector3d vectorOf(vtkSMProxy& view, const char* name) {
  vtkVector3d vector;
  vtkSMPropertyHelper(&view, name).Get(vector.GetData(), 3);
  return vector;
}

// From the camera to what it looks at.
vtkVector3d aheadOf(vtkSMProxy& view) {
  vtkVector3d ahead = vectorOf(view, "CameraFocalPoint");
  const vtkVector3d eye = vectorOf(view, "CameraPosition");
  for (int i = 0; i < 3; ++i) ahead[i] -= eye[i];
  return ahead;
}

bool isNotTurned(vtkSMProxy& view) {
  const vtkVector3d ahead = aheadOf(view);
  return ahead[0] == 0 && ahead[1] == 0 && ahead[2] < 0 &&
         vectorOf(view, "CameraViewUp") == vtkVector3d(0, 1, 0);
}

// ParaView moves the camera along this direction until all is seen.
void turn(vtkSMProxy& view) {
  const vtkVector3d middle = vectorOf(view, "CameraFocalPoint");
  const double distance = aheadOf(view).Norm();
  vtkVector3d ahead(talus::look::viewDirection.data());
  ahead.Normalize();
  vtkVector3d eye;
  for (int i = 0; i < 3; ++i) eye[i] = middle[i] - distance * ahead[i];
  vtkSMPropertyHelper(&view, "CameraPosition").Set(eye.GetData(), 3);
  const vtkVector3d up(0, 0, 1);
  vtkSMPropertyHelper(&view, "CameraViewUp").Set(up.GetData(), 3);
  view.UpdateVTKObjects();
}

void seeFromTheSide(pqRepresentation* added) {
  vtkSMProxy& display = *added->getProxy();
  if (!isDrawnAsBodies(display) || !fallsAlongZ(display)) return;
  vtkSMRenderViewProxy* view = activeRenderView(display);
  if (view && showsNothing(*view) && isNotTurned(*view)) turn(*view);
}

}  // namespace

void seeFallsFromTheSide() {
  pqApplicationCore* core = pqApplicationCore::instance();
  QObject::connect(core->getServerManagerModel(), &pqServerManagerModel::representationAdded, core,
                   seeFromTheSide);
}
