#pragma once

#include <pqPropertyWidgetInterface.h>
#include <QObject>

/// Makes an AnswerLine for each property that asks for the widget `talus_answer`.
class PanelWidgets : public QObject, public pqPropertyWidgetInterface {
  Q_OBJECT
  Q_INTERFACES(pqPropertyWidgetInterface)

 public:
  using QObject::QObject;

  pqPropertyWidget* createWidgetForProperty(vtkSMProxy* proxy, vtkSMProperty* property,
                                            QWidget* parent) override;
};

/// Lets panels of filters show the property that an AnswerLine stands for: elsewhere it is hidden, since
/// other panels would make a button of it.
void showAnswerLines();
