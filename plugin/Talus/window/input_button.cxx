#include "input_button.h"

#include <pqChangePipelineInputReaction.h>
#include <vtkPVXMLElement.h>
#include <vtkSMInputProperty.h>
#include <vtkSMPropertyIterator.h>
#include <vtkSMProxy.h>
#include <vtkSmartPointer.h>

#include <QStringList>

namespace {

bool isOpenOption(vtkSMProperty& property) {
  auto* input = vtkSMInputProperty::SafeDownCast(&property);
  vtkPVXMLElement* hints = input ? input->GetHints() : nullptr;
  return hints && hints->FindNestedElementByName("Optional") && input->GetNumberOfProxies() == 0;
}

QStringList openOptions(vtkSMProxy& filter) {
  QStringList labels;
  const auto properties = vtkSmartPointer<vtkSMPropertyIterator>::Take(filter.NewPropertyIterator());
  for (properties->Begin(); !properties->IsAtEnd(); properties->Next())
    if (isOpenOption(*properties->GetProperty())) labels << QString(properties->GetProperty()->GetXMLLabel());
  return labels;
}

}  // namespace

InputButton::InputButton(vtkSMProxy* filter, QWidget* parent) : QPushButton(parent), filter_(filter) {
  this->setObjectName("ChooseInputs");
  this->setToolTip("Opens Edit > Change Input, for inputs that may be left away.");
  QObject::connect(this, &QPushButton::clicked, this, [this] {
    pqChangePipelineInputReaction::changeInput();  // of the active source, whose panel this is
    this->update();
  });
  this->update();
}

void InputButton::update() {
  const QStringList labels = openOptions(*filter_);
  this->setText("Choose " + labels.join(" or ") + QString(QChar(0x2026)));
  this->setVisible(!labels.isEmpty());
}
