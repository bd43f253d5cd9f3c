#pragma once

class vtkSMProxy;

namespace talus::plugin {

/// The initial chart of a run's statistics: its energies over time.
void showEnergies(vtkSMProxy& display);

}  // namespace talus::plugin
