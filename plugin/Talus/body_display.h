#pragma once

class vtkSMPVRepresentationProxy;

namespace talus::plugin {

/// The initial display of scenes and of runs: as *Bodies*, coloured by speed where there are results of a
/// simulation, otherwise by shape. They are known by their structure, so that files of them are, too.
void showBodies(vtkSMPVRepresentationProxy& display);

/// Whether it is displayed so.
bool isShownAsBodies(vtkSMPVRepresentationProxy& display);

}  // namespace talus::plugin
