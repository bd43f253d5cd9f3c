#include "panel_widgets.h"

#include <pqApplicationCore.h>
#include <pqInterfaceTracker.h>
#include <pqPipelineSource.h>
#include <pqServerManagerModel.h>
#include <vtkSMProperty.h>
#include <vtkSMProxy.h>

#include "answer_line.h"

namespace {

void showIn(pqPipelineSource* source) {
  if (vtkSMProperty* line = source->getProxy()->GetProperty("AnswerLine"))
    if (QString(line->GetPanelWidget()) == "talus_answer") line->SetPanelVisibility("default");
}

}  // namespace

pqPropertyWidget* PanelWidgets::createWidgetForProperty(vtkSMProxy* proxy, vtkSMProperty* property,
                                                        QWidget* parent) {
  const bool wanted = property && QString(property->GetPanelWidget()) == "talus_answer";
  return wanted ? new AnswerLine(proxy, parent) : nullptr;
}

void showAnswerLines() {
  pqApplicationCore* core = pqApplicationCore::instance();
  core->interfaceTracker()->addInterface(new PanelWidgets(core->interfaceTracker()));
  pqServerManagerModel* model = core->getServerManagerModel();
  for (pqPipelineSource* source : model->findItems<pqPipelineSource*>()) showIn(source);
  QObject::connect(model, &pqServerManagerModel::preSourceAdded, core, showIn);
}
