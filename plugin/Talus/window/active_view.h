#pragma once

class vtkSMProxy;
class vtkSMRenderViewProxy;

/// The active view of the session of a proxy; null if it is none of renderings.
vtkSMRenderViewProxy* activeRenderView(vtkSMProxy& proxy);
