#pragma once

#include <source_location>
#include <string>
#include <utility>

#include "base/error.h"

class vtkObject;

namespace talus::filters {

/// What a message is about, for programs: texts are for people, and may change.
enum class MessageKind : char {
  General = 'G',
  Memory = 'M',      ///< too little memory
  Surface = 'S',     ///< a surface is doubtful
  Steps = 'T',       ///< steps are many, or take long
  Overlap = 'O',     ///< bodies overlap, or have passed through each other
  BlockedWall = 'B'  ///< a wall cannot go on
};

/// A message with its parts.
struct UserMessage {
  UserMessage() = default;
  UserMessage(const char* whole) : text(whole) {}
  UserMessage(std::string whole, MessageKind about = MessageKind::General)
      : text(std::move(whole)), kind(about) {}

  std::string text;  ///< the whole
  MessageKind kind = MessageKind::General;
  std::string problem, where, remedy;  ///< of an error: what is wrong, where, how to mend it
  ErrorSubject subject;                ///< of an error
};

/// The message of the exception that is being handled.
UserMessage messageOfException();

/// The message that is being reported by this thread, for observers of the event; null if VTK reports itself.
const UserMessage* reportedMessage();

/// Reports an error of a filter: as vtkErrorMacro does, but observers of the filter's ErrorEvent hear it also
/// while vtkObject::GlobalWarningDisplayOff() forbids VTK to print.
void reportError(vtkObject& filter, const UserMessage& message,
                 const std::source_location& at = std::source_location::current());

/// The same for a warning and WarningEvent. It is also a remark of a filter's answer (addRemark).
void reportWarning(vtkObject& filter, const UserMessage& message,
                   const std::source_location& at = std::source_location::current());

}  // namespace talus::filters
