#include "scene/json_node.h"

#include <algorithm>
#include <set>

namespace talus {

namespace {

/// Detects keys that an object repeats: a document has only the last value. Not by json::parse with a
/// callback, which visits all items of a list at the end of each of them.
class RepeatedKeys final : public nlohmann::json::json_sax_t {
 public:
  const std::string& first() const { return first_; }

  bool start_object(std::size_t) override {
    open_.emplace_back();
    return true;
  }
  bool key(std::string& key) override {
    if (!open_.back().insert(key).second && first_.empty()) first_ = key;
    return true;
  }
  bool end_object() override {
    open_.pop_back();
    return true;
  }
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(std::int64_t) override { return true; }
  bool number_unsigned(std::uint64_t) override { return true; }
  bool number_float(double, const std::string&) override { return true; }
  bool string(std::string&) override { return true; }
  bool binary(nlohmann::json::binary_t&) override { return true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception&) override {
    return false;
  }

 private:
  std::vector<std::set<std::string>> open_;
  std::string first_;
};

/// The parser repeats the word at which it ends.
constexpr std::size_t longestComplaint = 300;

/// "parse error at line 3, column 5: …" without the library's prefix.
std::string withoutPrefix(const std::string& message) {
  const std::size_t end = message.find("] ");
  return end == std::string::npos ? message : message.substr(end + 2);
}

/// The number of letters to change, insert, delete or swap with the next (Damerau–Levenshtein distance).
std::size_t editDistance(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> apart(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      auto& best = apart[i][j] = std::max(i, j);
      if (i == 0 || j == 0) continue;
      const std::size_t changed = apart[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      best = std::min({changed, apart[i - 1][j] + 1, apart[i][j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) best = std::min(best, apart[i - 2][j - 2] + 1);
    }
  return apart[a.size()][b.size()];
}

/// The known word nearest to an unknown one, if it is near enough. Long words are not compared: distances
/// take the product of both lengths.
std::optional<std::string> nearestWord(const std::string& word, const std::vector<std::string>& known) {
  constexpr std::size_t maximumLetters = 64;
  std::optional<std::string> nearest;
  std::size_t least = 0;
  for (const std::string& other : known) {
    if (std::max(word.size(), other.size()) > maximumLetters) continue;
    const std::size_t apart = editDistance(word, other);
    if (apart > other.size() / 2 || (nearest && apart >= least)) continue;
    nearest = other;
    least = apart;
  }
  return nearest;
}

const char* typeName(const nlohmann::json& value) {
  if (value.is_number()) return "a number";
  if (value.is_string()) return "a text";
  if (value.is_array()) return "a list";
  if (value.is_object()) return "an object";
  return value.is_boolean() ? "true or false" : "null";
}

}  // namespace

nlohmann::json parseJson(const std::string& text, const std::string& name) {
  if (const auto zero = text.find('\0'); zero != std::string::npos)  // the parser would end there
    throw Error("This is not JSON: byte " + std::to_string(zero) + " is zero", name,
                "Export the file again, as UTF-8");
  RepeatedKeys keys;
  nlohmann::json document;
  try {
    document = nlohmann::json::parse(text);
    nlohmann::json::sax_parse(text, &keys);
  } catch (const nlohmann::json::exception& error) {
    throw Error("This is not JSON: " + shortened(withoutPrefix(error.what()), longestComplaint), name,
                "JSON has no NaN, no infinity, no comments and no comma after the last item");
  }
  if (!keys.first().empty())
    throw Error("An object has the key '" + shortened(keys.first()) + "' twice", name, "Keep one of them");
  return document;
}

void JsonNode::fail(const std::string& problem, const std::string& remedy,
                    const ErrorSubject& subject) const {
  throw Error(problem, where(), remedy, subject);
}

JsonNode JsonNode::part(const std::string& name) const {
  return {*value_, name.empty() ? path_ : path_ + "." + name, *file_};
}

void JsonNode::failType(const char* wanted) const {
  fail(std::string("This is ") + typeName(*value_) + ", not " + wanted, std::string("Give ") + wanted);
}

double JsonNode::number() const {
  if (!value_->is_number()) failType("a number");
  return value_->get<double>();
}

bool JsonNode::flag() const {
  if (!value_->is_boolean()) failType("true or false");
  return value_->get<bool>();
}

std::int64_t JsonNode::integer() const {
  const bool fits = value_->is_number_integer() &&
                    (!value_->is_number_unsigned() || value_->get<std::uint64_t>() <= INT64_MAX);
  if (!fits) failType("a whole number below 2^63");
  return value_->get<std::int64_t>();
}

const std::string& JsonNode::text() const {
  if (!value_->is_string()) failType("a text");
  return value_->get_ref<const std::string&>();
}

std::vector<JsonNode> JsonNode::items() const {
  if (!value_->is_array()) failType("a list");
  std::vector<JsonNode> all;
  all.reserve(value_->size());
  for (const nlohmann::json& item : *value_)
    all.emplace_back(item, path_ + "[" + std::to_string(all.size()) + "]", *file_);
  return all;
}

std::vector<JsonNode> JsonNode::items(std::size_t count) const {
  auto all = items();
  if (all.size() == count) return all;
  fail("This list has " + std::to_string(all.size()) + " items, not " + std::to_string(count),
       "Give " + std::to_string(count));
}

Vec3 JsonNode::vector() const {
  const auto xyz = items(3);
  return {xyz[0].number(), xyz[1].number(), xyz[2].number()};
}

Quaternion JsonNode::quaternion() const {
  const auto wxyz = items(4);
  return {wxyz[0].number(), wxyz[1].number(), wxyz[2].number(), wxyz[3].number()};
}

std::size_t JsonNode::wordNumber(const std::vector<std::string>& words) const {
  const auto word = std::find(words.begin(), words.end(), text());
  if (word == words.end()) fail("There is no '" + shortened(text()) + "'", suggestion(text(), words));
  return static_cast<std::size_t>(word - words.begin());
}

std::string suggestion(const std::string& word, const std::vector<std::string>& known) {
  constexpr std::size_t shownWords = 30;
  std::string text;
  if (const auto nearest = nearestWord(word, known)) text = "Did you mean '" + *nearest + "'? ";
  text += known.empty() ? "None is known" : "Choose from: ";
  for (std::size_t i = 0; i < std::min(shownWords, known.size()); ++i)
    text += (i > 0 ? ", " : "") + shortened(known[i]);
  return known.size() > shownWords ? text + " …" : text;
}

JsonObject::JsonObject(JsonNode node) : node_(std::move(node)) {
  if (node_.value().is_object()) return;
  node_.fail(std::string("This is ") + typeName(node_.value()) + ", not an object", "Write {…}");
}

std::optional<JsonNode> JsonObject::find(const std::string& key) {
  if (std::find(known_.begin(), known_.end(), key) == known_.end()) known_.push_back(key);
  if (!node_.value().contains(key)) return {};
  return node_.member(key);
}

JsonNode JsonObject::get(const std::string& key) {
  if (auto node = find(key)) return *std::move(node);
  std::vector<std::string> others;
  for (const auto& [other, value] : node_.value().items())
    if (std::find(known_.begin(), known_.end(), other) == known_.end()) others.push_back(other);
  if (const auto misspelt = nearestWord(key, others))
    node_.fail("The key '" + key + "' is missing",
               "Write it instead of '" + *misspelt + "', if that is meant");
  node_.fail("The key '" + key + "' is missing", "Add it");
}

void JsonObject::read(const std::string& key, int& to) {
  const auto node = find(key);
  if (!node) return;
  const std::int64_t value = node->integer();
  to = static_cast<int>(value);
  if (to != value) node->fail(std::to_string(value) + " is too large", "Give a number below 2^31");
}

void JsonObject::read(const std::string& key, std::uint64_t& to) {
  const auto node = find(key);
  if (!node) return;
  const std::int64_t value = node->integer();
  if (value < 0) node->fail(std::to_string(value) + " is negative", "Give 0 or more");
  to = static_cast<std::uint64_t>(value);
}

void JsonObject::refuseOthers() const {
  for (const auto& [key, value] : node_.value().items())
    if (std::find(known_.begin(), known_.end(), key) == known_.end())
      node_.member(key).fail("There is no key '" + shortened(key) + "' here", suggestion(key, known_));
}

}  // namespace talus
