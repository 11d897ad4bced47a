/* Counts what a process allocates, preloaded before the C library's own functions, which do the work. */
#include <stddef.h>

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t),
    *__libc_memalign(size_t, size_t);

static unsigned long allocations;

#define COUNTED(call) (__atomic_fetch_add(&allocations, 1, __ATOMIC_RELAXED), call)

/* Sources/BenchLoad looks for this name. */
unsigned long holdfast_bench_allocations(void) { return __atomic_load_n(&allocations, __ATOMIC_RELAXED); }

void *malloc(size_t size) { return COUNTED(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return COUNTED(__libc_calloc(count, size)); }
void *realloc(void *old, size_t size) { return COUNTED(__libc_realloc(old, size)); }
void *memalign(size_t alignment, size_t size) { return COUNTED(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return COUNTED(__libc_memalign(alignment, size)); }
int posix_memalign(void **out, size_t alignment, size_t size) {
    *out = COUNTED(__libc_memalign(alignment, size));
    return *out ? 0 : 12; /* ENOMEM */
}
