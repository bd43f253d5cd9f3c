#include "register_icons.h"

#include "talus_icons.h"

// Qt's own entry for compiled-in resources. The weak symbol is null where Qt is not part of the program.
__attribute__((weak)) bool qRegisterResourceData(int version, const unsigned char* tree,
                                                 const unsigned char* names, const unsigned char* data);

void registerTalusIcons() {
  constexpr int format = 1;
  if (qRegisterResourceData)
    qRegisterResourceData(format, talus::icons::tree, talus::icons::names, talus::icons::data);
}
