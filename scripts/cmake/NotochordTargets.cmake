# notochord_library, notochord_test, notochord_benchmark, notochord_fuzzer, notochord_embed_version,
# notochord_for_any_cpu.

# Our targets only: set after the dependencies.
set(CMAKE_INTERPROCEDURAL_OPTIMIZATION "${NOTOCHORD_HAS_LTO}")

add_custom_target(notochord_tests)
add_custom_target(notochord_benchmarks)
add_custom_target(notochord_fuzzers)

# Stops where a dependency of ours is not defined yet, that is, not below the target.
function(notochord_check_deps target)
  foreach(dep IN LISTS ARGN)
    if(dep MATCHES "^notochord::" AND NOT TARGET ${dep})
      message(FATAL_ERROR "${target} depends on ${dep}, which is not below it")
    endif()
  endforeach()
endfunction()

# notochord_library(<name> [SOURCES <file>...] [DEPS <target>...] [PRIVATE_DEPS <target>...])
# A static library notochord::<name>; header-only where there are no sources.
function(notochord_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPS;PRIVATE_DEPS")
  set(target notochord_${name})
  notochord_check_deps(${target} ${arg_DEPS} ${arg_PRIVATE_DEPS})
  if(arg_SOURCES)
    add_library(${target} STATIC ${arg_SOURCES})
    target_link_libraries(${target} PUBLIC ${arg_DEPS}
                          PRIVATE notochord_flags ${arg_PRIVATE_DEPS})
  else()
    add_library(${target} INTERFACE)
    target_link_libraries(${target} INTERFACE ${arg_DEPS})
  endif()
  add_library(notochord::${name} ALIAS ${target})
endfunction()

# notochord_test(<name> SOURCES <file>... DEPS <target>... [LABELS slow] [ENGINE])
# A GoogleTest binary. Every TEST in it is a ctest entry of its own, run from the repository's root,
# so that ctest spreads them over the cores and names what failed or was skipped; that is one process
# each, so loop inside a TEST rather than have a thousand TEST_P. With ENGINE the engine is built
# first and its path is in the macro NOTOCHORD_ENGINE.
function(notochord_test name)
  if(NOT NOTOCHORD_TESTS)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "ENGINE" "" "SOURCES;DEPS;LABELS")
  notochord_check_deps(${name} ${arg_DEPS})
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_DEPS} notochord_flags GTest::gtest_main)
  target_compile_definitions(${name} PRIVATE NOTOCHORD_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  if(arg_ENGINE)
    target_compile_definitions(${name} PRIVATE NOTOCHORD_ENGINE="$<TARGET_FILE:notochord>")
    add_dependencies(${name} notochord)
  endif()
  add_dependencies(notochord_tests ${name})

  set(timeout 300)
  if("slow" IN_LIST arg_LABELS)
    set(timeout 7200)
  endif()
  include(GoogleTest)
  gtest_discover_tests(${name}
    TEST_PREFIX "${name}/"
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
    DISCOVERY_MODE PRE_TEST
    DISCOVERY_TIMEOUT 60
    PROPERTIES TIMEOUT ${timeout} LABELS "${arg_LABELS}")
endfunction()

# notochord_benchmark(<name> SOURCES <file>... DEPS <target>...)
# A Google Benchmark binary, in bin/benchmarks.
function(notochord_benchmark name)
  if(NOT NOTOCHORD_BENCHMARKS)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPS")
  notochord_check_deps(${name} ${arg_DEPS})
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_DEPS} notochord_flags benchmark::benchmark_main)
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/benchmarks")
  add_dependencies(notochord_benchmarks ${name})
endfunction()

# notochord_fuzzer(<name> SOURCES <file>... DEPS <target>...)
# A libFuzzer binary, in bin/fuzzers.
function(notochord_fuzzer name)
  if(NOT NOTOCHORD_FUZZERS)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPS")
  notochord_check_deps(${name} ${arg_DEPS})
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_DEPS} notochord_flags)
  target_link_options(${name} PRIVATE -fsanitize=fuzzer)
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/fuzzers")
  add_dependencies(notochord_fuzzers ${name})
endfunction()

# notochord_embed_version(<source>)
# Defines NOTOCHORD_VERSION, NOTOCHORD_COMMIT and NOTOCHORD_ARCH for one source file of the calling
# directory. A new commit configures again and rebuilds that file only. The version ends in -dev but
# for the commit that bears its tag, such as v1.0.
function(notochord_embed_version source)
  set(commit "unknown")
  set(version "${PROJECT_VERSION}-dev")
  find_package(Git QUIET)
  if(GIT_FOUND AND EXISTS "${PROJECT_SOURCE_DIR}/.git")
    execute_process(
      COMMAND "${GIT_EXECUTABLE}" rev-parse --short=10 HEAD
      WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
      OUTPUT_VARIABLE head OUTPUT_STRIP_TRAILING_WHITESPACE
      ERROR_QUIET RESULT_VARIABLE failed)
    if(NOT failed)
      set(commit "${head}")
    endif()
    execute_process(
      COMMAND "${GIT_EXECUTABLE}" tag --points-at HEAD --list "v${PROJECT_VERSION}"
      WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
      OUTPUT_VARIABLE tag OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(tag)
      set(version "${PROJECT_VERSION}")
    endif()
    execute_process(
      COMMAND "${GIT_EXECUTABLE}" rev-parse --git-path logs/HEAD
      WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
      OUTPUT_VARIABLE head_log OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    get_filename_component(head_log "${head_log}" ABSOLUTE BASE_DIR "${PROJECT_SOURCE_DIR}")
    if(EXISTS "${head_log}")
      set_property(DIRECTORY "${PROJECT_SOURCE_DIR}" APPEND PROPERTY
                   CMAKE_CONFIGURE_DEPENDS "${head_log}")
    endif()
  endif()
  set_property(SOURCE ${source} APPEND PROPERTY COMPILE_DEFINITIONS
    NOTOCHORD_VERSION="${version}" NOTOCHORD_COMMIT="${commit}"
    NOTOCHORD_ARCH="${NOTOCHORD_ARCH}")
endfunction()

# notochord_for_any_cpu(<source>)
# Compiles one source file of the calling directory for the oldest CPU of the family, whatever
# NOTOCHORD_ARCH is. Link-time optimization would mix it with the rest, profiles call into it.
function(notochord_for_any_cpu source)
  set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS
    -march=x86-64 -mno-bmi2 -fno-lto -fno-sanitize=all -fno-profile-generate)
endfunction()
