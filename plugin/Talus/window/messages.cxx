#include "messages.h"

#include <pqOutputWidget.h>
#include <vtkSMProxy.h>

#include <QApplication>
#include <QMainWindow>
#include <algorithm>

#include "answer_line.h"

namespace {

// The error of a filter begins with its class; a line in the panel that is seen says why it has no result.
bool isToldInPanel(const QString& message) {
  const QWidgetList widgets = QApplication::allWidgets();
  return std::any_of(widgets.begin(), widgets.end(), [&](QWidget* widget) {
    auto* line = dynamic_cast<AnswerLine*>(widget);
    const char* filter = line && line->isVisible() ? line->proxy()->GetVTKClassName() : nullptr;
    return filter && message.contains(QString("%1 (0x").arg(filter));
  });
}

// The main window opens the messages: it is asked only for those that nothing else tells.
void ask(QWidget& window, pqOutputWidget& messages) {
  if (!QObject::disconnect(&messages, SIGNAL(messageDisplayed(const QString&, int)), &window, nullptr))
    return;
  QObject::connect(
      &messages, &pqOutputWidget::messageDisplayed, &window, [&window](const QString& message, int type) {
        if (!isToldInPanel(message))
          QMetaObject::invokeMethod(&window, "handleMessage", Q_ARG(QString, message), Q_ARG(int, type));
      });
}

}  // namespace

void keepMessagesQuiet() {
  for (QWidget* widget : QApplication::allWidgets()) {
    auto* messages = qobject_cast<pqOutputWidget*>(widget);
    if (!messages) continue;
    messages->suppress({"Algorithm vtkTalus"});
    for (QWidget* window : QApplication::topLevelWidgets())
      if (qobject_cast<QMainWindow*>(window) &&
          window->metaObject()->indexOfMethod("handleMessage(QString,int)") >= 0)
        ask(*window, *messages);
  }
}
