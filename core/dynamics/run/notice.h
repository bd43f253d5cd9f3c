#pragma once

#include <functional>
#include <string>

namespace talus {

/// What a notice of a simulation is about: steps that are many or take long, or bodies that passed through
/// each other.
enum class NoticeKind { Steps, Passage };
using Notice = std::function<void(NoticeKind, const std::string&)>;

}  // namespace talus
