# notochord_tuning_sources(<variable>)
# The engine's sources that include engine/base/params.h, directly or through other headers.
function(notochord_tuning_sources variable)
  file(GLOB_RECURSE files RELATIVE "${PROJECT_SOURCE_DIR}"
    "${PROJECT_SOURCE_DIR}/engine/*.h" "${PROJECT_SOURCE_DIR}/engine/*.cpp"
    "${PROJECT_SOURCE_DIR}/threads/*.h" "${PROJECT_SOURCE_DIR}/threads/*.cpp"
    "${PROJECT_SOURCE_DIR}/tb/*.h" "${PROJECT_SOURCE_DIR}/tb/*.cpp")
  list(FILTER files EXCLUDE REGEX "^engine/tools/[a-z]+/|^engine/main\\.cpp$")
  foreach(file IN LISTS files)
    file(STRINGS "${PROJECT_SOURCE_DIR}/${file}" includes_${file} REGEX "^#include \"")
  endforeach()

  set(sources)
  set(headers "engine/base/params.h")
  while(headers)
    list(POP_FRONT headers header)
    foreach(file IN LISTS files)
      if("#include \"${header}\"" IN_LIST includes_${file})
        list(REMOVE_ITEM files "${file}")
        if(file MATCHES "\\.h$")
          list(APPEND headers "${file}")
        else()
          list(APPEND sources "${PROJECT_SOURCE_DIR}/${file}")
        endif()
      endif()
    endforeach()
  endwhile()
  set(${variable} "${sources}" PARENT_SCOPE)
endfunction()
