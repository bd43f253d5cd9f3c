#pragma once

#include <QPushButton>

class vtkSMProxy;

/// Opens ParaView's dialog of inputs, which at first asks for those alone that a filter must have; there only
/// where others are not yet chosen, whose names it bears.
class InputButton : public QPushButton {
 public:
  InputButton(vtkSMProxy* filter, QWidget* parent);

  /// After an update of the filter.
  void update();

 private:
  vtkSMProxy* filter_;
};
