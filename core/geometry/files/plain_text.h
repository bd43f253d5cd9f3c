#pragma once

#include "geometry/files/polygon_mesh.h"

namespace talus {

/// A file without the byte order mark of UTF-8; the rest may be binary.
/// @throws Error for a text in UTF-16 or UTF-32.
FileText withoutMark(FileText file);

/// A text without byte order mark, and without the end mark of DOS (Ctrl-Z).
/// @throws Error as withoutMark().
FileText plainText(FileText file);

}  // namespace talus
