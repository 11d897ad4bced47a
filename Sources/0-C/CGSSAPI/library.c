#include <pthread.h>
#include <stdlib.h>
#include <time.h>

#include "CSharedLibrary.h"
#include "gssapi.h"
#include "include/CGSSAPI.h"

static struct gssapi_functions functions;

#define TAKE(member) SHAREDLIBRARY_FUNCTION(functions, member, "gss_")
static const struct sharedlibrary_function table[] = {
    TAKE(import_name),
    TAKE(release_name),
    TAKE(release_cred),
    TAKE(release_buffer),
    TAKE(delete_sec_context),
    TAKE(indicate_mechs),
    TAKE(release_oid_set),
    TAKE(display_status),
    TAKE(init_sec_context),
    TAKE(acquire_cred_with_password),
    TAKE(acquire_cred_from),
    TAKE(set_neg_mechs),
};
#undef TAKE

static struct sharedlibrary library = SHAREDLIBRARY("libgssapi_krb5.so.2", table);

const char *gssapi_obstacle(void) { return sharedlibrary_obstacle(&library); }

// The library's destructors run while the process ends, and take its locks away: a call that another thread is in then
// aborts the process (k5_mutex_lock). So the process lets in no more calls, and waits for those under way: for a second,
// which is more than any needs that does not wait for a server.
static const time_t EXIT_LIMIT = 1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t left = PTHREAD_COND_INITIALIZER;
static unsigned under_way;
static int is_ending, waits_for_calls;

static void end(void) {
    struct timespec limit;
    clock_gettime(CLOCK_REALTIME, &limit);
    limit.tv_sec += EXIT_LIMIT;
    pthread_mutex_lock(&lock);
    is_ending = 1;
    while (under_way && !pthread_cond_timedwait(&left, &lock, &limit)) continue;
    pthread_mutex_unlock(&lock);
}

const struct gssapi_functions *gssapi_enter(void) {
    if (gssapi_obstacle()) return NULL;
    pthread_mutex_lock(&lock);
    if (!waits_for_calls) waits_for_calls = !atexit(end);
    int may_enter = waits_for_calls && !is_ending;
    under_way += may_enter;
    pthread_mutex_unlock(&lock);
    return may_enter ? &functions : NULL;
}

void gssapi_leave(const struct gssapi_functions **gss) {
    if (!*gss) return;
    pthread_mutex_lock(&lock);
    under_way--;
    pthread_cond_signal(&left);
    pthread_mutex_unlock(&lock);
}
