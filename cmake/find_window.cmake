# Finds what the plugin's part of ParaView's window is built with; all of it may be missing. Sets TALUS_QT, the Qt of
# this ParaView, Qt5 or Qt6 (two in one program would end it), or empty where something is missing; TALUS_PQ_HEADERS; and
# TALUS_PQ_Core, TALUS_PQ_Components, TALUS_PQ_ApplicationComponents, TALUS_PQ_Widgets, the libraries.
set(TALUS_QT "")
foreach(part IN ITEMS Core Components ApplicationComponents Widgets)
  find_library(TALUS_PQ_${part} pq${part}-pv${talus_paraview})
endforeach()
find_path(TALUS_PQ_HEADERS pqPropertyWidget.h PATHS ${VTK_INCLUDE_DIRS} PATH_SUFFIXES paraview-${talus_paraview})
if(TALUS_PQ_Core AND TALUS_PQ_Components AND TALUS_PQ_ApplicationComponents AND TALUS_PQ_Widgets AND TALUS_PQ_HEADERS)
  file(STRINGS "${TALUS_PQ_Core}" needed REGEX "^libQt[56]Core" LIMIT_COUNT 1)
  string(REGEX MATCH "Qt[56]" TALUS_QT "${needed}")
endif()
if(TALUS_QT)
  find_package(${TALUS_QT} QUIET COMPONENTS Widgets)
  if(NOT ${TALUS_QT}_FOUND)
    set(TALUS_QT "")
  endif()
endif()
if(NOT TALUS_QT)
  message(STATUS "Talus: no answers in panels and no guided tour among the tests, which need ParaView's headers of the"
    " window and its Qt (qtbase5-dev on Debian 12, qt6-base-dev later)")
endif()
