#include "repair/mended_surface.h"

namespace talus {

std::int64_t MendedSurface::keep(const std::vector<bool>& kept) {
  std::size_t count = 0;
  for (std::size_t t = 0; t < kept.size(); ++t) {
    if (!kept[t]) continue;
    mesh.a[count] = mesh.a[t], mesh.b[count] = mesh.b[t], mesh.c[count] = mesh.c[t];
    source[count++] = source[t];
  }
  for (auto* values : {&mesh.a, &mesh.b, &mesh.c, &source}) values->resize(count);
  return static_cast<std::int64_t>(kept.size() - count);
}

}  // namespace talus
