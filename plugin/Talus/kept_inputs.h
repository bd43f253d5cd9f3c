#pragma once

class vtkSMPVRepresentationProxy;

namespace talus::plugin {

/// In the window: when a result of a filter with the hint `<KeepVisible input="Surface" opacity="0.3"/>` is
/// first displayed, the displays of that input that are opaque become translucent, so that both are seen, and
/// with `plain="1"` those lose their colours that are coloured by one value only. With the hint
/// `<Visibility replace_input="2"/>` ParaView then hides the other inputs only.
void keepInputsVisible(vtkSMPVRepresentationProxy& display);

}  // namespace talus::plugin
