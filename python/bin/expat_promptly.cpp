// Lets ParaView 5.11 read its own files again on an up-to-date Debian 12.
//
// Expat's fix for CVE-2023-52425 (in Debian's libexpat1 2.5.0-1+deb12u5, not yet in +deb12u1) puts off parsing a token that arrived
// in pieces. VTK 9.2 hands expat the tag <AppendedData …> in pieces and expects the element at once; so every
// VTK XML file with appended data, ParaView's default, fails with "not well-formed (invalid token)" (VTK
// issue 19258). The launchers preload this library: it switches the delay off for each new parser, where
// expat has that switch.

#include <dlfcn.h>

extern "C" {

struct XML_ParserStruct;

__attribute__((visibility("default"))) XML_ParserStruct* XML_ParserCreate(const char* encoding) {
  using Create = XML_ParserStruct* (*)(const char*);
  using SetDelay = unsigned char (*)(XML_ParserStruct*, unsigned char);
  const auto create = reinterpret_cast<Create>(dlsym(RTLD_NEXT, "XML_ParserCreate"));
  const auto setDelay = reinterpret_cast<SetDelay>(dlsym(RTLD_NEXT, "XML_SetReparseDeferralEnabled"));
  XML_ParserStruct* parser = create ? create(encoding) : nullptr;
  if (parser && setDelay) setDelay(parser, 0);
  return parser;
}
}
