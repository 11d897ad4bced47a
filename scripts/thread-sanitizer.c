/* Shows ThreadSanitizer where threads that meet at a Mutex of Swift's standard library are ordered.
 *
 * A Mutex that is free is taken and let go by atomic operations in the code that uses it, which is instrumented. Threads
 * that meet there go on in libswiftSynchronization, which is not: what one of them did under the lock looks as if nothing
 * ordered it before what the next one does. `make test-thread` links these two functions in front of the library's.
 *
 * The names are those of `_MutexHandle._lockSlow(_:)` and `_unlockSlow()` (Swift 6, Linux); a handle is its lock word.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *

void __tsan_acquire(void *address);
void __tsan_release(void *address);

typedef SWIFT void (*lock_function)(uint32_t thread, SELF handle);
typedef SWIFT void (*unlock_function)(SELF handle);

static lock_function library_lock;
static unlock_function library_unlock;

__attribute__((constructor)) static void find_library(void) {
    library_lock = (lock_function)dlsym(RTLD_NEXT, LOCK);
    library_unlock = (unlock_function)dlsym(RTLD_NEXT, UNLOCK);
    if (!library_lock || !library_unlock) __builtin_trap();
}

SWIFT void mutex_lock(uint32_t thread, SELF handle) __asm__(LOCK);
SWIFT void mutex_lock(uint32_t thread, SELF handle) {
    library_lock(thread, handle);
    __tsan_acquire(handle);
}

SWIFT void mutex_unlock(SELF handle) __asm__(UNLOCK);
SWIFT void mutex_unlock(SELF handle) {
    __tsan_release(handle);
    library_unlock(handle);
}
