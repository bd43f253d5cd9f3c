#pragma once

namespace talus {

/// How messages speak of an option.
struct OptionText {
  const char* title;     ///< its name in words: "memory budget"
  const char* range;     ///< what follows "must be"
  const char* standard;  ///< its default
};

/// The one text for an option out of its range. The tables of `options/` write the calls.
/// @param allowed whether a finite number may be the value. @throws Error the value is not finite or not
/// allowed.
void requireOption(double value, bool (*allowed)(double), const OptionText& text);

}  // namespace talus
