#include "file_answer.h"

#include <pqApplicationCore.h>
#include <pqPipelineFilter.h>
#include <pqPipelineSource.h>
#include <pqServerManagerModel.h>
#include <vtkCommand.h>
#include <vtkSMProxy.h>
#include <vtkSMProxyManager.h>
#include <vtkSMProxySelectionModel.h>
#include <vtkSMSessionProxyManager.h>
#include <vtkWeakPointer.h>

#include <QApplication>
#include <QBoxLayout>
#include <QPointer>

#include "answer_line.h"

namespace {

pqServerManagerModel& model() {
  return *pqApplicationCore::instance()->getServerManagerModel();
}

// What filters get from a reader is no answer of theirs.
bool isReaderWithoutLine(vtkSMProxy* selected) {
  auto* source = selected ? model().findItem<pqPipelineSource*>(selected) : nullptr;
  return source && !qobject_cast<pqPipelineFilter*>(source) && !selected->GetProperty("AnswerLine");
}

// Where the panel has the properties of what is selected; null: this version of ParaView has another one.
QWidget* propertiesInPanel() {
  for (const QWidget* window : QApplication::topLevelWidgets()) {
    auto* panel = window->findChild<QWidget*>("propertiesPanel");
    auto* properties = panel ? panel->findChild<QWidget*>("PropertiesFrame") : nullptr;
    if (properties && qobject_cast<QBoxLayout*>(properties->parentWidget()->layout())) return properties;
  }
  return nullptr;
}

class FileAnswer {
 public:
  explicit FileAnswer(vtkSMProxySelectionModel& selected) : selected_(selected) {
    selected.AddObserver(vtkCommand::CurrentChangedEvent, this, &FileAnswer::show);
    this->show();
  }

 private:
  void show() {
    delete line_;
    vtkSMProxy* reader = selected_.GetCurrentProxy();
    QWidget* properties = propertiesInPanel();
    if (!properties || !isReaderWithoutLine(reader)) return;
    auto* layout = qobject_cast<QBoxLayout*>(properties->parentWidget()->layout());
    line_ = new AnswerLine(reader, properties->parentWidget());
    layout->insertWidget(layout->indexOf(properties), line_);
    line_->show();
  }

  vtkSMProxySelectionModel& selected_;
  QPointer<AnswerLine> line_;
};

// What is selected in the session lives as long as it, and so does its line.
void showInSession() {
  static vtkWeakPointer<vtkSMProxySelectionModel> last;
  vtkSMSessionProxyManager* session = vtkSMProxyManager::GetProxyManager()->GetActiveSessionProxyManager();
  vtkSMProxySelectionModel* selected = session ? session->GetSelectionModel("ActiveSources") : nullptr;
  if (!selected || selected == last) return;
  last = selected;
  new FileAnswer(*selected);
}

}  // namespace

void showAnswersOfFiles() {
  QObject::connect(&model(), &pqServerManagerModel::sourceAdded, &model(), [] { showInSession(); });
}
