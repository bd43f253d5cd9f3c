#pragma once

#include <QPushButton>

class vtkSMProxy;

/// Shows the first defect of a surface in the active view; there only if the filter has found one, whose box
/// is its field data `FirstDefect`.
class DefectButton : public QPushButton {
 public:
  DefectButton(vtkSMProxy* filter, QWidget* parent);

  /// After an update of the filter.
  void update();

 private:
  void zoom() const;

  vtkSMProxy* filter_;
};
