#include "input_choice.h"

#include <pqApplicationCore.h>
#include <pqOutputPort.h>
#include <pqPipelineSource.h>
#include <pqServerManagerModel.h>
#include <vtkCommand.h>
#include <vtkPVDataInformation.h>
#include <vtkSMInputProperty.h>
#include <vtkSMPropertyHelper.h>
#include <vtkSMProxy.h>
#include <vtkSMProxyManager.h>
#include <vtkSMSessionProxyManager.h>
#include <vtkSMSourceProxy.h>
#include <vtkWeakPointer.h>

namespace {

// The filters with a dialog of two inputs: ParaView reads what it proposes from a prototype of the filter.
constexpr const char* filter = "InsideOutsideClassifier";

enum class Role { Points, Mesh, Other };

Role roleOf(pqOutputPort& port) {
  vtkPVDataInformation* data = port.getDataInformation();
  if (!data || data->GetNumberOfPoints() == 0) return Role::Other;
  if (!data->DataSetTypeIsA("vtkPolyData")) return Role::Points;  // grids and images are labelled
  const bool onlyVertices =
      data->GetNumberOfCells() == 0 || data->GetNumberOfCells() == data->GetNumberOfPoints();
  return onlyVertices ? Role::Points : Role::Mesh;
}

// The last source with the role, other than one.
pqOutputPort* lastWith(Role role, vtkSMProxy* other) {
  pqOutputPort* found = nullptr;
  const auto sources = pqApplicationCore::instance()->getServerManagerModel()->findItems<pqPipelineSource*>();
  for (pqPipelineSource* source : sources) {
    if (source->modifiedState() == pqProxy::UNINITIALIZED || source->getProxy() == other) continue;
    pqOutputPort* port = source->getOutputPort(0);
    if (roleOf(*port) == role) found = port;
  }
  return found;
}

void set(vtkSMProperty& property, pqOutputPort* port) {
  vtkSMPropertyHelper helper(&property);
  helper.RemoveAllValues();
  if (port) helper.Add(port->getSource()->getProxy(), static_cast<unsigned int>(port->getPortNumber()));
}

class Proposal {
 public:
  explicit Proposal(vtkSMProxy& prototype)
      : input_(*prototype.GetProperty("Input")), surface_(*prototype.GetProperty("Surface")) {
    input_.AddObserver(vtkCommand::ModifiedEvent, this, &Proposal::update);
  }

 private:
  // The window has put what is selected into Input, or taken it out.
  void update() {
    if (busy_) return;
    busy_ = true;
    propose();
    busy_ = false;
  }

  void propose() {
    const vtkSMPropertyHelper given(&input_);
    if (given.GetNumberOfElements() == 0) return set(surface_, nullptr);
    auto* selected = pqApplicationCore::instance()->getServerManagerModel()->findItem<pqPipelineSource*>(
        given.GetAsProxy());
    if (!selected) return;
    pqOutputPort* port = selected->getOutputPort(static_cast<int>(given.GetOutputPort()));
    pqOutputPort* points =
        roleOf(*port) == Role::Mesh ? lastWith(Role::Points, selected->getProxy()) : nullptr;
    if (points) {  // the mesh is selected, since it was opened last
      set(input_, points);
      set(surface_, port);
    } else {
      set(surface_, lastWith(Role::Mesh, selected->getProxy()));
    }
  }

  vtkSMProperty& input_;
  vtkSMProperty& surface_;
  bool busy_ = false;
};

// The prototype of the session lives as long as it, and so does its proposal.
void proposeInSession() {
  static vtkWeakPointer<vtkSMProxy> last;
  vtkSMSessionProxyManager* session = vtkSMProxyManager::GetProxyManager()->GetActiveSessionProxyManager();
  vtkSMProxy* prototype = session ? session->GetPrototypeProxy("filters", filter) : nullptr;
  if (!prototype || prototype == last) return;
  last = prototype;
  new Proposal(*prototype);
}

}  // namespace

void proposeInputs() {
  pqServerManagerModel* model = pqApplicationCore::instance()->getServerManagerModel();
  QObject::connect(model, &pqServerManagerModel::sourceAdded, model, [] { proposeInSession(); });
}
