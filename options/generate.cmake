# Writes what follows from the tables of options into TALUS_GENERATED while the build is configured. A change of a table, of
# what writes, or of an XML or module that gets options configures again; only what differs is written and built again.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(TALUS_GENERATED "${CMAKE_BINARY_DIR}/generated")
file(GLOB_RECURSE tables CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/*.json" "${CMAKE_CURRENT_LIST_DIR}/*.py"
  "${PROJECT_SOURCE_DIR}/plugin/Talus/*.xml")
file(GLOB modules CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/python/talus/*.py"
  "${PROJECT_SOURCE_DIR}/python/talus/scenarios/*.py" "${PROJECT_SOURCE_DIR}/python/talus/scenarios/assemblies/*.py")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${tables} ${modules})
execute_process(COMMAND "${Python3_EXECUTABLE}" -B "${CMAKE_CURRENT_LIST_DIR}/generate.py" "${TALUS_GENERATED}"
  COMMAND_ERROR_IS_FATAL ANY)
