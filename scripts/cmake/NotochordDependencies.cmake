# Third-party libraries: the installed package where there is one, else a pinned release through
# FetchContent. Setting FETCHCONTENT_SOURCE_DIR_{TBB,ABSL,GTEST,BENCHMARK,FATHOM} builds that source
# tree instead of using an installed package.
#
# Provides TBB::tbb, absl::*, notochord::fathom, and, where wanted, GTest::gtest_main and
# benchmark::benchmark_main.

include(FetchContent)
find_package(Threads REQUIRED)

# notochord_fetch(<name> <url> [<FetchContent_Declare arguments>...])
function(notochord_fetch name url)
  string(TOUPPER "${name}" upper_name)
  if(FETCHCONTENT_SOURCE_DIR_${upper_name})
    message(STATUS "${name}: building ${FETCHCONTENT_SOURCE_DIR_${upper_name}}")
  else()
    message(STATUS "${name}: no installed package found, fetching ${url}")
  endif()
  set(BUILD_SHARED_LIBS OFF)
  set(BUILD_TESTING OFF)
  set(CMAKE_POLICY_DEFAULT_CMP0077 NEW)  # the variables set here override option()
  set(ABSL_PROPAGATE_CXX_STD ON)
  set(TBB_TEST OFF)
  set(TBB_STRICT OFF)
  set(TBBMALLOC_BUILD OFF)
  set(INSTALL_GTEST OFF)
  set(BENCHMARK_ENABLE_TESTING OFF)
  set(BENCHMARK_ENABLE_INSTALL OFF)
  set(BENCHMARK_ENABLE_WERROR OFF)
  set(system_headers "")
  if(CMAKE_VERSION VERSION_GREATER_EQUAL 3.25)
    set(system_headers SYSTEM)
  endif()
  set(timestamps "")
  if(CMAKE_VERSION VERSION_GREATER_EQUAL 3.24)
    set(timestamps DOWNLOAD_EXTRACT_TIMESTAMP TRUE)
  endif()
  FetchContent_Declare(${name} URL "${url}" ${timestamps} ${system_headers} ${ARGN})
  FetchContent_MakeAvailable(${name})
  set(${name}_SOURCE_DIR "${${name}_SOURCE_DIR}" PARENT_SCOPE)
endfunction()

# notochord_package(<package> <target> <name> <url> <sha256>): find <package>, else fetch it.
# Either way <target> exists afterwards.
function(notochord_package package target name url sha256)
  string(TOUPPER "${name}" upper_name)
  if(NOT FETCHCONTENT_SOURCE_DIR_${upper_name})
    find_package(${package} CONFIG QUIET)
  endif()
  if(NOT TARGET ${target})
    notochord_fetch(${name} "${url}" URL_HASH "SHA256=${sha256}")
  endif()
endfunction()

notochord_package(TBB TBB::tbb tbb
  https://github.com/oneapi-src/oneTBB/archive/refs/tags/v2021.11.0.tar.gz
  782ce0cab62df9ea125cdea253a50534862b563f1d85d4cda7ad4e77550ac363)
notochord_package(absl absl::status absl
  https://github.com/abseil/abseil-cpp/archive/refs/tags/20230802.1.tar.gz
  987ce98f02eefbaf930d6e38ab16aa05737234d7afbab2d5c4ea7adbe50c28ed)
if(NOTOCHORD_TESTS)
  notochord_package(GTest GTest::gtest_main gtest
    https://github.com/google/googletest/archive/refs/tags/v1.14.0.tar.gz
    8ad598c73ad796e0d8280b082cebd82a630d73e73cd3c70057938a6501bba5d7)
endif()
if(NOTOCHORD_BENCHMARKS)
  notochord_package(benchmark benchmark::benchmark_main benchmark
    https://github.com/google/benchmark/archive/refs/tags/v1.8.3.tar.gz
    6bc180a57d23d4d9515519f92b0c83d61b05b5bab188961f36ac7b06b0d9e9ce)
endif()

# Fathom has neither a CMake package nor a CMake build.
if(NOT FETCHCONTENT_SOURCE_DIR_FATHOM)
  find_path(FATHOM_INCLUDE_DIR tbprobe.h)
  find_library(FATHOM_LIBRARY fathom)
  mark_as_advanced(FATHOM_INCLUDE_DIR FATHOM_LIBRARY)
endif()
if(FATHOM_INCLUDE_DIR AND FATHOM_LIBRARY AND NOT FETCHCONTENT_SOURCE_DIR_FATHOM)
  add_library(notochord::fathom UNKNOWN IMPORTED GLOBAL)
  set_target_properties(notochord::fathom PROPERTIES
    IMPORTED_LOCATION "${FATHOM_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${FATHOM_INCLUDE_DIR}"
    # It is a snapshot of 2019, which misreads some tables.
    INTERFACE_COMPILE_DEFINITIONS NOTOCHORD_PACKAGED_FATHOM)
else()
  enable_language(C)
  # There is no release later than 2015; this is a commit. The sub-directory does not exist, so
  # FetchContent only unpacks.
  notochord_fetch(fathom
    https://github.com/jdart1/Fathom/archive/c9c6fef0dddc05d2e242c183acf5833149ab676d.tar.gz
    SOURCE_SUBDIR none)
  add_library(notochord_fathom STATIC "${fathom_SOURCE_DIR}/src/tbprobe.c")
  add_library(notochord::fathom ALIAS notochord_fathom)
  target_include_directories(notochord_fathom SYSTEM PUBLIC "${fathom_SOURCE_DIR}/src")
  target_compile_options(notochord_fathom PRIVATE -w)
  target_link_libraries(notochord_fathom PRIVATE Threads::Threads)
  set_target_properties(notochord_fathom PROPERTIES C_STANDARD 11)
endif()
