#include "CCurlShims.h"

#include <stddef.h>

// The names in parentheses are the functions: the macros of the same name check types at compile time, which they can
// only do where the option is a constant.

CURLcode shim_curl_easy_setopt_long(CURL *easy, CURLoption option, long value) {
    return (curl_easy_setopt)(easy, option, value);
}

CURLcode shim_curl_easy_setopt_offset(CURL *easy, CURLoption option, curl_off_t value) {
    return (curl_easy_setopt)(easy, option, value);
}

CURLcode shim_curl_easy_setopt_string(CURL *easy, CURLoption option, const char *value) {
    return (curl_easy_setopt)(easy, option, value);
}

CURLcode shim_curl_easy_setopt_list(CURL *easy, CURLoption option, struct curl_slist *value) {
    return (curl_easy_setopt)(easy, option, value);
}

CURLcode shim_curl_easy_setopt_pointer(CURL *easy, CURLoption option, void *value) {
    return (curl_easy_setopt)(easy, option, value);
}

static CURLcode both(CURLcode callback, CURLcode argument) { return callback != CURLE_OK ? callback : argument; }

CURLcode shim_curl_easy_set_write(CURL *easy, curl_write_callback callback, void *argument) {
    return both((curl_easy_setopt)(easy, CURLOPT_WRITEFUNCTION, callback),
                (curl_easy_setopt)(easy, CURLOPT_WRITEDATA, argument));
}

CURLcode shim_curl_easy_set_read(CURL *easy, curl_read_callback callback, void *argument) {
    return both((curl_easy_setopt)(easy, CURLOPT_READFUNCTION, callback),
                (curl_easy_setopt)(easy, CURLOPT_READDATA, argument));
}

CURLcode shim_curl_easy_set_seek(CURL *easy, curl_seek_callback callback, void *argument) {
    return both((curl_easy_setopt)(easy, CURLOPT_SEEKFUNCTION, callback),
                (curl_easy_setopt)(easy, CURLOPT_SEEKDATA, argument));
}

CURLcode shim_curl_easy_set_header(CURL *easy, curl_write_callback callback, void *argument) {
    return both((curl_easy_setopt)(easy, CURLOPT_HEADERFUNCTION, callback),
                (curl_easy_setopt)(easy, CURLOPT_HEADERDATA, argument));
}

CURLcode shim_curl_easy_set_prerequest(CURL *easy, curl_prereq_callback callback, void *argument) {
    return both((curl_easy_setopt)(easy, CURLOPT_PREREQFUNCTION, callback),
                (curl_easy_setopt)(easy, CURLOPT_PREREQDATA, argument));
}

CURLcode shim_curl_easy_set_socket_options(CURL *easy, curl_sockopt_callback callback, void *argument) {
    return both((curl_easy_setopt)(easy, CURLOPT_SOCKOPTFUNCTION, callback),
                (curl_easy_setopt)(easy, CURLOPT_SOCKOPTDATA, argument));
}

CURLcode shim_curl_easy_set_open_socket(CURL *easy, curl_opensocket_callback callback, void *argument) {
    return both((curl_easy_setopt)(easy, CURLOPT_OPENSOCKETFUNCTION, callback),
                (curl_easy_setopt)(easy, CURLOPT_OPENSOCKETDATA, argument));
}

CURLcode shim_curl_easy_set_ssl_ctx(CURL *easy, shim_ssl_ctx_callback callback, void *argument) {
    return both((curl_easy_setopt)(easy, CURLOPT_SSL_CTX_FUNCTION, callback),
                (curl_easy_setopt)(easy, CURLOPT_SSL_CTX_DATA, argument));
}

CURLcode shim_curl_easy_getinfo_long(CURL *easy, CURLINFO info, long *value) {
    return (curl_easy_getinfo)(easy, info, value);
}

CURLcode shim_curl_easy_getinfo_string(CURL *easy, CURLINFO info, const char **value) {
    *value = NULL;
    return (curl_easy_getinfo)(easy, info, value);
}

CURLcode shim_curl_easy_getinfo_offset(CURL *easy, CURLINFO info, curl_off_t *value) {
    return (curl_easy_getinfo)(easy, info, value);
}

CURLcode shim_curl_easy_getinfo_socket(CURL *easy, curl_socket_t *socket) {
    *socket = CURL_SOCKET_BAD;
    return (curl_easy_getinfo)(easy, CURLINFO_ACTIVESOCKET, socket);
}

CURLcode shim_curl_easy_getinfo_ssl(CURL *easy, void **ssl) {
    struct curl_tlssessioninfo *session = NULL;
    *ssl = NULL;
    CURLcode code = (curl_easy_getinfo)(easy, CURLINFO_TLS_SSL_PTR, &session);
    if (code == CURLE_OK && session != NULL && session->backend == CURLSSLBACKEND_OPENSSL) *ssl = session->internals;
    return code;
}

CURLMcode shim_curl_multi_setopt_long(CURLM *multi, CURLMoption option, long value) {
    return (curl_multi_setopt)(multi, option, value);
}

curl_version_info_data *shim_curl_version_info(void) { return curl_version_info(CURLVERSION_NOW); }

int shim_curl_multi_next_completion(CURLM *multi, shim_curl_completion *completion) {
    int left = 0;
    for (CURLMsg *message; (message = curl_multi_info_read(multi, &left)) != NULL;) {
        if (message->msg != CURLMSG_DONE) continue;
        completion->easy = message->easy_handle;
        completion->result = message->data.result;
        return 1;
    }
    return 0;
}
