# Finds OpenCASCADE 7.6 or later. To be included in each folder that uses it: its definitions hold for the folder.
# Sets TALUS_OPENCASCADE_STEP: the library that reads and writes STEP.
find_package(OpenCASCADE QUIET)
set(TALUS_OPENCASCADE_STEP TKSTEP)
if(OpenCASCADE_VERSION VERSION_GREATER_EQUAL 7.8)
  set(TALUS_OPENCASCADE_STEP TKDESTEP)
endif()
# Debian 13 links TKService with fontconfig, X11 and FreeImage, whose development files its packages do not require. STEP
# needs none of them.
if(TARGET TKService)
  set_property(TARGET TKService PROPERTY INTERFACE_LINK_LIBRARIES TKernel TKMath)
endif()
