#include "help_pages.h"

#include <pqHelpReaction.h>
#include <pqPropertiesPanel.h>
#include <QApplication>
#include <QDialog>
#include <QFileInfo>
#include <QPointer>
#include <QTextBrowser>
#include <QVBoxLayout>

#include "part_folder.h"

namespace {

// The pages of docs/filters, beside their pictures.
QString pageOf(const QString& filter) {
  return partFolder() + "/help/filters/" + filter + ".md";
}

// One window for all pages.
class HelpWindow : public QDialog {
 public:
  explicit HelpWindow(QWidget* parent) : QDialog(parent), page_(new QTextBrowser(this)) {
    this->setObjectName("TalusHelp");
    this->setWindowTitle("Talus");
    this->resize(760, 760);
    page_->setObjectName("Page");
    page_->setOpenExternalLinks(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(page_);
  }

  void open(const QString& path) {
    page_->setSource(QUrl::fromLocalFile(path));
    this->show();
    this->raise();
  }

 private:
  QTextBrowser* page_;
};

void showHelp(QWidget* parent, const QString& group, const QString& name) {
  static QPointer<HelpWindow> window;
  const QString page = pageOf(name);
  const bool own = (group == "filters" || group == "sources") && QFileInfo::exists(page);
  if (!own) return pqHelpReaction::showProxyHelp(group, name);
  if (!window) window = new HelpWindow(parent);
  window->open(page);
}

}  // namespace

void openOwnHelpPages() {
  for (QWidget* widget : QApplication::allWidgets()) {
    auto* panel = qobject_cast<pqPropertiesPanel*>(widget);
    if (!panel) continue;
    QObject::disconnect(panel, &pqPropertiesPanel::helpRequested, nullptr, nullptr);
    QObject::connect(
        panel, &pqPropertiesPanel::helpRequested, panel,
        [panel](const QString& group, const QString& name) { showHelp(panel->window(), group, name); });
  }
}
