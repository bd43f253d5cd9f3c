#pragma once

namespace talus {

/// The text about an option in messages.
struct OptionText {
  const char* title;     ///< its name in words: "memory budget"
  const char* range;     ///< the words after "must be"
  const char* standard;  ///< its default value
};

/// Checks an option; the only place with the text for an option out of its range. The calls are generated
/// from the tables of `options/`.
/// @param allowed whether a finite number is in the option's range. @throws Error if the value is not finite
/// or not allowed.
void requireOption(double value, bool (*allowed)(double), const OptionText& text);

}  // namespace talus
