#include "help_pages.h"

#include <pqHelpReaction.h>
#include <pqPropertiesPanel.h>
#include <QApplication>
#include <QDialog>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QImage>
#include <QPointer>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextCursor>
#include <QVBoxLayout>

#include "part_folder.h"

namespace {

// The pages of docs/filters, beside their pictures.
QString pageOf(const QString& filter) {
  return partFolder() + "/help/filters/" + filter + ".md";
}

// Without links to what is not here, as sources: they would lead nowhere.
QString withoutDeadLinks(QString page, const QDir& folder) {
  static const QRegularExpression link(R"((?<!!)\[([^\]]*)\]\((?!https?:)([^)#]*)[^)]*\))");
  for (qsizetype at = 0;;) {
    const QRegularExpressionMatch found = link.match(page, static_cast<int>(at));
    if (!found.hasMatch()) return page;
    const bool leads = found.captured(2).isEmpty() || QFileInfo::exists(folder.filePath(found.captured(2)));
    if (!leads) page.replace(found.capturedStart(), found.capturedLength(), found.captured(1));
    at = leads ? found.capturedEnd() : found.capturedStart() + found.captured(1).size();
  }
}

QString textOf(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return {};
  return withoutDeadLinks(QString::fromUtf8(file.readAll()), QFileInfo(path).dir());
}

// Its pictures and scripts are no wider than the window.
class PageBrowser : public QTextBrowser {
 public:
  explicit PageBrowser(QWidget* parent) : QTextBrowser(parent) {
    QObject::connect(this, &QTextBrowser::sourceChanged, this, [this] { this->wrapScripts(); });
  }

  QVariant loadResource(int type, const QUrl& name) override {
    const QString path = this->source().resolved(name).toLocalFile();
    if (path.endsWith(".md")) return textOf(path);
    const QVariant resource = QTextBrowser::loadResource(type, name);
    if (type != QTextDocument::ImageResource) return resource;
    const QImage picture(path);
    const int margins = 2 * static_cast<int>(this->document()->documentMargin());
    const int width = this->width() - this->verticalScrollBar()->sizeHint().width() - margins;
    return picture.width() > width ? QVariant(picture.scaledToWidth(width, Qt::SmoothTransformation))
                                   : resource;
  }

 protected:
  void resizeEvent(QResizeEvent* event) override {
    QTextBrowser::resizeEvent(event);
    const int place = this->verticalScrollBar()->value();
    this->reload();
    this->wrapScripts();
    this->verticalScrollBar()->setValue(place);
  }

 private:
  void wrapScripts() {
    for (QTextBlock block = this->document()->begin(); block.isValid(); block = block.next()) {
      if (!block.blockFormat().nonBreakableLines()) continue;
      QTextBlockFormat format = block.blockFormat();
      format.setNonBreakableLines(false);
      QTextCursor(block).setBlockFormat(format);
    }
  }
};

// One window for all pages.
class HelpWindow : public QDialog {
 public:
  explicit HelpWindow(QWidget* parent) : QDialog(parent), page_(new PageBrowser(this)) {
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
