#pragma once

class vtkSMPVRepresentationProxy;

namespace talus::plugin {

/// In the window: when a filter of Talus is first displayed in the place of the surface that it works with,
/// what explains that surface is hidden, too: another output of its filter with a hint
/// `<ShowLines port="1" through="0.4"/>`. It is shown again when the filter is deleted.
void hideExplanations(vtkSMPVRepresentationProxy& display);

/// In the window: sources that a filter with the hint `<HideInput input="Walls"/>` gets later, by *Change
/// Input*, are hidden when it is applied, as ParaView hides those that it has from the beginning.
void hideLaterInputs(vtkSMPVRepresentationProxy& display);

}  // namespace talus::plugin
