#include "CSharedLibrary.h"
#include "libraries.h"

static struct zlib_functions zlib;
static struct brotli_functions brotli;
static struct zstd_functions zstd;

#define TAKE(table, member) SHAREDLIBRARY_FUNCTION(table, member, "")
static const struct sharedlibrary_function zlib_table[] = {
    TAKE(zlib, zlibVersion),  TAKE(zlib, inflateInit2_), TAKE(zlib, inflate),
    TAKE(zlib, inflateReset), TAKE(zlib, inflateEnd),    TAKE(zlib, inflateResetKeep),
    TAKE(zlib, deflateInit2_), TAKE(zlib, deflate),      TAKE(zlib, deflateReset),
    TAKE(zlib, deflateEnd),
};
static const struct sharedlibrary_function brotli_table[] = {
    TAKE(brotli, BrotliDecoderCreateInstance),
    TAKE(brotli, BrotliDecoderDecompressStream),
    TAKE(brotli, BrotliDecoderDestroyInstance),
};
static const struct sharedlibrary_function zstd_table[] = {
    TAKE(zstd, ZSTD_createDStream), TAKE(zstd, ZSTD_DCtx_setParameter), TAKE(zstd, ZSTD_decompressStream),
    TAKE(zstd, ZSTD_isError),       TAKE(zstd, ZSTD_freeDStream),
};
#undef TAKE

static struct sharedlibrary zlib_file = SHAREDLIBRARY("libz.so.1", zlib_table);
static struct sharedlibrary brotli_file = SHAREDLIBRARY("libbrotlidec.so.1", brotli_table);
static struct sharedlibrary zstd_file = SHAREDLIBRARY("libzstd.so.1", zstd_table);

const struct zlib_functions *zlib_library(void) { return sharedlibrary_obstacle(&zlib_file) ? NULL : &zlib; }

const struct brotli_functions *brotli_library(void) { return sharedlibrary_obstacle(&brotli_file) ? NULL : &brotli; }

const struct zstd_functions *zstd_library(void) { return sharedlibrary_obstacle(&zstd_file) ? NULL : &zstd; }
