#pragma once

#include <stdexcept>
#include <string>

namespace talus {

/// Invalid input, described so that a user can correct it: what is wrong, where, and how to fix it. Thrown
/// during validation, never inside hot loops.
class Error : public std::runtime_error {
 public:
  /// Each part is a phrase without a final full stop; `where` and `remedy` may be empty.
  Error(std::string what, std::string where, std::string remedy);

  const std::string& problem() const { return problem_; }
  const std::string& where() const { return where_; }
  const std::string& remedy() const { return remedy_; }

 private:
  std::string problem_;
  std::string where_;
  std::string remedy_;
};

/// Thrown by long loops after Context::cancel(). Not an error: the caller discards the result.
class Cancelled : public std::runtime_error {
 public:
  Cancelled() : std::runtime_error("cancelled") {}
};

}  // namespace talus
