#pragma once

#include "base/bytes.h"
#include "geometry/check/mesh_check.h"

namespace talus {

/// A report as bytes, for messages. Reading gives the same, bit for bit.
void write(const MeshReport& report, ByteWriter& bytes);
MeshReport readReport(ByteReader& bytes);

}  // namespace talus
