#include "base/error_bytes.h"

#include <string>
#include <utility>

namespace talus {

void write(const Error& error, ByteWriter& bytes) {
  const ErrorSubject& subject = error.subject();
  bytes.all(error.problem(), error.where(), error.remedy(), subject.body, subject.surface);
}

Error readError(ByteReader& bytes) {
  std::string problem, where, remedy;
  ErrorSubject subject;
  bytes.all(problem, where, remedy, subject.body, subject.surface);
  return {std::move(problem), std::move(where), std::move(remedy), std::move(subject)};
}

}  // namespace talus
