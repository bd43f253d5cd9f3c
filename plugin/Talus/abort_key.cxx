#include "abort_key.h"

#include <vtkAlgorithm.h>
#include <vtkCallbackCommand.h>
#include <vtkClientServerStream.h>
#include <vtkMultiProcessController.h>
#include <vtkNew.h>
#include <vtkPVSession.h>
#include <vtkProcessModule.h>
#include <vtkSMParaViewPipelineController.h>
#include <vtkSMProxy.h>
#include <vtkSMProxyManager.h>
#include <vtkSMSession.h>
#include <vtkSMSessionProxyManager.h>
#include <vtkSessionIterator.h>
#include <vtkSmartPointer.h>

#include <cctype>
#include <string>
#include <string_view>

#include "abort_messages.h"
#include "filters/abort_question.h"
#include "keyboard.h"
#include "window.h"

namespace {

constexpr std::string_view ourClasses = "vtkTalus";
constexpr std::string_view hint = ": hold Esc to abort";

/// "vtkTalusTimeStepper" as "Time Stepper".
std::string words(std::string_view className) {
  std::string result;
  for (const char letter : className.substr(ourClasses.size())) {
    if (std::isupper(static_cast<unsigned char>(letter)) && !result.empty()) result += ' ';
    result += letter;
  }
  return result;
}

bool hasHint(vtkAlgorithm& filter) {
  const char* text = filter.GetProgressText();
  return text && std::string_view(text).ends_with(hint);
}

void stopPlaying() {
  vtkSMSession* session = vtkSMProxyManager::GetProxyManager()->GetActiveSession();
  const vtkNew<vtkSMParaViewPipelineController> controller;
  if (vtkSMProxy* scene = session ? controller->FindAnimationScene(session) : nullptr)
    scene->InvokeCommand("Stop");
}

bool windowAborts() {
  const bool aborts = holdsEscape();
  if (aborts) stopPlaying();
  return aborts;
}

// Only a window gives filters the hint, and it answers.
bool userAborts(vtkAlgorithm& filter) {
  if (!hasHint(filter)) return false;
  if (hasWindow()) return windowAborts();
  auto* session = vtkPVSession::SafeDownCast(vtkProcessModule::GetProcessModule()->GetSession());
  return session && clientAborts(*session);
}

void giveHint(vtkSMProxy& filter) {
  const std::string text = words(filter.GetVTKClassName()) + std::string(hint);
  vtkClientServerStream stream;
  stream << vtkClientServerStream::Invoke << VTKOBJECT(&filter) << "SetProgressText" << text.c_str()
         << vtkClientServerStream::End;
  filter.GetSession()->ExecuteStream(filter.GetLocation(), stream);
}

void onRegistration(vtkObject*, unsigned long, void*, void* data) {
  const auto& registered = *static_cast<vtkSMProxyManager::RegisteredProxyInformation*>(data);
  if (registered.Type != vtkSMProxyManager::RegisteredProxyInformation::PROXY ||
      registered.GroupName != std::string_view("sources"))
    return;
  const char* name = registered.Proxy->GetVTKClassName();
  if (name && std::string_view(name).starts_with(ourClasses)) giveHint(*registered.Proxy);
}

void watch(vtkSMSession& session) {
  const vtkNew<vtkCallbackCommand> registration;
  registration->SetCallback(onRegistration);
  session.GetSessionProxyManager()->AddObserver(vtkCommand::RegisterEvent, registration);
  if (vtkMultiProcessController* server = session.GetController(vtkPVSession::DATA_SERVER_ROOT))
    answerServer(*server->GetCommunicator(), stopPlaying);
}

void onConnection(vtkObject* module, unsigned long, void*, void* data) {
  const vtkIdType id = *static_cast<vtkIdType*>(data);
  if (auto* session = vtkSMSession::SafeDownCast(vtkProcessModule::SafeDownCast(module)->GetSession(id)))
    watch(*session);
}

void watchSessions(vtkProcessModule& module) {
  const auto sessions = vtkSmartPointer<vtkSessionIterator>::Take(module.NewSessionIterator());
  for (sessions->InitTraversal(); !sessions->IsDoneWithTraversal(); sessions->GoToNextItem())
    if (auto* session = vtkSMSession::SafeDownCast(sessions->GetCurrentSession())) watch(*session);
  const vtkNew<vtkCallbackCommand> connection;
  connection->SetCallback(onConnection);
  module.AddObserver(vtkCommand::ConnectionCreatedEvent, connection);
}

}  // namespace

void registerAbortKey() {
  talus::filters::askForAborts(userAborts);
  if (hasWindow()) watchSessions(*vtkProcessModule::GetProcessModule());
}
