#include "abort_question.h"

namespace talus::filters {

namespace {

AbortQuestion current = nullptr;

}  // namespace

void askForAborts(AbortQuestion question) {
  current = question;
}

bool userAborts(vtkAlgorithm& filter) {
  return current && current(filter);
}

}  // namespace talus::filters
