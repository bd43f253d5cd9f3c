#include "window_part.h"

#include <dlfcn.h>

#include <string>

#include "window.h"

namespace {

std::string ownFolder() {
  Dl_info info{};
  dladdr(reinterpret_cast<const void*>(&ownFolder), &info);
  const std::string file = info.dli_fname ? info.dli_fname : "";
  return file.substr(0, file.rfind('/') + 1);
}

}  // namespace

void registerWindowPart() {
  if (!hasWindow()) return;
  void* part = dlopen((ownFolder() + "window/TalusWindow.so").c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!part) return;
  if (auto* begin = reinterpret_cast<void (*)()>(dlsym(part, "talusBeginWindowPart"))) begin();
}
