#include "panel_width.h"

#include <pqPropertiesPanel.h>

#include <QApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>

namespace {

QDockWidget* dockOf(QWidget& panel) {
  for (QWidget* at = panel.parentWidget(); at; at = at->parentWidget())
    if (auto* dock = qobject_cast<QDockWidget*>(at)) return dock;
  return nullptr;
}

void widen(QScrollArea& fields, QMetaObject::Connection& once) {
  const int missing = fields.horizontalScrollBar()->maximum();
  QDockWidget* dock = dockOf(fields);
  auto* window = dock && !dock->isFloating() ? qobject_cast<QMainWindow*>(dock->parentWidget()) : nullptr;
  if (missing == 0 || !window || !fields.isVisible()) return;
  QObject::disconnect(once);
  window->resizeDocks({dock}, {dock->width() + missing}, Qt::Horizontal);
}

void watch(QScrollArea& fields) {
  static QMetaObject::Connection once;
  once = QObject::connect(fields.horizontalScrollBar(), &QScrollBar::rangeChanged, &fields, [&fields] {
    QTimer::singleShot(0, &fields, [&fields] { widen(fields, once); });  // once the new rows have their place
  });
}

}  // namespace

void widenPanelOnce() {
  for (QWidget* widget : QApplication::allWidgets()) {
    auto* panel = qobject_cast<pqPropertiesPanel*>(widget);
    auto* fields = panel ? panel->findChild<QScrollArea*>() : nullptr;
    if (fields) return watch(*fields);
  }
}
