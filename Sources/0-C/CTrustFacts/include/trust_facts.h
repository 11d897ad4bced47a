// Facts of the world, as the files in ../data have them: compiled in, so that a program needs no files beside it.
#ifndef HOLDFAST_TRUST_FACTS_H
#define HOLDFAST_TRUST_FACTS_H

#include <stddef.h>

/// A file of facts: its name without `.tsv`, its octets and their number.
typedef struct {
    const char *_Nonnull name;
    const unsigned char *_Nonnull octets;
    size_t count;
} trust_facts_file;

/// The file of that name; a file without octets where there is none.
trust_facts_file trust_facts_named(const char *_Nonnull name);

#endif
