#pragma once

class vtkSMPVRepresentationProxy;

namespace talus::plugin {

/// The initial display of an output with the hint `<ShowLines port="1" width="4" colour="0.84 0.37 0"
/// through="0.4"/>` of its filter: lines of one colour; without `colour` it is coloured as ParaView does. In
/// the window it is seen through the filter's first output, which becomes translucent if there is any.
void showLines(vtkSMPVRepresentationProxy& display);

}  // namespace talus::plugin
