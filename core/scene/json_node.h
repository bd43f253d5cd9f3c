#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/quaternion.h"
#include "base/short_text.h"
#include "base/types.h"

namespace talus {

/// Parses a JSON text. Numbers too large for a double, keys that an object repeats and zero bytes are errors,
/// too.
/// @param name of the text in messages: a file's name. @throws Error with line and column.
nlohmann::json parseJson(const std::string& text, const std::string& name);

/// A value of a JSON text with its path, like `$.bodies[3].mass`. A view: the value and the name must
/// outlive it.
class JsonNode {
 public:
  JsonNode(const nlohmann::json& value, std::string path, const std::string& file)
      : value_(&value), path_(std::move(path)), file_(&file) {}

  const nlohmann::json& value() const { return *value_; }
  const std::string& file() const { return *file_; }
  /// The location for messages: `$.bodies[3].mass in drum.json`.
  std::string where() const { return path_ + " in " + *file_; }
  /// @throws Error with the location.
  [[noreturn]] void fail(const std::string& problem, const std::string& remedy,
                         const ErrorSubject& subject = {}) const;
  /// A part of the value, `contact.friction`, as a place of errors only; "" is the value itself.
  JsonNode part(const std::string& name) const;

  /// The value as the requested type, or an Error with the actual type.
  double number() const;
  std::int64_t integer() const;
  bool flag() const;
  const std::string& text() const;
  Vec3 vector() const;
  Quaternion quaternion() const;
  /// The items of an array.
  std::vector<JsonNode> items() const;
  /// The items of an array of `count`.
  std::vector<JsonNode> items(std::size_t count) const;
  /// The number of one of several words, the first is 0.
  std::size_t wordNumber(const std::vector<std::string>& words) const;

  JsonNode member(const std::string& key) const {
    return {value_->at(key), path_ + "." + shortened(key), *file_};
  }

 private:
  [[noreturn]] void failType(const char* wanted) const;

  const nlohmann::json* value_;
  std::string path_;
  const std::string* file_;
};

/// "Did you mean 'x'? Choose from: …": a remedy for an unknown word.
std::string suggestion(const std::string& word, const std::vector<std::string>& known);

/// Reads the keys of an object and records them, so that unknown keys can be rejected.
class JsonObject {
 public:
  /// @throws Error not an object.
  explicit JsonObject(JsonNode node);

  const JsonNode& node() const { return node_; }
  /// Whether a key exists; this alone does not record it.
  bool has(const std::string& key) const { return node_.value().contains(key); }
  /// A text for people who read the file.
  void skipText(const std::string& key) {
    if (const auto node = find(key)) node->text();
  }
  /// The value of a key, if it exists.
  std::optional<JsonNode> find(const std::string& key);
  /// @throws Error no such key.
  JsonNode get(const std::string& key);

  /// Sets `to` if the key exists.
  void read(const std::string& key, double& to) {
    if (const auto node = find(key)) to = node->number();
  }
  void read(const std::string& key, bool& to) {
    if (const auto node = find(key)) to = node->flag();
  }
  void read(const std::string& key, Vec3& to) {
    if (const auto node = find(key)) to = node->vector();
  }
  /// @throws Error also for a number that does not fit.
  void read(const std::string& key, int& to);
  void read(const std::string& key, std::int64_t& to) {
    if (const auto node = find(key)) to = node->integer();
  }
  void read(const std::string& key, std::uint64_t& to);
  /// The number of one of several words, the first is 0.
  template <class Enum>
  void read(const std::string& key, Enum& to, const std::vector<std::string>& words) {
    if (const auto node = find(key)) to = static_cast<Enum>(node->wordNumber(words));
  }

  /// @throws Error an unknown key, one that was never read: call it last.
  void refuseOthers() const;

 private:
  JsonNode node_;
  std::vector<std::string> known_;
};

}  // namespace talus
