#include "defect_button.h"

#include <vtkBoundingBox.h>
#include <vtkPVDataInformation.h>
#include <vtkSMProperty.h>
#include <vtkSMPropertyHelper.h>
#include <vtkSMRenderViewProxy.h>
#include <vtkSMSourceProxy.h>
#include <vtkVector.h>

#include <QStringList>
#include <algorithm>
#include <array>
#include <cmath>

#include "active_view.h"

namespace {

struct Place {
  vtkBoundingBox box;
  vtkVector3d outwards;  // 0 if unknown
};

QString placesOf(vtkSMProxy& filter) {
  vtkSMProperty* property = filter.GetProperty("DefectPlaces");
  if (!property) return {};
  filter.UpdatePropertyInformation(property);
  const vtkSMPropertyHelper helper(property);
  return helper.GetNumberOfElements() > 0 ? QString::fromUtf8(helper.GetAsString()) : QString();
}

std::size_t countOf(const QString& places) {
  return static_cast<std::size_t>(places.count('\n'));
}

Place placeAt(const QString& places, std::size_t number) {
  const QStringList words =
      places.section('\n', static_cast<int>(number), static_cast<int>(number)).split(' ');
  std::array<double, 9> numbers{};
  std::size_t count = 0;
  for (const QString& word : words)
    if (count < numbers.size()) numbers[count++] = word.toDouble();
  Place place;
  place.box.AddPoint(numbers.data());
  place.box.AddPoint(numbers.data() + 3);
  place.outwards = vtkVector3d(numbers.data() + 6);
  return place;
}

/// What is around it is seen as well: also a triangle without area has a place.
vtkBoundingBox withSurroundings(vtkBoundingBox box, vtkSMProxy& filter) {
  constexpr double partOfPlace = 0.5, partOfAll = 0.02;
  std::array<double, 6> all{};
  vtkSMSourceProxy::SafeDownCast(&filter)->GetDataInformation(0)->GetBounds(all.data());
  const vtkBoundingBox whole(all.data());
  box.Inflate(
      std::max(partOfPlace * box.GetMaxLength(), whole.IsValid() ? partOfAll * whole.GetMaxLength() : 0));
  return box;
}

/// Up stays up, unless one looks along it.
vtkVector3d upFor(const vtkVector3d& outwards, vtkSMProxy& view) {
  constexpr double nearlyAlong = 0.95;
  vtkVector3d up;
  vtkSMPropertyHelper(&view, "CameraViewUp").Get(up.GetData(), 3);
  up.Normalize();
  if (std::abs(up.Dot(outwards)) < nearlyAlong) return up;
  return std::abs(outwards.GetZ()) < nearlyAlong ? vtkVector3d(0, 0, 1) : vtkVector3d(0, 1, 0);
}

void lookFrom(const vtkVector3d& outwards, vtkBoundingBox box, vtkSMProxy& view) {
  vtkVector3d centre;
  box.GetCenter(centre.GetData());
  vtkVector3d eye;
  for (int i = 0; i < 3; ++i) eye[i] = centre[i] + box.GetMaxLength() * outwards[i];
  const vtkVector3d up = upFor(outwards, view);
  vtkSMPropertyHelper(&view, "CameraFocalPoint").Set(centre.GetData(), 3);
  vtkSMPropertyHelper(&view, "CameraPosition").Set(eye.GetData(), 3);
  vtkSMPropertyHelper(&view, "CameraViewUp").Set(up.GetData(), 3);
  view.UpdateVTKObjects();
}

}  // namespace

DefectButton::DefectButton(vtkSMProxy* filter, QWidget* parent) : QPushButton(parent), filter_(filter) {
  this->setObjectName("FirstDefect");
  this->setToolTip(
      "Shows a patch of triangles with defects in the active view, from outside; then the next one.");
  QObject::connect(this, &QPushButton::clicked, this, [this] { this->zoom(); });
  this->update();
}

void DefectButton::update() {
  const QString places = placesOf(*filter_);
  if (places != known_) next_ = 0;
  known_ = places;
  const std::size_t all = countOf(places);
  this->setText(next_ == 0 || all < 2
                    ? QString("Zoom to First Defect")
                    : QString("Zoom to Next Defect (%1 of %2)").arg(next_ % all + 1).arg(all));
  this->setVisible(all > 0);
}

void DefectButton::zoom() {
  vtkSMRenderViewProxy* view = activeRenderView(*filter_);
  const std::size_t all = countOf(known_);
  if (!view || all == 0) return;
  const Place place = placeAt(known_, next_++ % all);
  const vtkBoundingBox box = withSurroundings(place.box, *filter_);
  if (place.outwards.SquaredNorm() > 0) lookFrom(place.outwards, box, *view);
  std::array<double, 6> bounds{};
  box.GetBounds(bounds.data());
  view->ResetCamera(bounds.data());
  view->StillRender();
  this->update();
}
