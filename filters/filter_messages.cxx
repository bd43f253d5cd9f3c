#include "filter_messages.h"

#include <vtkAlgorithm.h>
#include <vtkCommand.h>
#include <vtkObject.h>
#include <vtkOutputWindow.h>

#include <exception>
#include <new>

#include "answer.h"
#include "dynamics/run/blocked_wall.h"

namespace talus::filters {

namespace {

using Display = void (*)(const char* file, int line, const char* text, vtkObject* source);

thread_local const UserMessage* reported = nullptr;

// The display gives the text to observers, and prints it if there are none.
void report(vtkObject& filter, vtkCommand::EventIds event, Display display, const UserMessage& message,
            const std::source_location& at) {
  if (!vtkObject::GetGlobalWarningDisplay() && !filter.HasObserver(event)) return;
  const std::string whole = filter.GetObjectDescription() + ": " + message.text;
  const UserMessage* const before = std::exchange(reported, &message);
  display(at.file_name(), static_cast<int>(at.line()), whole.c_str(), &filter);
  reported = before;
}

// As in the text of an error: names of files may hold any bytes.
std::string printable(const std::string& part) {
  std::string sentence = Error(part, "", "").what();
  sentence.pop_back();  // its full stop
  return sentence;
}

}  // namespace

UserMessage messageOfException() {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return {"Not enough memory. Use fewer points or a smaller surface, or more MPI ranks.",
            MessageKind::Memory};
  } catch (const Error& error) {
    UserMessage message(error.what());
    if (dynamic_cast<const BlockedWall*>(&error) != nullptr) message.kind = MessageKind::BlockedWall;
    message.problem = printable(error.problem());
    message.where = printable(error.where());
    message.remedy = printable(error.remedy());
    message.subject = {error.subject().body, printable(error.subject().surface)};
    return message;
  } catch (const std::exception& error) {
    return error.what();
  }
}

const UserMessage* reportedMessage() {
  return reported;
}

void reportError(vtkObject& filter, const UserMessage& message, const std::source_location& at) {
  report(filter, vtkCommand::ErrorEvent, &vtkOutputWindowDisplayErrorText, message, at);
}

void reportWarning(vtkObject& filter, const UserMessage& message, const std::source_location& at) {
  if (auto* algorithm = vtkAlgorithm::SafeDownCast(&filter)) addRemark(*algorithm, message.text);
  report(filter, vtkCommand::WarningEvent, &vtkOutputWindowDisplayWarningText, message, at);
}

}  // namespace talus::filters
