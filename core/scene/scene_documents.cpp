#include "scene/scene_documents.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>

#include "base/error.h"
#include "base/regular_file.h"

namespace talus {

namespace {

namespace fs = std::filesystem;

/// Far larger than any scene: a larger file is no scene.
constexpr std::uint64_t largestScene = std::uint64_t{4} << 30;
/// Bytes of a file's name in a scene.
constexpr std::size_t longestName = 4095;
/// Scene files of which each includes the next.
constexpr std::size_t maximumIncludes = 100;

std::string canonical(const std::string& path) {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(path, error);
  return error ? path : whole.string();
}

void requireFormat(const JsonNode& root) {
  JsonObject object(root);
  const JsonNode format = object.get("format");
  if (format.text().starts_with("talus-run-"))
    format.fail("These are the options of a run, not a scene",
                "Open its frames, run.pvd, or its scene, scene.json");
  if (format.text() != "talus-scene-1")
    format.fail("The format is '" + shortened(format.text()) + "'", "This version reads 'talus-scene-1'");
}

}  // namespace

std::string SceneDocuments::resolve(const JsonNode& name) {
  const std::string& text = name.text();
  if (text.find('\0') != std::string::npos)
    name.fail("The name '" + shortened(text) + "' of a file holds a zero byte", "Check the name");
  if (text.size() > longestName)
    name.fail("The name '" + shortened(text) + "' of a file has " + std::to_string(text.size()) + " bytes",
              "Give one of at most " + std::to_string(longestName));
  return (fs::path(name.file()).parent_path() / text).string();
}

void SceneDocuments::addFile(const std::string& path) {
  if (done_.insert(canonical(path)).second) addText(contentOfFile(path, largestScene), path);
}

void SceneDocuments::addText(const std::string& text, const std::string& name) {
  open_.push_back(canonical(name));
  documents_.push_back({name, parseJson(text, name)});
  const Document& document = documents_.back();
  const JsonNode root(document.value, "$", document.name);
  requireFormat(root);
  JsonObject object(root);
  if (const auto names = object.find("include"))
    for (const JsonNode& item : names->items()) include(item);
  roots_.push_back(root);
  open_.pop_back();
}

void SceneDocuments::include(const JsonNode& name) {
  const std::string path = resolve(name);
  const auto first = std::find(open_.begin(), open_.end(), canonical(path));
  if (first != open_.end()) {
    std::string round;
    for (auto file = first; file != open_.end(); ++file) round += fs::path(*file).filename().string() + " → ";
    name.fail("The file includes itself: " + round + first->substr(first->rfind('/') + 1),
              "Take one of these includes out");
  }
  if (open_.size() >= maximumIncludes)
    name.fail("Included files include others, " + std::to_string(maximumIncludes) + " deep",
              "Include them from the scene itself");
  try {
    addFile(path);
  } catch (const Error& error) {
    if (error.where() != path) throw;
    name.fail(error.problem() + ": " + path, error.remedy());
  }
}

}  // namespace talus
