#include "active_view.h"

#include <vtkSMProxySelectionModel.h>
#include <vtkSMRenderViewProxy.h>
#include <vtkSMSessionProxyManager.h>

vtkSMRenderViewProxy* activeRenderView(vtkSMProxy& proxy) {
  vtkSMProxySelectionModel* active = proxy.GetSessionProxyManager()->GetSelectionModel("ActiveView");
  return vtkSMRenderViewProxy::SafeDownCast(active ? active->GetCurrentProxy() : nullptr);
}
