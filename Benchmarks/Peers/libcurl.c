/* libcurl, set up for its best speed: one multi handle, easy handles that are kept, anchors read once. The arguments
 * and the lines that it prints are those of Sources/BenchLoad. */
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { MOST = 32 };

static const char *load, *url, *anchors;
static int is_http2;
static long long received;

static double seconds(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static void fail(const char *reason) {
    fprintf(stderr, "libcurl: %s\n", reason);
    exit(1);
}

static size_t receive(char *bytes, size_t size, size_t count, void *context) {
    (void)bytes, (void)context;
    received += size * count;
    return size * count;
}

static int begins(const char *prefix) { return strncmp(load, prefix, strlen(prefix)) == 0; }

static CURL *handle(void) {
    CURL *easy = curl_easy_init();
    curl_easy_setopt(easy, CURLOPT_URL, url);
    curl_easy_setopt(easy, CURLOPT_CAINFO, anchors);
    curl_easy_setopt(easy, CURLOPT_CAPATH, NULL);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, receive);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_SSL_SESSIONID_CACHE, 0L);
    curl_easy_setopt(easy, CURLOPT_FAILONERROR, 1L);
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, is_http2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1);
    // Without an upload nothing needs the 64 KiB that HTTP/1.1 over TLS would allocate for every request.
    curl_easy_setopt(easy, CURLOPT_UPLOAD_BUFFERSIZE, 16384L);
    if (begins("download")) curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, 102400L);
    if (begins("connect")) {
        curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, 1L);
        curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, 1L);
    } else {
        curl_easy_setopt(easy, CURLOPT_PIPEWAIT, 1L);
    }
    return easy;
}

static CURLM *pool(void) {
    CURLM *multi = curl_multi_init();
    curl_multi_setopt(multi, CURLMOPT_PIPELINING, CURLPIPE_MULTIPLEX);
    curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, 128L);
    return multi;
}

static void check(CURLMsg *message) {
    if (message->data.result) fail(curl_easy_strerror(message->data.result));
    long version = 0;
    curl_easy_getinfo(message->easy_handle, CURLINFO_HTTP_VERSION, &version);
    if ((version == CURL_HTTP_VERSION_2_0) != is_http2) fail("another version of HTTP");
}

/* Sends requests on these handles until the clock says so, each handle one at least. */
static long send_until(CURLM *multi, CURL **handles, int count, double end) {
    long sent = 0;
    int active = count;
    for (int index = 0; index < count; index++) curl_multi_add_handle(multi, handles[index]);
    while (active) {
        int running, left, again = 0;
        curl_multi_perform(multi, &running);
        for (CURLMsg *message; (message = curl_multi_info_read(multi, &left));) {
            CURL *easy = message->easy_handle;
            check(message);
            sent++;
            curl_multi_remove_handle(multi, easy);
            if (seconds(CLOCK_MONOTONIC) < end) {
                curl_multi_add_handle(multi, easy);
                again = 1;
            } else {
                active--;
            }
        }
        if (active && !again) curl_multi_poll(multi, NULL, 0, 1000, NULL);
    }
    return sent;
}

static int ascending(const void *one, const void *other) {
    double difference = *(const double *)one - *(const double *)other;
    return (difference > 0) - (difference < 0);
}

static void measure_first(double duration) {
    static double times[100000];
    int count = 0;
    double end = seconds(CLOCK_MONOTONIC) + duration;
    while (count < 100000 && (count < 8 || seconds(CLOCK_MONOTONIC) < end)) {
        double start = seconds(CLOCK_MONOTONIC);
        CURLM *multi = pool();
        CURL *easy = handle();
        send_until(multi, &easy, 1, 0);
        times[count++] = (seconds(CLOCK_MONOTONIC) - start) * 1e3;
        curl_easy_cleanup(easy);
        curl_multi_cleanup(multi);
    }
    /* The first of the process warms the libraries. */
    qsort(times + 1, count - 1, sizeof *times, ascending);
    printf("rate %.3f\n", times[1 + (count - 1) / 2]);
}

int main(int count, char **arguments) {
    if (count != 6) fail("usage: libcurl LOAD h1|h2 URL ANCHORS SECONDS");
    load = arguments[1], is_http2 = !strcmp(arguments[2], "h2"), url = arguments[3], anchors = arguments[4];
    double duration = atof(arguments[5]);
    curl_global_init(CURL_GLOBAL_ALL);
    if (begins("firstResponse")) return measure_first(duration), 0;

    CURLM *multi = pool();
    CURL *handles[MOST];
    int several = strstr(load, "32") ? MOST : 1, is_download = begins("download");
    for (int index = 0; index < several; index++) handles[index] = handle();
    if (begins("process")) return send_until(multi, handles, 1, 0), 0;

    for (int round = 0; !is_download && round < 2; round++) send_until(multi, handles, several, 0);
    received = 0;
    double start = seconds(CLOCK_MONOTONIC), spent = seconds(CLOCK_PROCESS_CPUTIME_ID);
    long sent = send_until(multi, handles, several, is_download ? 0 : start + duration);
    double took = seconds(CLOCK_MONOTONIC) - start;
    spent = seconds(CLOCK_PROCESS_CPUTIME_ID) - spent;

    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    printf("rate %.3f\n", is_download ? received / took / 1e6 : sent / took);
    printf("processor %.3f\n", is_download ? spent * 1e3 : spent / sent * 1e6);
    printf("memory %.3f\n", usage.ru_maxrss / 1e3);
    return 0;
}
