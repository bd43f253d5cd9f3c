#include "register_icons.h"

#include "talus_icons.h"
#include "window.h"

void registerTalusIcons() {
  constexpr int format = 1;
  if (hasWindow()) qRegisterResourceData(format, talus::icons::tree, talus::icons::names, talus::icons::data);
}
