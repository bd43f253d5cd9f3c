#pragma once

#include <vtkObjectFactory.h>

namespace talus::plugin {

/// Lets ParaView create a class of ours wherever it creates one of its own, from now on.
/// @param create what VTK_CREATE_CREATE_FUNCTION has made. @param description for who lists factories.
void overrideClass(const char* theirs, const char* ours, vtkObjectFactory::CreateFunction create,
                   const char* description);

}  // namespace talus::plugin
