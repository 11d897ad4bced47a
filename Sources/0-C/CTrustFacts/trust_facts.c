#include "trust_facts.h"

#include <string.h>

// Builds of dependents would warn at each table; C23 has #embed (ISO/IEC 9899:2024 §6.10.4), and so does clang.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char clients[] = {
#embed "data/clients.tsv"
};

static const unsigned char constraints[] = {
#embed "data/constraints.tsv"
};

static const unsigned char deadlines[] = {
#embed "data/deadlines.tsv"
};

static const unsigned char error_lines[] = {
#embed "data/error-lines.tsv"
};

static const unsigned char habits[] = {
#embed "data/habits.tsv"
};

static const unsigned char linux_lacks[] = {
#embed "data/linux-lacks.tsv"
};

static const unsigned char remedies[] = {
#embed "data/remedies.tsv"
};

static const unsigned char roots[] = {
#embed "data/roots.tsv"
};

static const unsigned char status_codes[] = {
#embed "data/status-codes.tsv"
};

static const unsigned char tls_numbers[] = {
#embed "data/tls-numbers.tsv"
};

static const unsigned char transparency[] = {
#embed "data/transparency.tsv"
};

static const trust_facts_file files[] = {
    {"clients", clients, sizeof clients},
    {"constraints", constraints, sizeof constraints},
    {"deadlines", deadlines, sizeof deadlines},
    {"error-lines", error_lines, sizeof error_lines},
    {"habits", habits, sizeof habits},
    {"linux-lacks", linux_lacks, sizeof linux_lacks},
    {"remedies", remedies, sizeof remedies},
    {"roots", roots, sizeof roots},
    {"status-codes", status_codes, sizeof status_codes},
    {"tls-numbers", tls_numbers, sizeof tls_numbers},
    {"transparency", transparency, sizeof transparency},
};

trust_facts_file trust_facts_named(const char *name) {
    for (size_t at = 0; at < sizeof files / sizeof files[0]; at++) {
        if (strcmp(files[at].name, name) == 0) return files[at];
    }
    trust_facts_file none = {"", roots, 0};
    return none;
}
