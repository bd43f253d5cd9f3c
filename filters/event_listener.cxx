#include "event_listener.h"

#include <vtkCommand.h>
#include <vtkObject.h>
#include <vtkSmartPointer.h>
#include <vtkWeakPointer.h>

#include <memory>
#include <thread>

#include "filter_messages.h"

namespace {

class Call : public vtkCommand {
 public:
  static Call* New() { return new Call; }
  TalusHeard heard = nullptr;
  std::size_t block = 0;

  void Execute(vtkObject* /*source*/, unsigned long event, void* data) override {
    if (std::this_thread::get_id() != this->thread) return;
    // Texts are not for listeners that began before. Progress is for all, also for a program's own observers.
    this->SetAbortFlag(event != vtkCommand::ProgressEvent);
    if (event == vtkCommand::ProgressEvent) return this->heard(this->block, 'P', nullptr);
    const talus::filters::UserMessage none, *reported = talus::filters::reportedMessage();
    const auto& parts = reported ? *reported : none;
    const TalusMessage message{static_cast<const char*>(data), static_cast<char>(parts.kind),
                               parts.problem.c_str(),          parts.where.c_str(),
                               parts.remedy.c_str(),           parts.subject.surface.c_str(),
                               parts.subject.body.size(),      parts.subject.body.data()};
    this->heard(this->block, event == vtkCommand::ErrorEvent ? 'E' : 'W', &message);
  }

 private:
  std::thread::id thread = std::this_thread::get_id();
};

// Of this thread; the last one has the highest priority.
thread_local int listeners = 0;

struct Listener {
  vtkWeakPointer<vtkObject> source;
  vtkSmartPointer<Call> call = vtkSmartPointer<Call>::New();
};

}  // namespace

void* talusListen(void* object, TalusHeard heard, std::size_t block) {
  auto listener = std::make_unique<Listener>();
  listener->source = vtkObject::SafeDownCast(static_cast<vtkObjectBase*>(object));
  listener->call->heard = heard;
  listener->call->block = block;
  const auto priority = static_cast<float>(++listeners);
  for (const auto event : {vtkCommand::ErrorEvent, vtkCommand::WarningEvent, vtkCommand::ProgressEvent})
    listener->source->AddObserver(event, listener->call, priority);
  return listener.release();
}

void talusEndListening(void* listener) {
  const std::unique_ptr<Listener> ended(static_cast<Listener*>(listener));
  if (ended->source) ended->source->RemoveObserver(ended->call);
  --listeners;
}
