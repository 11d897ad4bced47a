#include <dlfcn.h>
#include <pthread.h>

#include "libraries.h"

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct zlib_functions zlib;
static struct brotli_functions brotli;
static struct zstd_functions zstd;
static int has_zlib, has_brotli, has_zstd;

// Another major version of a library may have other functions.
static void *opened(const char *name) { return dlopen(name, RTLD_NOW | RTLD_LOCAL); }

// A pointer to an object and one to a function are of one size where dlsym is (POSIX).
#define TAKE(table, member) (*(void **)&table.member = dlsym(library, #member)) != NULL

static void open_libraries(void) {
    void *library = opened("libz.so.1");
    has_zlib = library && TAKE(zlib, zlibVersion) && TAKE(zlib, inflateInit2_) && TAKE(zlib, inflate) &&
               TAKE(zlib, inflateReset) && TAKE(zlib, inflateEnd);
    library = opened("libbrotlidec.so.1");
    has_brotli = library && TAKE(brotli, BrotliDecoderCreateInstance) && TAKE(brotli, BrotliDecoderDecompressStream) &&
                 TAKE(brotli, BrotliDecoderDestroyInstance);
    library = opened("libzstd.so.1");
    has_zstd = library && TAKE(zstd, ZSTD_createDStream) && TAKE(zstd, ZSTD_DCtx_setParameter) &&
               TAKE(zstd, ZSTD_decompressStream) && TAKE(zstd, ZSTD_isError) && TAKE(zstd, ZSTD_freeDStream);
}

const struct zlib_functions *zlib_library(void) {
    pthread_once(&once, open_libraries);
    return has_zlib ? &zlib : NULL;
}

const struct brotli_functions *brotli_library(void) {
    pthread_once(&once, open_libraries);
    return has_brotli ? &brotli : NULL;
}

const struct zstd_functions *zstd_library(void) {
    pthread_once(&once, open_libraries);
    return has_zstd ? &zstd : NULL;
}
