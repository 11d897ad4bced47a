#pragma once
// The types and functions of zlib 1.2, libbrotlidec 1 and libzstd 1.4 that are used.
#include <stddef.h>
#include <stdint.h>

// zlib.h.
typedef struct {
    const uint8_t *next_in;
    unsigned avail_in;
    unsigned long total_in;
    uint8_t *next_out;
    unsigned avail_out;
    unsigned long total_out;
    const char *msg;
    void *state;
    void *(*zalloc)(void *, unsigned, unsigned);
    void (*zfree)(void *, void *);
    void *opaque;
    int data_type;
    unsigned long adler;
    unsigned long reserved;
} z_stream;

enum { Z_NO_FLUSH = 0, Z_SYNC_FLUSH = 2, Z_OK = 0, Z_STREAM_END = 1, Z_BUF_ERROR = -5 };
enum { Z_DEFAULT_COMPRESSION = -1, Z_DEFLATED = 8, Z_DEFAULT_STRATEGY = 0 };

struct zlib_functions {
    const char *(*zlibVersion)(void);
    int (*inflateInit2_)(z_stream *, int window_bits, const char *version, int size);
    int (*inflate)(z_stream *, int flush);
    int (*inflateReset)(z_stream *);
    int (*inflateEnd)(z_stream *);
    // As inflateReset, but for the window, which stays; zlib.h has it among its "undocumented functions".
    int (*inflateResetKeep)(z_stream *);
    int (*deflateInit2_)(z_stream *, int level, int method, int window_bits, int memory, int strategy,
                         const char *version, int size);
    int (*deflate)(z_stream *, int flush);
    int (*deflateReset)(z_stream *);
    int (*deflateEnd)(z_stream *);
};

// brotli/decode.h.
enum { BROTLI_DECODER_RESULT_ERROR = 0, BROTLI_DECODER_RESULT_SUCCESS = 1 };

struct brotli_functions {
    void *(*BrotliDecoderCreateInstance)(void *(*)(void *, size_t), void (*)(void *, void *), void *);
    int (*BrotliDecoderDecompressStream)(void *, size_t *, const uint8_t **, size_t *, uint8_t **, size_t *);
    void (*BrotliDecoderDestroyInstance)(void *);
};

// zstd.h.
typedef struct {
    const void *src;
    size_t size;
    size_t pos;
} ZSTD_inBuffer;

typedef struct {
    void *dst;
    size_t size;
    size_t pos;
} ZSTD_outBuffer;

enum { ZSTD_d_windowLogMax = 100 };

struct zstd_functions {
    void *(*ZSTD_createDStream)(void);
    size_t (*ZSTD_DCtx_setParameter)(void *, int parameter, int value);
    size_t (*ZSTD_decompressStream)(void *, ZSTD_outBuffer *, ZSTD_inBuffer *);
    unsigned (*ZSTD_isError)(size_t);
    size_t (*ZSTD_freeDStream)(void *);
};

// NULL where the library cannot be opened, or lacks one of them.
const struct zlib_functions *zlib_library(void);
const struct brotli_functions *brotli_library(void);
const struct zstd_functions *zstd_library(void);
