#pragma once

class vtkSMProxy;
class vtkSMPVRepresentationProxy;

namespace talus::plugin {

/// The initial display of the first output of a filter with the hint `<ShowContacts array="Relation"
/// opacity="0.3"/>`: contacts as points and lines coloured by that array of theirs, seen through the surfaces
/// beside them in the output, which are translucent.
/// Without contacts surfaces have their own colour.
void showContacts(vtkSMPVRepresentationProxy& display);

/// Points and lines of a display as wide as contacts are drawn everywhere.
void widenContacts(vtkSMProxy& display);

}  // namespace talus::plugin
