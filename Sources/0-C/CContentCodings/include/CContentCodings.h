#pragma once
// The decoders of content codings, opened at run time: no header of them has to be installed. An answer with a coding
// that is not known is handed over as it came, and nothing is decoded before somebody has seen the header.
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
