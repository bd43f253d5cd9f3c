#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace talus {

/// What an error is about, for programs: texts are for people, and may change.
struct ErrorSubject {
  std::vector<std::int64_t> body{};  ///< ids of the bodies; rows from 0 where bodies have no ids
  std::string surface{};             ///< the surface's name in the text, the shape's name in a scene
};

/// Invalid input, described so that a user can correct it: what is wrong, where, and how to fix it. Thrown
/// during validation, never inside hot loops.
class Error : public std::runtime_error {
 public:
  /// Each part is a phrase without a final full stop; `where` and `remedy` may be empty.
  Error(std::string what, std::string where, std::string remedy, ErrorSubject subject = {});

  const std::string& problem() const { return problem_; }
  const std::string& where() const { return where_; }
  const std::string& remedy() const { return remedy_; }
  const ErrorSubject& subject() const { return subject_; }
  /// What the given subject leaves open stays as it is.
  void setSubject(ErrorSubject subject);

 private:
  std::string problem_;
  std::string where_;
  std::string remedy_;
  ErrorSubject subject_;
};

/// Runs work whose errors are about this subject.
template <class Work>
decltype(auto) withSubject(const ErrorSubject& subject, const Work& work) {
  try {
    return work();
  } catch (Error& error) {
    error.setSubject(subject);
    throw;
  }
}

/// Runs work that knows bodies by their rows only: its errors are about the bodies with these ids.
template <class Ids, class Work>
decltype(auto) withBodyIds(const Ids& ids, const Work& work) {
  try {
    return work();
  } catch (Error& error) {
    ErrorSubject named;
    for (const std::int64_t row : error.subject().body)
      named.body.push_back(ids[static_cast<std::size_t>(row)]);
    error.setSubject(std::move(named));
    throw;
  }
}

/// Thrown by long loops after Context::cancel(). Not an error: the caller discards the result.
class Cancelled : public std::runtime_error {
 public:
  Cancelled() : std::runtime_error("cancelled") {}
};

}  // namespace talus
