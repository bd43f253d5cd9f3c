#include "answer_line.h"

#include <pqApplicationCore.h>
#include <pqPipelineSource.h>
#include <pqServerManagerModel.h>
#include <vtkDataObject.h>
#include <vtkPVArrayInformation.h>
#include <vtkPVDataInformation.h>
#include <vtkSMProperty.h>
#include <vtkSMPropertyHelper.h>
#include <vtkSMProxy.h>
#include <vtkSMSourceProxy.h>

#include <QEvent>
#include <QLabel>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

#include "defect_button.h"
#include "input_button.h"

namespace {

// Dark on light, so that they are read on light and dark panels alike.
constexpr const char* answerStyle = "background: #E8F1FA; color: #10293F; padding: 4px;";
constexpr const char* failureStyle = "background: #F8D7DA; color: #58151C; padding: 4px;";
constexpr const char* remarkStyle = "background: #FFF0C2; color: #553F00; padding: 4px;";

QLabel* textLabel(const char* name, QWidget* parent) {
  auto* label = new QLabel(parent);
  label->setObjectName(name);
  label->setTextFormat(Qt::PlainText);
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  return label;
}

QString textOf(vtkSMProxy& filter, const char* name) {
  vtkSMProperty* property = filter.GetProperty(name);
  if (!property) return {};
  filter.UpdatePropertyInformation(property);
  const vtkSMPropertyHelper helper(property);
  return helper.GetNumberOfElements() > 0 ? QString::fromUtf8(helper.GetAsString()) : QString();
}

// Filters in Python have no properties for it, only the field data.
QString answerOf(vtkSMProxy& filter) {
  if (filter.GetProperty("Answer")) return textOf(filter, "Answer");
  auto* source = vtkSMSourceProxy::SafeDownCast(&filter);
  vtkPVDataInformation* data =
      source && source->GetOutputPortsCreated() ? source->GetDataInformation(0) : nullptr;
  vtkPVArrayInformation* array = data ? data->GetArrayInformation("Answer", vtkDataObject::FIELD) : nullptr;
  return array && array->GetNumberOfStringValues() > 0 ? QString::fromUtf8(array->GetStringValue(0))
                                                       : QString();
}

// Lines do not break between groups of digits; copied, the spaces are ordinary ones.
QString keepingNumbers(QString text) {
  static const QRegularExpression between(R"((?<=\d) (?=\d{3}))");
  return text.replace(between, QString(QChar::Nbsp));
}

// The panel; null where it does not scroll.
QScrollArea* panelOf(const QWidget& line) {
  for (QWidget* at = line.parentWidget(); at; at = at->parentWidget())
    if (auto* area = qobject_cast<QScrollArea*>(at)) return area;
  return nullptr;
}

// The part of the panel that is seen.
QWidget* viewportOf(const QWidget& line) {
  QScrollArea* panel = panelOf(line);
  return panel ? panel->viewport() : nullptr;
}

bool isFailure(const QString& answer) {
  return answer.startsWith("No result") || answer.startsWith("Aborted");
}

}  // namespace

AnswerLine::AnswerLine(vtkSMProxy* filter, QWidget* parent)
    : pqPropertyWidget(filter, parent),
      answer_(textLabel("Answer", this)),
      remarks_(textLabel("Remarks", this)),
      defect_(new DefectButton(filter, this)),
      inputs_(new InputButton(filter, this)) {
  this->setShowLabel(false);
  auto* lines = new QVBoxLayout(this);
  lines->setSpacing(2);
  lines->addWidget(answer_, 0, Qt::AlignLeft);
  lines->addWidget(remarks_, 0, Qt::AlignLeft);
  lines->addWidget(defect_, 0, Qt::AlignLeft);
  lines->addWidget(inputs_, 0, Qt::AlignLeft);
  remarks_->setStyleSheet(remarkStyle);
  pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  if (auto* source = model->findItem<pqPipelineSource*>(filter))
    QObject::connect(source, qOverload<pqPipelineSource*>(&pqPipelineSource::dataUpdated), this,
                     [this] { this->update(); });
  this->update();
}

void AnswerLine::update() {
  const QString answer = answerOf(*this->proxy());
  const QString remarks = textOf(*this->proxy(), "Remarks");
  const bool isNews = answer_->text().isEmpty() || (isFailure(answer) && !isFailure(answer_->text()));
  answer_->setText(keepingNumbers(answer));
  answer_->setStyleSheet(isFailure(answer) ? failureStyle : answerStyle);
  answer_->setVisible(!answer.isEmpty());
  remarks_->setText(keepingNumbers(remarks));
  remarks_->setVisible(!remarks.isEmpty());
  this->layout()->setContentsMargins(0, 0, 0, answer.isEmpty() ? 0 : 4);
  defect_->update();
  inputs_->update();
  this->fit();
  if (isNews && !answer.isEmpty()) this->scrollHere();
}

// What was typed into a field below has scrolled the panel.
void AnswerLine::scrollHere() {
  const auto scroll = [this] {
    if (QScrollArea* panel = panelOf(*this)) panel->verticalScrollBar()->setValue(0);
  };
  QTimer::singleShot(0, this, scroll);  // the panel has not yet its new layout
}

void AnswerLine::showEvent(QShowEvent* event) {
  pqPropertyWidget::showEvent(event);
  if (QWidget* seen = viewportOf(*this)) seen->installEventFilter(this);  // again: no second time
  this->fit();
  this->scrollHere();
}

bool AnswerLine::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) this->fit();
  return pqPropertyWidget::eventFilter(watched, event);
}

void AnswerLine::fit() {
  constexpr int margins = 24;  // of the panel, on both sides
  QWidget* seen = viewportOf(*this);
  if (!seen) return;
  const int width = std::max(100, seen->width() - margins);
  for (QLabel* label : {answer_, remarks_}) label->setFixedSize(width, label->heightForWidth(width));
}
