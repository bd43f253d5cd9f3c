#include "base/option_check.h"

#include <cmath>
#include <string>

#include "base/error.h"
#include "base/number_text.h"

namespace talus {

void requireOption(double value, bool (*allowed)(double), const OptionText& text) {
  if (std::isfinite(value) && allowed(value)) return;
  const std::string title = text.title;
  throw Error("The " + title + " must be " + text.range, title + " " + numberText(value),
              std::string("Its default is ") + text.standard);
}

}  // namespace talus
