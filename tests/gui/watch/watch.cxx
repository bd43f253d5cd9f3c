// Loaded into ParaView by the guided tour: tells what its widgets show and where, so that a test can click
// at them as a user does. A file `ask` in the folder TALUS_WATCH is answered by `told.json`, as soon as the
// window handles events again.

#include <pqFlatTreeView.h>
#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QTabBar>
#include <QTextEdit>
#include <QTimer>
#include <QTreeView>
#include <QWidget>
#include <algorithm>

namespace {

QRect onScreen(const QWidget& widget, const QRect& rectangle) {
  return {widget.mapToGlobal(rectangle.topLeft()), rectangle.size()};
}

// Mnemonics are underlined on the screen: "&Open" is read "Open".
QString read(QString text) {
  return text.remove('&');
}

class Told {
 public:
  void add(const QWidget& widget, const QString& text, const QRect& rectangle, bool enabled, bool on) {
    const QRect at = onScreen(widget, rectangle);
    items_.append(QJsonObject{{"class", widget.metaObject()->className()},
                              {"name", widget.objectName()},
                              {"window", widget.window()->windowTitle()},
                              {"text", text.trimmed()},
                              {"tip", widget.toolTip()},
                              {"box", QJsonArray{at.x(), at.y(), at.width(), at.height()}},
                              {"enabled", enabled},
                              {"on", on}});
  }

  void save(const QString& file) const {
    QFile out(file + ".part");
    if (!out.open(QIODevice::WriteOnly)) return;
    out.write(QJsonDocument(items_).toJson());
    out.close();
    QFile::rename(out.fileName(), file);
  }

 private:
  QJsonArray items_;
};

QString textOf(const QWidget& widget) {
  if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) return read(button->text());
  if (const auto* label = qobject_cast<const QLabel*>(&widget)) return label->text();
  if (const auto* line = qobject_cast<const QLineEdit*>(&widget)) return line->text();
  if (const auto* choice = qobject_cast<const QComboBox*>(&widget)) return choice->currentText();
  if (const auto* page = qobject_cast<const QTextEdit*>(&widget)) return page->toPlainText();
  if (const auto* page = qobject_cast<const QPlainTextEdit*>(&widget)) return page->toPlainText();
  return {};
}

// Menus, tabs and the items of lists are no widgets of their own.
void tellParts(const QWidget& widget, Told& told) {
  const auto tellActions = [&](const auto& menu) {
    for (QAction* action : menu.actions())
      if (action->isVisible() && !action->isSeparator())
        told.add(widget, read(action->text()), menu.actionGeometry(action), action->isEnabled(),
                 action->isChecked());
  };
  if (const auto* bar = qobject_cast<const QMenuBar*>(&widget)) tellActions(*bar);
  if (const auto* menu = qobject_cast<const QMenu*>(&widget)) tellActions(*menu);
  if (const auto* tabs = qobject_cast<const QTabBar*>(&widget))
    for (int i = 0; i < tabs->count(); ++i)
      told.add(widget, read(tabs->tabText(i)), tabs->tabRect(i), tabs->isTabEnabled(i),
               tabs->currentIndex() == i);
}

void tellItems(const QAbstractItemView& view, const QModelIndex& parent, Told& told) {
  const QAbstractItemModel* model = view.model();
  if (!model) return;
  constexpr int most = 200;  // rows of one parent
  for (int row = 0; row < std::min(most, model->rowCount(parent)); ++row)
    for (int column = 0; column < model->columnCount(parent); ++column) {
      const QModelIndex item = model->index(row, column, parent);
      const QRect seen = view.visualRect(item) & view.viewport()->rect();
      if (!seen.isEmpty())
        told.add(*view.viewport(), item.data().toString(), seen, item.flags() & Qt::ItemIsEnabled,
                 view.selectionModel() && view.selectionModel()->isSelected(item));
      const auto* tree = qobject_cast<const QTreeView*>(&view);  // models of tables say the same at any depth
      if (column == 0 && tree && tree->isExpanded(item)) tellItems(view, item, told);
    }
}

// The pipeline, which is no view of Qt.
void tellItems(const pqFlatTreeView& tree, const QModelIndex& parent, Told& told) {
  const QAbstractItemModel* model = tree.getModel();
  for (int row = 0; model && row < model->rowCount(parent); ++row) {
    const QModelIndex item = model->index(row, 0, parent);
    QRect seen;
    tree.getVisibleRect(item, seen);
    if (!seen.isEmpty()) told.add(*tree.viewport(), item.data().toString(), seen, true, false);
    tellItems(tree, item, told);
  }
}

void tell(const QString& file) {
  Told told;
  for (const QWidget* widget : QApplication::allWidgets()) {
    if (!widget->isVisible()) continue;
    const QRect seen = widget->visibleRegion().boundingRect();
    if (seen.isEmpty()) continue;
    const auto* button = qobject_cast<const QAbstractButton*>(widget);
    told.add(*widget, textOf(*widget), seen, widget->isEnabled(), button && button->isChecked());
    tellParts(*widget, told);
    if (const auto* view = qobject_cast<const QAbstractItemView*>(widget))
      tellItems(*view, view->rootIndex(), told);
    if (const auto* tree = qobject_cast<const pqFlatTreeView*>(widget))
      tellItems(*tree, tree->getRootIndex(), told);
  }
  told.save(file);
}

// A question of the folder is answered between two events.
void watch() {
  const QString folder = qEnvironmentVariable("TALUS_WATCH");
  if (folder.isEmpty()) return;
  auto* timer = new QTimer(QCoreApplication::instance());
  QObject::connect(timer, &QTimer::timeout, timer, [folder] {
    const QDir here(folder);
    if (QFile::remove(here.filePath("ask"))) tell(here.filePath("told.json"));
  });
  constexpr int period = 50;  // milliseconds
  timer->start(period);
}

}  // namespace

Q_COREAPP_STARTUP_FUNCTION(watch)
