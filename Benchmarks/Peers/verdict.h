/* What the verifiers in C have in common: reading files, and the processor time that something takes. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* One of the names of the server's certificate, and none of them. */
#define HOST "www.example.com"
#define OTHER_HOST "other.invalid"

enum { MOST_FILES = 1024 };

struct octets {
    unsigned char *bytes;
    size_t count;
};

static void fail(const char *reason) {
    fprintf(stderr, "%s: %s\n", PEER, reason);
    exit(1);
}

static struct octets read_file(const char *folder, const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file) fail(path);
    struct octets octets = {malloc(1 << 16), 0};
    octets.count = fread(octets.bytes, 1, 1 << 16, file);
    fclose(file);
    return octets;
}

/* Every certificate of a folder; how many there are. */
static int read_folder(const char *folder, struct octets *all) {
    DIR *entries = opendir(folder);
    if (!entries) fail(folder);
    int count = 0;
    for (struct dirent *entry; (entry = readdir(entries)) && count < MOST_FILES;) {
        const char *end = strrchr(entry->d_name, '.');
        if (end && !strcmp(end, ".der")) all[count++] = read_file(folder, entry->d_name);
    }
    closedir(entries);
    if (!count) fail("no certificates");
    return count;
}

static double clock_seconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

/* Does something for so long, and prints the microseconds of processor time that each of its parts takes. */
static void measure(void (*work)(void), int parts, double duration) {
    work();
    long times = 0;
    double end = clock_seconds(CLOCK_MONOTONIC) + duration, spent = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
    do {
        work();
        times++;
    } while (clock_seconds(CLOCK_MONOTONIC) < end);
    spent = clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - spent;
    printf("spent %.3f\n", spent / times / parts * 1e6);
}
