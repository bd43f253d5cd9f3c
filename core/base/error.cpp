#include "base/error.h"

#include <utility>

namespace talus {

namespace {

std::string sentence(const std::string& what, const std::string& where, const std::string& remedy) {
  std::string text = what;
  if (!where.empty()) text += " (" + where + ")";
  text += '.';
  if (!remedy.empty()) text += ' ' + remedy + '.';
  return text;
}

}  // namespace

Error::Error(std::string what, std::string where, std::string remedy)
    : std::runtime_error(sentence(what, where, remedy)),
      problem_(std::move(what)),
      where_(std::move(where)),
      remedy_(std::move(remedy)) {}

}  // namespace talus
