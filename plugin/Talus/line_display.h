#pragma once

class vtkSMPVRepresentationProxy;

namespace talus::plugin {

/// The initial display of an output with the hint `<ShowLines port="1" width="4" colour="0.84 0.37 0"
/// through="0.4"/>` of its filter: lines of one colour. In the window they are seen through the filter's
/// first output, which becomes translucent if there are any.
void showLines(vtkSMPVRepresentationProxy& display);

}  // namespace talus::plugin
