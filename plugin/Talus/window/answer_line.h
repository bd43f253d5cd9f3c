#pragma once

#include <pqPropertyWidget.h>

class DefectButton;
class InputButton;
class QLabel;

/// The line at the top of a filter's panel: its properties `Answer` and `Remarks`, read again after each
/// update. Texts wrap at the width of the panel that is seen, and can be selected and copied.
class AnswerLine : public pqPropertyWidget {
 public:
  AnswerLine(vtkSMProxy* filter, QWidget* parent);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  void update();
  void fit();
  void scrollHere();

  QLabel* answer_;
  QLabel* remarks_;
  DefectButton* defect_;
  InputButton* inputs_;
};
