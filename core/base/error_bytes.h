#pragma once

#include "base/bytes.h"
#include "base/error.h"

namespace talus {

/// Writes an error, so that another process can throw it.
void write(const Error& error, ByteWriter& bytes);

/// @throws Error also if the bytes end too early.
Error readError(ByteReader& bytes);

}  // namespace talus
