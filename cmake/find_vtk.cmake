# Finds the VTK that the filters are built with, and holds all that differs between its versions: ParaView 5.11 (VTK 9.2),
# 5.13 (9.3) and 6.1 (9.6), or the VTK of the system.
# Sets TALUS_FILTERS_DIR and TALUS_PLUGIN_DIR, below the prefix: where the filters' library and ParaView's plugin go; the
# latter is empty without ParaView. VTK_ParallelMPI_FOUND: whether VTK has MPI. TALUS_EXPAT_SWITCH: whether VTK's readers
# need python/bin/expat_promptly.cpp.

include(cmake/python_modules.cmake)

if(TALUS_VTK STREQUAL "ParaView")
  find_package(ParaView 5.11 REQUIRED
    COMPONENTS RemotingCore WrapClientServer ProcessXML RemotingClientServerStream)
  set(TALUS_PLUGIN_DIR "${CMAKE_INSTALL_LIBDIR}/${PARAVIEW_PLUGIN_SUBDIR}/Talus")
  set(TALUS_FILTERS_DIR "${TALUS_PLUGIN_DIR}")
  # By name: as components of ParaView they would ask for the development packages of everything that draws.
  string(REGEX MATCH "^[0-9]+\\.[0-9]+" talus_paraview "${ParaView_VERSION}")
  find_library(TALUS_PVD_READER vtkPVVTKExtensionsIOCore-pv${talus_paraview} REQUIRED)
  find_library(TALUS_RENDERING_CORE REQUIRED  # the second name: ParaView 6.1 of Debian, on the system's VTK
    NAMES vtkRenderingCore-pv${talus_paraview} vtkRenderingCore-${VTK_MAJOR_VERSION}.${VTK_MINOR_VERSION})
  find_library(TALUS_REMOTING_VIEWS vtkRemotingViews-pv${talus_paraview} REQUIRED)
  find_library(TALUS_SERVER_MANAGER vtkRemotingServerManager-pv${talus_paraview} REQUIRED)
  find_path(TALUS_JSON_HEADERS json/forwards.h PATH_SUFFIXES jsoncpp)  # of ParaView's settings, on the system's VTK
  include(cmake/find_window.cmake)
else()
  find_package(VTK 9.1 REQUIRED
    COMPONENTS CommonCore CommonDataModel CommonExecutionModel FiltersCore FiltersGeometry IOCore IOXML IOXMLParser
      ParallelCore RenderingCore vtksys WrappingPythonCore zlib
    OPTIONAL_COMPONENTS ParallelMPI)
  set(TALUS_PLUGIN_DIR "")
  set(TALUS_FILTERS_DIR "${CMAKE_INSTALL_LIBDIR}/talus")
endif()

set(talus_built_for "VTK ${VTK_MAJOR_VERSION}.${VTK_MINOR_VERSION} of the system")
if(TALUS_VTK STREQUAL "ParaView")
  set(talus_built_for "ParaView ${talus_paraview}")
endif()

set(TALUS_EXPAT_SWITCH OFF)
if(VTK_VERSION VERSION_LESS 9.3)
  set(TALUS_EXPAT_SWITCH ON)
endif()
message(STATUS "Talus: filters for ${TALUS_VTK}, VTK ${VTK_VERSION}")
