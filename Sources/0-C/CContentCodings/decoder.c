#include <stdlib.h>

#include "include/CContentCodings.h"
#include "libraries.h"

struct contentcoding_decoder {
    enum contentcoding coding;
    z_stream zlib;
    // Of zlib: whether it was set up, and has come to the end of a stream.
    int has_begun;
    int has_ended;
    void *other;
};

int contentcoding_is_here(enum contentcoding coding) {
    switch (coding) {
    case CONTENTCODING_GZIP:
    case CONTENTCODING_DEFLATE:
        return zlib_library() != NULL;
    case CONTENTCODING_BROTLI:
        return brotli_library() != NULL;
    case CONTENTCODING_ZSTD:
        return zstd_library() != NULL;
    }
    return 0;
}

contentcoding_decoder *contentcoding_decoder_create(enum contentcoding coding) {
    if (!contentcoding_is_here(coding)) return NULL;
    contentcoding_decoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder) return NULL;
    decoder->coding = coding;
    if (coding == CONTENTCODING_BROTLI) decoder->other = brotli_library()->BrotliDecoderCreateInstance(NULL, NULL, NULL);
    if (coding == CONTENTCODING_ZSTD) {
        decoder->other = zstd_library()->ZSTD_createDStream();
        // RFC 9659 §3: a window of 8 MiB at most; the library would take 128 MiB.
        if (decoder->other) zstd_library()->ZSTD_DCtx_setParameter(decoder->other, ZSTD_d_windowLogMax, 23);
    }
    if ((coding == CONTENTCODING_BROTLI || coding == CONTENTCODING_ZSTD) && !decoder->other) {
        free(decoder);
        return NULL;
    }
    return decoder;
}

void contentcoding_decoder_destroy(contentcoding_decoder *decoder) {
    if (decoder->has_begun) zlib_library()->inflateEnd(&decoder->zlib);
    if (decoder->coding == CONTENTCODING_BROTLI) brotli_library()->BrotliDecoderDestroyInstance(decoder->other);
    if (decoder->coding == CONTENTCODING_ZSTD) zstd_library()->ZSTD_freeDStream(decoder->other);
    free(decoder);
}

// The window is 32 KiB; 16 more has zlib read the header of gzip, a negative number none at all.
static int window_bits(enum contentcoding coding, uint8_t first) {
    if (coding == CONTENTCODING_GZIP) return 15 + 16;
    // RFC 9110 §8.4.1.2: "Some non-conformant implementations send the "deflate" compressed data without the zlib
    // wrapper." The wrapper's first octet has 8 in its low half (RFC 1950 §2.2), and that of a block hardly ever.
    return (first & 0x0f) == 8 ? 15 : -15;
}

static int inflate_some(contentcoding_decoder *decoder, const uint8_t *bytes, size_t *input, uint8_t *room,
                        size_t *output) {
    const struct zlib_functions *zlib = zlib_library();
    z_stream *stream = &decoder->zlib;
    if (decoder->has_ended) {
        // RFC 1952 §2.2: a file has one member or several. What is none is what fills a file up, and is left out.
        if (decoder->coding != CONTENTCODING_GZIP || *input == 0 || bytes[0] != 0x1f) {
            *output = 0;
            return 1;
        }
        if (zlib->inflateReset(stream) != Z_OK) return 0;
        decoder->has_ended = 0;
    }
    if (!decoder->has_begun) {
        if (*input == 0) {
            *output = 0;
            return 1;
        }
        int bits = window_bits(decoder->coding, bytes[0]);
        if (zlib->inflateInit2_(stream, bits, zlib->zlibVersion(), (int)sizeof *stream) != Z_OK) return 0;
        decoder->has_begun = 1;
    }
    size_t taken = *input > UINT32_MAX ? UINT32_MAX : *input, made = *output > UINT32_MAX ? UINT32_MAX : *output;
    stream->next_in = bytes;
    stream->avail_in = (unsigned)taken;
    stream->next_out = room;
    stream->avail_out = (unsigned)made;
    int result = zlib->inflate(stream, Z_NO_FLUSH);
    *input = taken - stream->avail_in;
    *output = made - stream->avail_out;
    decoder->has_ended = result == Z_STREAM_END;
    return result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR;
}

int contentcoding_decode(contentcoding_decoder *decoder, const uint8_t *bytes, size_t *input, uint8_t *room,
                         size_t *output) {
    size_t left = *input, free_room = *output;
    switch (decoder->coding) {
    case CONTENTCODING_GZIP:
    case CONTENTCODING_DEFLATE:
        return inflate_some(decoder, bytes, input, room, output);
    case CONTENTCODING_BROTLI: {
        // Whatever stands behind its end is none of it.
        if (decoder->has_ended) {
            *output = 0;
            return left == 0;
        }
        int result = brotli_library()->BrotliDecoderDecompressStream(decoder->other, &left, &bytes, &free_room, &room,
                                                                     NULL);
        decoder->has_ended = result == BROTLI_DECODER_RESULT_SUCCESS;
        *input -= left;
        *output -= free_room;
        return result != BROTLI_DECODER_RESULT_ERROR;
    }
    case CONTENTCODING_ZSTD: {
        ZSTD_inBuffer in = {bytes, left, 0};
        ZSTD_outBuffer out = {room, free_room, 0};
        size_t result = zstd_library()->ZSTD_decompressStream(decoder->other, &out, &in);
        *input = in.pos;
        *output = out.pos;
        return !zstd_library()->ZSTD_isError(result);
    }
    }
    return 0;
}
