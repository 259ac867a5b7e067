# A port of vcpkg: vcpkg install blockmask --overlay-ports=target/packages/recipes/vcpkg
# cargo, of https://rustup.rs, must be in the PATH: vcpkg has no Rust.
vcpkg_download_distfile(archive
  URLS "@URL@"
  FILENAME "blockmask-@VERSION@.tar.gz"
  SHA512 @SHA512@)
vcpkg_extract_source_archive(source ARCHIVE "${archive}")

vcpkg_execute_required_process(
  COMMAND make install-lib PROFILE=release "DESTDIR=" "PREFIX=${CURRENT_PACKAGES_DIR}" "DATADIR=${CURRENT_PACKAGES_DIR}/share/blockmask"
    "DOCDIR=${CURRENT_PACKAGES_DIR}/share/blockmask"
  WORKING_DIRECTORY "${source}"
  LOGNAME install)

# The port has what the triplet asks for.
file(GLOB shared "${CURRENT_PACKAGES_DIR}/lib/*.so*" "${CURRENT_PACKAGES_DIR}/lib/*.dylib")
if(VCPKG_LIBRARY_LINKAGE STREQUAL "static")
  file(REMOVE ${shared})
else()
  file(REMOVE "${CURRENT_PACKAGES_DIR}/lib/libblockmask.a")
endif()
# There is one build for release and debug.
set(VCPKG_BUILD_TYPE release)
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/blockmask)
vcpkg_fixup_pkgconfig()
vcpkg_install_copyright(FILE_LIST "${source}/LICENSE" "${source}/packaging/THIRD-PARTY.md")
