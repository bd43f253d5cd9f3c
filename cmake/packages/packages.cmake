# The target talus_packages makes Debian packages in packages/ of the build folder, for the suite that it is built on:
#   talus            the command line
#   python3-talus    the package talus, the same for ParaView and VTK
#   paraview-talus   filters, wrapping and plugin for ParaView; with TALUS_VTK=System vtk-talus, without the plugin
#   libtalus-dev     find_package(Talus)
#   talus-step       reads STEP files by OpenCASCADE, if it is built
# What installs names its component: command, python, filters, development, step; VTK's own are runtime and Unspecified.
if(TALUS_VTK STREQUAL "ParaView")
  set(talus_filters_package paraview-talus)
  set(python_vtk python3-paraview)
  set(talus_plugin_targets Talus TalusFiltersCS)
else()
  set(talus_filters_package vtk-talus)
  set(python_vtk python3-vtk9)
  set(talus_plugin_targets)
endif()
set(talus_groups command python filters development)
if(TARGET talus_step)
  list(APPEND talus_groups step)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME talus)
set(CPACK_PACKAGE_VERSION "${PROJECT_VERSION}")
set(CPACK_PACKAGE_CONTACT "The Talus developers <talus@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_COMMAND_PACKAGE_NAME talus)
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-talus)
set(CPACK_DEBIAN_FILTERS_PACKAGE_NAME ${talus_filters_package})
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libtalus-dev)
set(CPACK_DEBIAN_STEP_PACKAGE_NAME talus-step)
# Debian wants both in each package: the licence, and a list of changes in a format of its own.
string(TIMESTAMP now "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE "${PROJECT_BINARY_DIR}/debian/changelog" "talus (${PROJECT_VERSION}) unstable; urgency=medium

  * As CHANGELOG.md in the source tells.

 -- ${CPACK_PACKAGE_CONTACT}  ${now}
")
execute_process(COMMAND gzip -9nf "${PROJECT_BINARY_DIR}/debian/changelog" COMMAND_ERROR_IS_FATAL ANY)
foreach(group IN LISTS talus_groups)
  string(TOUPPER ${group} upper)
  set(folder "share/doc/${CPACK_DEBIAN_${upper}_PACKAGE_NAME}")
  install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${folder}" RENAME copyright COMPONENT ${group})
  install(FILES "${PROJECT_BINARY_DIR}/debian/changelog.gz" DESTINATION "${folder}" COMPONENT ${group})
endforeach()
foreach(group PYTHON FILTERS)  # with modules of Python
  set(CPACK_DEBIAN_${group}_PACKAGE_CONTROL_EXTRA
    "${CMAKE_CURRENT_LIST_DIR}/postinst" "${CMAKE_CURRENT_LIST_DIR}/prerm")
endforeach()
if(TALUS_VTK STREQUAL "ParaView")
  include(${CMAKE_CURRENT_LIST_DIR}/autoload.cmake)
  list(APPEND CPACK_DEBIAN_FILTERS_PACKAGE_CONTROL_EXTRA ${talus_diversion})
endif()

set(CPACK_DEBIAN_COMMAND_PACKAGE_DEPENDS "python3-talus (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_COMMAND_PACKAGE_RECOMMENDS "xvfb, xauth")
set(CPACK_DEBIAN_COMMAND_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PYTHON_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3, python3-numpy, python3-tqdm, \
paraview-talus (= ${PROJECT_VERSION}) | vtk-talus (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS python3-matplotlib)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "talus-step (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_FILTERS_PACKAGE_DEPENDS "python3, ${python_vtk}")
set(CPACK_DEBIAN_FILTERS_PACKAGE_SHLIBDEPS ON)
if(TALUS_VTK STREQUAL "ParaView")
  set(CPACK_DEBIAN_FILTERS_PACKAGE_CONFLICTS vtk-talus)
  set(CPACK_DEBIAN_FILTERS_PACKAGE_RECOMMENDS "python3-talus (= ${PROJECT_VERSION}), talus (= ${PROJECT_VERSION})")
endif()
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libboost-dev, libeigen3-dev, libhwy-dev, libqhull-dev, libtbb-dev")
set(CPACK_DEBIAN_STEP_PACKAGE_SHLIBDEPS ON)

include(CPack)
foreach(group IN LISTS talus_groups)
  cpack_add_component_group(${group})
endforeach()
cpack_add_component(command GROUP command DESCRIPTION "Polyhedral bodies: command line
 Inside or outside, contacts and motion of bodies with polyhedral surfaces.")
cpack_add_component(python GROUP python DESCRIPTION "Polyhedral bodies: Python package
 Inside or outside, contacts and motion of bodies with polyhedral surfaces.")
cpack_add_component(filters GROUP filters DESCRIPTION "Polyhedral bodies: filters for ParaView or VTK
 Inside or outside, contacts and motion of bodies with polyhedral surfaces.")
cpack_add_component(runtime GROUP filters)
cpack_add_component(Unspecified GROUP filters)
cpack_add_component(development GROUP development DESCRIPTION "Polyhedral bodies: C++ library
 Inside or outside, contacts and motion of bodies with polyhedral surfaces.")
cpack_add_component(step GROUP step DESCRIPTION "Polyhedral bodies: STEP files
 Lets Talus read solids of CAD programs as triangles, by OpenCASCADE.")

# CPack's own target `package` would build the tests, too.
add_custom_target(talus_packages
  COMMAND "${CMAKE_CPACK_COMMAND}" --config "${PROJECT_BINARY_DIR}/CPackConfig.cmake" -B "${PROJECT_BINARY_DIR}/packages"
  VERBATIM)
if(TARGET talus_step)
  add_dependencies(talus_packages talus_step)
endif()
add_dependencies(talus_packages talus_core talus_python talus_manual ${talus_plugin_targets})
