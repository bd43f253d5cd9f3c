# Debian 13 and later rename the Python modules of VTK and ParaView, but not in their CMake packages, and CMake refuses a
# package that names a file that is not there. This tells it not to look for the modules: nothing of ours links them.
# Included before find_package, here and in the installed package.
file(GLOB talus_packages /usr/lib/*/cmake/*/*Python*-targets.cmake /usr/lib/*/cmake/*/vtk/*Python*-targets.cmake)
foreach(talus_package IN LISTS talus_packages)
  file(STRINGS "${talus_package}" talus_expected REGEX "^foreach\\(_cmake_expected_target ")
  string(REGEX MATCHALL "[A-Za-z]+::[A-Za-z0-9_]+" talus_names "${talus_expected}")
  foreach(talus_name IN LISTS talus_names)
    set(_cmake_import_check_xcframework_for_${talus_name} "${CMAKE_CURRENT_LIST_DIR}")
  endforeach()
endforeach()
