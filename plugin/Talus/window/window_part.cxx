// The module's entry, which the plugin calls once it has loaded it.

#include <dlfcn.h>

#include <pqApplicationCore.h>
#include <QCoreApplication>
#include <QFileInfo>
#include <QTimer>

#include "file_answer.h"
#include "first_view.h"
#include "help_pages.h"
#include "input_choice.h"
#include "messages.h"
#include "panel_widgets.h"
#include "part_folder.h"

namespace {

void begin() {
  if (!pqApplicationCore::instance()) return;
  showAnswerLines();
  showAnswersOfFiles();
  openOwnHelpPages();
  proposeInputs();
  keepMessagesQuiet();
  seeFallsFromTheSide();
}

}  // namespace

QString partFolder() {
  Dl_info info{};
  dladdr(reinterpret_cast<const void*>(&partFolder), &info);
  return QFileInfo(QString::fromLocal8Bit(info.dli_fname)).absolutePath();
}

// Plugins are loaded while the window is made: it is there when events are handled.
extern "C" __attribute__((visibility("default"))) void talusBeginWindowPart() {
  QTimer::singleShot(0, QCoreApplication::instance(), begin);
}
