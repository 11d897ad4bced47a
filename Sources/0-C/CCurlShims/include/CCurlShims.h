#pragma once
// What libcurl offers only to C, as typed functions. A shim that stands for a variadic function or a macro carries its
// name behind `shim_`.
#include <stdint.h>
#include <curl/curl.h>

// curl_easy_setopt is variadic, and a wrong type for an option is undefined behaviour: one function for each type that
// options have. The caller picks by the option's documentation.
CURLcode shim_curl_easy_setopt_long(CURL *easy, CURLoption option, long value);
CURLcode shim_curl_easy_setopt_offset(CURL *easy, CURLoption option, curl_off_t value);
// Copied by libcurl; NULL puts the option back to "none".
CURLcode shim_curl_easy_setopt_string(CURL *easy, CURLoption option, const char *value);
// Not copied: the list or the memory has to outlive the transfer.
CURLcode shim_curl_easy_setopt_list(CURL *easy, CURLoption option, struct curl_slist *value);
CURLcode shim_curl_easy_setopt_pointer(CURL *easy, CURLoption option, void *value);

// A callback and its argument go together, since one without the other is of no use; the type is that of the callback,
// which a variadic call would not check.
CURLcode shim_curl_easy_set_write(CURL *easy, curl_write_callback callback, void *argument);
CURLcode shim_curl_easy_set_read(CURL *easy, curl_read_callback callback, void *argument);
CURLcode shim_curl_easy_set_seek(CURL *easy, curl_seek_callback callback, void *argument);
CURLcode shim_curl_easy_set_header(CURL *easy, curl_write_callback callback, void *argument);
CURLcode shim_curl_easy_set_prerequest(CURL *easy, curl_prereq_callback callback, void *argument);
CURLcode shim_curl_easy_set_socket_options(CURL *easy, curl_sockopt_callback callback, void *argument);
CURLcode shim_curl_easy_set_open_socket(CURL *easy, curl_opensocket_callback callback, void *argument);
// libcurl names this type in a comment only. The second argument is the SSL_CTX.
typedef CURLcode (*shim_ssl_ctx_callback)(CURL *easy, void *ssl_ctx, void *argument);
CURLcode shim_curl_easy_set_ssl_ctx(CURL *easy, shim_ssl_ctx_callback callback, void *argument);

// A macro with a cast, which Swift does not import: CURLAUTH_NTLM alone, so that libcurl chooses nothing else.
static const long shim_curl_auth_ntlm = (long)CURLAUTH_NTLM;

// curl_easy_getinfo is variadic too: one function for each type that an answer has.
CURLcode shim_curl_easy_getinfo_long(CURL *easy, CURLINFO info, long *value);
// Lent until the next call for the handle.
CURLcode shim_curl_easy_getinfo_string(CURL *easy, CURLINFO info, const char **value);
CURLcode shim_curl_easy_getinfo_offset(CURL *easy, CURLINFO info, curl_off_t *value);
// The socket of a connection that was opened by CURLOPT_CONNECT_ONLY; CURL_SOCKET_BAD where there is none any more.
CURLcode shim_curl_easy_getinfo_socket(CURL *easy, curl_socket_t *socket);
// The libssl connection of a transfer; NULL where there is none, or where another library made it.
CURLcode shim_curl_easy_getinfo_ssl(CURL *easy, void **ssl);

// curl_multi_setopt is variadic.
CURLMcode shim_curl_multi_setopt_long(CURLM *multi, CURLMoption option, long value);

// Puts another address into what libcurl is about to connect to; libcurl's struct has room for every kind.
void shim_curl_set_address(struct curl_sockaddr *target, const struct sockaddr *address, socklen_t length);

// CURLVERSION_NOW is a macro for an enumerator, which Swift does not import.
curl_version_info_data *shim_curl_version_info(void);

// CURLMsg holds its result in a union, which Swift imports without saying which member is set.
typedef struct {
    CURL *easy;
    CURLcode result;
} shim_curl_completion;
// The next transfer that has ended; 0 when there is none.
int shim_curl_multi_next_completion(CURLM *multi, shim_curl_completion *completion);
