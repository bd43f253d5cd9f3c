#pragma once

#include <QPushButton>
#include <cstddef>

class vtkSMProxy;

/// Shows the defects of a surface in the active view, one after the other and from outside; there only if the
/// filter has found any, whose places its property `DefectPlaces` tells.
class DefectButton : public QPushButton {
 public:
  DefectButton(vtkSMProxy* filter, QWidget* parent);

  /// After an update of the filter.
  void update();

 private:
  void zoom();

  vtkSMProxy* filter_;
  QString known_;  // the places, as the filter tells them
  std::size_t next_ = 0;
};
