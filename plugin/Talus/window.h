#pragma once

// Qt's own entry for compiled-in resources. The weak symbol is null where Qt is not part of the program.
__attribute__((weak)) bool qRegisterResourceData(int version, const unsigned char* tree,
                                                 const unsigned char* names, const unsigned char* data);

/// Whether this program is ParaView's window: pvpython, pvbatch and pvserver have no Qt.
inline bool hasWindow() {
  return qRegisterResourceData != nullptr;
}
