# Build options and the compiler flags that follow from them.
#
# Flags that change code generation (-march, sanitizers, profiles, assertions) are set for the whole
# build, fetched dependencies included. Warnings are in `notochord_flags`, for our own code only.

option(NOTOCHORD_TESTS "Build the tests (GoogleTest)" OFF)
option(NOTOCHORD_BENCHMARKS "Build the micro-benchmarks (Google Benchmark)" OFF)
option(NOTOCHORD_FUZZERS "Build the libFuzzer targets (Clang only)" OFF)
option(NOTOCHORD_WERROR "Treat warnings as errors" ON)
option(NOTOCHORD_LTO "Link-time optimization in Release builds" ON)
option(NOTOCHORD_ASSERTIONS "Keep assert() in optimized builds" OFF)
option(NOTOCHORD_TUNE "Search parameters as UCI options instead of constants" OFF)
set(NOTOCHORD_ARCH native CACHE STRING "Target CPU, as in -march: native, x86-64-v2, x86-64-v3, ...")
set(NOTOCHORD_PEXT AUTO CACHE STRING "PEXT slider attacks: AUTO (where the target has BMI2), ON, OFF")
set(NOTOCHORD_SANITIZE "" CACHE STRING "Sanitizers: empty, \"address,undefined\" or \"thread\"")
set(NOTOCHORD_PGO "" CACHE STRING "Profile-guided optimization: empty, \"generate\" or \"use\"")
set_property(CACHE NOTOCHORD_ARCH PROPERTY STRINGS native x86-64-v2 x86-64-v3)
set_property(CACHE NOTOCHORD_PEXT PROPERTY STRINGS AUTO ON OFF)
set_property(CACHE NOTOCHORD_SANITIZE PROPERTY STRINGS "" "address,undefined" "thread")
set_property(CACHE NOTOCHORD_PGO PROPERTY STRINGS "" "generate" "use")

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")

# Target CPU and PEXT.
include(CheckCXXCompilerFlag)
if(NOTOCHORD_ARCH)
  check_cxx_compiler_flag("-march=${NOTOCHORD_ARCH}" "NOTOCHORD_HAS_MARCH_${NOTOCHORD_ARCH}")
  if(NOTOCHORD_HAS_MARCH_${NOTOCHORD_ARCH})
    add_compile_options("-march=${NOTOCHORD_ARCH}")
  else()
    message(WARNING "The compiler does not know -march=${NOTOCHORD_ARCH}; using its default target")
  endif()
endif()
if(NOTOCHORD_PEXT STREQUAL "AUTO")
  # The code asks for __BMI2__ itself.
elseif(NOTOCHORD_PEXT)
  add_compile_options(-mbmi2)
else()
  add_compile_definitions(NOTOCHORD_NO_PEXT)
endif()

# Checks.
if(NOTOCHORD_SANITIZE)
  add_compile_options("-fsanitize=${NOTOCHORD_SANITIZE}" -fno-sanitize-recover=all
                      -fno-omit-frame-pointer)
  add_link_options("-fsanitize=${NOTOCHORD_SANITIZE}")
endif()
if(NOTOCHORD_FUZZERS)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
if(NOTOCHORD_ASSERTIONS OR NOTOCHORD_SANITIZE)
  add_compile_options(-UNDEBUG)
endif()
if(NOTOCHORD_SANITIZE OR CMAKE_BUILD_TYPE STREQUAL "Debug")
  add_compile_definitions(NOTOCHORD_PARANOID)
endif()
if(NOTOCHORD_TUNE)
  add_compile_definitions(NOTOCHORD_TUNE)
endif()

# Optimization. Libraries that nothing needs would only cost start-up time.
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  add_link_options(-Wl,--as-needed)
endif()
set(NOTOCHORD_HAS_LTO OFF)
if(NOTOCHORD_LTO AND CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT NOTOCHORD_SANITIZE)
  include(CheckIPOSupported)
  check_ipo_supported(RESULT NOTOCHORD_HAS_LTO OUTPUT lto_output LANGUAGES CXX)
  if(NOT NOTOCHORD_HAS_LTO)
    message(STATUS "No link-time optimization with this tool chain")
  endif()
endif()
include(NotochordPgo)

# Our own code.
add_library(notochord_flags INTERFACE)
target_include_directories(notochord_flags INTERFACE "${PROJECT_SOURCE_DIR}")
target_compile_options(notochord_flags INTERFACE
  -Wall -Wextra -Wshadow -Wconversion $<$<CXX_COMPILER_ID:Clang>:-Wthread-safety>
  $<$<BOOL:${NOTOCHORD_WERROR}>:-Werror>)
# Tables at fixed addresses: position-independent code takes a register and an instruction more for
# most look-ups, 3.5 % of an evaluation's instructions. Sanitizers need it.
if(CMAKE_SYSTEM_NAME STREQUAL "Linux" AND NOT NOTOCHORD_SANITIZE AND NOT NOTOCHORD_FUZZERS)
  target_compile_options(notochord_flags INTERFACE -fno-pie)
  target_link_options(notochord_flags INTERFACE -no-pie)
endif()
