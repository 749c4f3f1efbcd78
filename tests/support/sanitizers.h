// Which sanitizer watches the test, with either compiler's way of saying so. For tests that would
// fight it for memory or address space.
#pragma once

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define NOTOCHORD_ADDRESS_SANITIZER
#endif
#if __has_feature(thread_sanitizer)
#define NOTOCHORD_THREAD_SANITIZER
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define NOTOCHORD_ADDRESS_SANITIZER
#endif
#if defined(__SANITIZE_THREAD__)
#define NOTOCHORD_THREAD_SANITIZER
#endif

namespace notochord::test {

#if defined(NOTOCHORD_ADDRESS_SANITIZER)
inline constexpr bool kAddressSanitizer = true;
#else
inline constexpr bool kAddressSanitizer = false;
#endif

#if defined(NOTOCHORD_THREAD_SANITIZER)
inline constexpr bool kThreadSanitizer = true;
#else
inline constexpr bool kThreadSanitizer = false;
#endif

}  // namespace notochord::test
