#pragma once
// The decoders of content codings, and the coding of messages, opened at run time: no header of them has to be
// installed. An answer with a coding that is not known is handed over as it came, and nothing is decoded before somebody
// has seen the header.
#include <stddef.h>
#include <stdint.h>

enum contentcoding {
    CONTENTCODING_GZIP,
    CONTENTCODING_DEFLATE,
    CONTENTCODING_BROTLI,
    CONTENTCODING_ZSTD,
};

// Whether its library is here; looked up once.
int contentcoding_is_here(enum contentcoding coding);

typedef struct contentcoding_decoder contentcoding_decoder;

// NULL where its library is not here, or where there is no memory.
contentcoding_decoder *contentcoding_decoder_create(enum contentcoding coding);
void contentcoding_decoder_destroy(contentcoding_decoder *decoder);

// Takes some of the input, and makes some of the output; *input and *output are then how many octets that were.
// 1: it goes on as long as something was made, or taken; 0: the input is none of this coding.
int contentcoding_decode(contentcoding_decoder *decoder, const uint8_t *bytes, size_t *input, uint8_t *room,
                         size_t *output);

// Raw DEFLATE (RFC 1951) of messages that follow each other and may refer to what came before, as permessage-deflate has
// it (RFC 7692 §7.2). Windows are of 9 to 15 bits.
int messagecoding_is_here(void);

typedef struct messagecoding_inflater messagecoding_inflater;

// NULL where zlib is not here, or where there is no memory.
messagecoding_inflater *messagecoding_inflater_create(int window_bits);
void messagecoding_inflater_destroy(messagecoding_inflater *inflater);

// As contentcoding_decode. A block that says that it is the last one is none: others follow, in the same window.
int messagecoding_inflate(messagecoding_inflater *inflater, const uint8_t *bytes, size_t *input, uint8_t *room,
                          size_t *output);

// Forgets what came before; 0: that is not possible.
int messagecoding_inflater_reset(messagecoding_inflater *inflater);

typedef struct messagecoding_deflater messagecoding_deflater;

messagecoding_deflater *messagecoding_deflater_create(int window_bits);
void messagecoding_deflater_destroy(messagecoding_deflater *deflater);

// Takes some of the input, and makes some of the output, as messagecoding_inflate does.
// flushes: whether all of it is to come out, behind which stands an empty block (RFC 1951 §3.2.4).
int messagecoding_deflate(messagecoding_deflater *deflater, const uint8_t *bytes, size_t *input, uint8_t *room,
                          size_t *output, int flushes);

int messagecoding_deflater_reset(messagecoding_deflater *deflater);
