#include <stdlib.h>

#include "include/CContentCodings.h"
#include "libraries.h"

struct messagecoding_inflater {
    z_stream zlib;
};

struct messagecoding_deflater {
    z_stream zlib;
};

int messagecoding_is_here(void) { return zlib_library() != NULL; }

messagecoding_inflater *messagecoding_inflater_create(int window_bits) {
    const struct zlib_functions *zlib = zlib_library();
    if (!zlib) return NULL;
    messagecoding_inflater *inflater = calloc(1, sizeof *inflater);
    if (!inflater) return NULL;
    // A negative number: without the wrapper of RFC 1950.
    if (zlib->inflateInit2_(&inflater->zlib, -window_bits, zlib->zlibVersion(), (int)sizeof inflater->zlib) != Z_OK) {
        free(inflater);
        return NULL;
    }
    return inflater;
}

void messagecoding_inflater_destroy(messagecoding_inflater *inflater) {
    zlib_library()->inflateEnd(&inflater->zlib);
    free(inflater);
}

int messagecoding_inflater_reset(messagecoding_inflater *inflater) {
    return zlib_library()->inflateReset(&inflater->zlib) == Z_OK;
}

static void lend(z_stream *stream, const uint8_t *bytes, size_t input, uint8_t *room, size_t output) {
    stream->next_in = bytes;
    stream->avail_in = (unsigned)(input > UINT32_MAX ? UINT32_MAX : input);
    stream->next_out = room;
    stream->avail_out = (unsigned)(output > UINT32_MAX ? UINT32_MAX : output);
}

int messagecoding_inflate(messagecoding_inflater *inflater, const uint8_t *bytes, size_t *input, uint8_t *room,
                          size_t *output) {
    const struct zlib_functions *zlib = zlib_library();
    z_stream *stream = &inflater->zlib;
    lend(stream, bytes, *input, room, *output);
    int result = zlib->inflate(stream, Z_NO_FLUSH);
    // RFC 7692 §7.2.3.4 lets a message have blocks that say that they are the last one: zlib stops there, and goes on
    // with the window that it has. Copying that out and in again would let two octets cost some 100 KiB of it.
    while (result == Z_STREAM_END) {
        if (zlib->inflateResetKeep(stream) != Z_OK) return 0;
        result = zlib->inflate(stream, Z_NO_FLUSH);
    }
    *input = (size_t)(stream->next_in - bytes);
    *output = (size_t)(stream->next_out - room);
    return result == Z_OK || result == Z_BUF_ERROR;
}

messagecoding_deflater *messagecoding_deflater_create(int window_bits) {
    const struct zlib_functions *zlib = zlib_library();
    if (!zlib) return NULL;
    messagecoding_deflater *deflater = calloc(1, sizeof *deflater);
    if (!deflater) return NULL;
    if (zlib->deflateInit2_(&deflater->zlib, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -window_bits, 8, Z_DEFAULT_STRATEGY,
                            zlib->zlibVersion(), (int)sizeof deflater->zlib) != Z_OK) {
        free(deflater);
        return NULL;
    }
    return deflater;
}

void messagecoding_deflater_destroy(messagecoding_deflater *deflater) {
    zlib_library()->deflateEnd(&deflater->zlib);
    free(deflater);
}

int messagecoding_deflater_reset(messagecoding_deflater *deflater) {
    return zlib_library()->deflateReset(&deflater->zlib) == Z_OK;
}

int messagecoding_deflate(messagecoding_deflater *deflater, const uint8_t *bytes, size_t *input, uint8_t *room,
                          size_t *output, int flushes) {
    z_stream *stream = &deflater->zlib;
    lend(stream, bytes, *input, room, *output);
    int result = zlib_library()->deflate(stream, flushes ? Z_SYNC_FLUSH : Z_NO_FLUSH);
    *input = (size_t)(stream->next_in - bytes);
    *output = (size_t)(stream->next_out - room);
    return result == Z_OK || result == Z_BUF_ERROR;
}
