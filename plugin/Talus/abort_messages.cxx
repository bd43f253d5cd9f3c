#include "abort_messages.h"

#include <vtkCommand.h>
#include <vtkCommunicator.h>
#include <vtkCompositeMultiProcessController.h>
#include <vtkNew.h>
#include <vtkPVProgressHandler.h>
#include <vtkPVSession.h>
#include <vtkSocketCommunicator.h>

#include <chrono>
#include <cstring>

#include "keyboard.h"

namespace {

// Any numbers that ParaView does not use.
constexpr int questionTag = 574101;
constexpr int answerTag = 574102;
constexpr int otherSide = 1;

int tagOf(const void* message) {
  int tag = 0;
  std::memcpy(&tag, message, sizeof(tag));
  return tag;
}

/// While the server waits for the answer: keeps what the client has sent before for those who wait for it.
class KeepOthers : public vtkCommand {
 public:
  static KeepOthers* New() { return new KeepOthers; }
  void Execute(vtkObject* communicator, unsigned long /*event*/, void* /*message*/) override {
    vtkSocketCommunicator::SafeDownCast(communicator)->BufferCurrentMessage();
    this->SetAbortFlag(1);  // handled
  }
};

class Answer : public vtkCommand {
 public:
  static Answer* New() { return new Answer; }
  void (*aborted)() = nullptr;

  void Execute(vtkObject* communicator, unsigned long /*event*/, void* message) override {
    if (tagOf(message) != questionTag) return;
    this->SetAbortFlag(1);  // handled
    const char held = holdsEscape();
    vtkCommunicator::SafeDownCast(communicator)->Send(&held, 1, otherSide, answerTag);
    if (held) this->aborted();
  }
};

constexpr float first = 1;  // before ParaView's own observers, for which other tags are errors

bool ask(vtkCommunicator& client) {
  char answer = 1;
  const vtkNew<KeepOthers> keeper;
  const unsigned long observer = client.AddObserver(vtkCommand::WrongTagEvent, keeper, first);
  client.Send(&answer, 1, otherSide, questionTag);
  client.Receive(&answer, 1, otherSide, answerTag);
  client.RemoveObserver(observer);
  return answer != 0;
}

}  // namespace

bool clientAborts(vtkPVSession& session) {
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds pause(250);
  static Clock::time_point next;
  auto* clients =
      vtkCompositeMultiProcessController::SafeDownCast(session.GetController(vtkPVSession::CLIENT));
  if (!clients || clients->GetNumberOfControllers() != 1) return false;
  const bool clientWaits = session.GetProgressHandler()->GetEnableProgress();
  if (!clientWaits || Clock::now() < next) return false;
  const bool answer = ask(*clients->GetController(0)->GetCommunicator());
  next = Clock::now() + pause;
  return answer;
}

void answerServer(vtkCommunicator& server, void (*aborted)()) {
  const vtkNew<Answer> answer;
  answer->aborted = aborted;
  server.AddObserver(vtkCommand::WrongTagEvent, answer, first);
}
