#pragma once

#include <cstddef>
#include <string>

namespace talus {

/// A name in messages with the source of what it names, as in `surface 1 (b.stl)`; no source: the name.
std::string withSource(const std::string& name, const std::string& source);

/// The title of a surface in messages: `The surface`; of several `Surface 1`. With its source.
std::string surfaceTitle(std::size_t number, bool several, const std::string& source = {});

}  // namespace talus
