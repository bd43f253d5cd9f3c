#include "attempt.h"

#include <vtkAlgorithm.h>
#include <vtkDataObject.h>
#include <vtkInformation.h>
#include <vtkInformationIntegerKey.h>

#include <span>
#include <string>

#include "abort_question.h"
#include "answer.h"
#include "base/bytes.h"
#include "base/error.h"
#include "distributed/serial_communicator.h"
#include "filter_messages.h"

namespace talus::filters {

namespace {

bool inputAborted(vtkAlgorithm& filter) {
  for (int port = 0; port < filter.GetNumberOfInputPorts(); ++port)
    for (int i = 0; i < filter.GetNumberOfInputConnections(port); ++i)
      if (filter.GetInputInformation(port, i)->Get(vtkAlgorithm::ABORTED())) return true;
  return false;
}

// Tells the filters behind this one. (SetAbortOutput would modify it, so that it seems to be asked for
// something else.)
Outcome cancel(vtkAlgorithm& filter) {
  setAnswer(filter,
            "Aborted: there is no result. To go on, change a property and apply, or choose another time");
  for (int port = 0; port < filter.GetNumberOfOutputPorts(); ++port)
    filter.GetOutputInformation(port)->Set(vtkAlgorithm::ABORTED(), 1);
  return Outcome::Cancelled;
}

// The last message is one of all ranks: a rank that has it knows that none has failed.
void talk(const std::function<void()>& work, ControllerCommunicator& messages) {
  messages.begin();
  try {
    work();
    messages.meet();
  } catch (const RankEnded&) {
    messages.end();  // the other rank tells why
  } catch (...) {
    messages.end();
    throw;
  }
}

// The first message of all ranks, on all of them.
UserMessage first(const RankGroup& ranks, const UserMessage& mine) {
  if (ranks.size() == 1) return mine;
  ByteWriter bytes;
  bytes.all(mine.text, mine.problem, mine.where, mine.remedy, mine.subject.body, mine.subject.surface,
            mine.kind);
  std::string packed(reinterpret_cast<const char*>(bytes.bytes().data()), bytes.bytes().size());
  packed = ranks.firstText(mine.text.empty() ? std::string() : packed);
  if (packed.empty()) return {};
  ByteReader reader(std::as_bytes(std::span(packed)));
  UserMessage message;
  reader.all(message.text, message.problem, message.where, message.remedy, message.subject.body,
             message.subject.surface, message.kind);
  return message;
}

}  // namespace

Outcome attempt(vtkAlgorithm& filter, const RankGroup& ranks, const std::function<void()>& work,
                ControllerCommunicator* messages) {
  if (ranks.any(inputAborted(filter) || staysAborted(filter))) return cancel(filter);
  UserMessage error;
  bool cancelled = false;
  try {
    if (messages)
      talk(work, *messages);
    else
      work();
  } catch (const Cancelled&) {
    cancelled = true;
  } catch (const std::exception&) {
    error = messageOfException();
  }
  error = first(ranks, error);
  if (!error.text.empty()) {
    setAnswer(filter, "No result: " + error.text);
    reportError(filter, error);
    return Outcome::Failed;
  }
  return ranks.any(cancelled) ? cancel(filter) : Outcome::Done;
}

Outcome attemptTogether(vtkAlgorithm& filter, const RankGroup& ranks,
                        const std::function<void(Communicator&)>& work) {
  if (ranks.size() == 1) {
    SerialCommunicator alone;
    return attempt(filter, ranks, [&] { work(alone); });
  }
  ControllerCommunicator messages(*ranks.controller());
  return attempt(
      filter, ranks, [&] { work(messages); }, &messages);
}

int ended(Outcome outcome, std::initializer_list<vtkDataObject*> outputs) {
  if (outcome != Outcome::Done)
    for (vtkDataObject* output : outputs) output->Initialize();
  return outcome == Outcome::Failed ? 0 : 1;
}

}  // namespace talus::filters
