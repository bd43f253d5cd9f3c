#pragma once

#include <cstddef>
#include <cstdint>

#include "TalusFiltersModule.h"  // for the export macro

/// Events of VTK's objects for the Python package, which calls these functions by name. Observers that Python
/// adds by VTK run in the state of the thread that added them: in another thread, or after the end of that
/// one, they end the process by a segmentation fault.
extern "C" {
/// A message as Python hears it. Parts are empty if VTK itself reports.
struct TalusMessage {
  const char* text;
  char kind;  ///< a MessageKind, see filter_messages.h
  const char *problem, *where, *remedy;
  const char* surface;  ///< the one concerned
  std::size_t bodies;   ///< the number of bodies concerned
  const std::int64_t* body;
};

/// What an event calls: the block of the listener, 'E' with an error, 'W' with a warning, or 'P' and null for
/// progress.
using TalusHeard = void (*)(std::size_t block, char event, const TalusMessage* message);

/// Calls `heard` for errors, warnings and progress of an object in the calling thread, until
/// talusEndListening. Texts are heard only by the last of several listeners of a thread to an object,
/// progress by all, and by observers of others.
/// @param object a vtkObjectBase
/// @return the listener
TALUSFILTERS_EXPORT void* talusListen(void* object, TalusHeard heard, std::size_t block);
TALUSFILTERS_EXPORT void talusEndListening(void* listener);
}
