#pragma once

#include <deque>
#include <set>
#include <string>
#include <vector>

#include "scene/json_node.h"

namespace talus {

/// A scene file and its included files, parsed; each file once.
class SceneDocuments {
 public:
  /// @throws Error unreadable, not JSON, not a scene, or included by itself.
  void addFile(const std::string& path);
  /// @param name of the text; relative file names start there.
  void addText(const std::string& text, const std::string& name);

  /// The root objects, included ones before those that include them; the last is the scene's own. Their
  /// `format` and `include` are resolved. Valid during the lifetime of this object.
  const std::vector<JsonNode>& roots() const { return roots_; }

  /// A name in a document as a path: relative ones start at the folder of the document's file.
  /// @throws Error a name that no file can have.
  static std::string resolve(const JsonNode& name);

 private:
  struct Document {
    std::string name;
    nlohmann::json value;
  };

  void include(const JsonNode& name);

  std::deque<Document> documents_;  // a deque: nodes point to its items
  std::vector<JsonNode> roots_;
  std::vector<std::string> open_;  // canonical names of files that are being read
  std::set<std::string> done_;
};

}  // namespace talus
