# Lets ParaView and pvpython load the plugin by themselves once paraview-talus is installed. They read one file for that,
# paraview.conf, which names lists of plugins. Debian 12 has none, and ParaView looks for it beside its programs. Later
# suites have one: the package diverts it, and brings one with Debian's lines and ours. A plain `cmake --install` brings none.
# Sets talus_diversion: the scripts that divert, or nothing.
set(talus_diversion)
get_filename_component(folder "${PARAVIEW_PLUGIN_SUBDIR}" DIRECTORY)
file(GLOB diverted "/usr/lib/*/${folder}/paraview.conf")
set(lines)
if(diverted)
  file(STRINGS "${diverted}" lines)
  foreach(script preinst postrm)
    configure_file("${CMAKE_CURRENT_LIST_DIR}/${script}.in" "${PROJECT_BINARY_DIR}/debian/${script}" @ONLY
      FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
    list(APPEND talus_diversion "${PROJECT_BINARY_DIR}/debian/${script}")
  endforeach()
else()
  set(diverted /usr/bin/paraview.conf)
endif()

set(ours "/usr/${CMAKE_INSTALL_LIBDIR}/${PARAVIEW_PLUGIN_SUBDIR}/talus.xml")
list(REMOVE_ITEM lines "${ours}")  # of a paraview-talus that is installed here
list(APPEND lines "${ours}")
list(JOIN lines "\n" lines)
file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/debian/paraview.conf" CONTENT "${lines}\n" @ONLY)
get_filename_component(folder "${diverted}" DIRECTORY)
file(RELATIVE_PATH folder /usr "${folder}")
install(FILES "${PROJECT_BINARY_DIR}/debian/paraview.conf" DESTINATION "${folder}" COMPONENT filters EXCLUDE_FROM_ALL)
