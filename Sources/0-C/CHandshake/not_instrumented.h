#pragma once

// ThreadSanitizer keeps a shadow of the call stack, which a function that returns on another turn of the loop than it
// was entered in would upset.
#if defined(__has_attribute)
#if __has_attribute(disable_sanitizer_instrumentation)
#define NOT_INSTRUMENTED __attribute__((disable_sanitizer_instrumentation))
#endif
#endif
#ifndef NOT_INSTRUMENTED
#define NOT_INSTRUMENTED
#endif
