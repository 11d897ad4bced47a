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

// What getpeername fills is a struct of one type read as another, which Swift makes hard. The number by which the
// kernel knows a socket, since a descriptor may have become another's; 0 when it can't be had.
uint64_t shim_socket_identity(curl_socket_t socket);
// Writes the address that a socket is connected to, and returns the port; 0 when it is not connected or no longer that
// socket.
int shim_socket_peer(curl_socket_t socket, uint64_t identity, char *text, size_t capacity);

// Ends both directions of a socket, if it is still that one.
void shim_socket_shut_down(curl_socket_t socket, uint64_t identity);

// Addresses of 4 or 16 bytes in network order, whose structs Swift would have to read as one another.
// A TCP socket that does not block and is closed on exec; -1 with errno set where there is none.
curl_socket_t shim_tcp_socket(size_t length);
// Begins to connect it: 0 when that is under way, EISCONN when it is done at once, another errno when it failed.
int shim_tcp_connect(curl_socket_t socket, const uint8_t *address, size_t length, uint16_t port);
// Why a socket that has become writable is not connected; 0 when it is. Leaves it to the next connect(2) to say so too.
int shim_tcp_failure(curl_socket_t socket);
// The address that the system would send from to another one: its length, 4 or 16, or 0 where it knows no way there.
// Nothing is sent.
size_t shim_source_address(const uint8_t *address, size_t length, uint8_t source[16]);
// Puts another address into what libcurl is about to connect to; libcurl's struct has room for every kind.
void shim_curl_set_address(struct curl_sockaddr *target, const uint8_t *address, size_t length, uint16_t port);

// CURLVERSION_NOW is a macro for an enumerator, which Swift does not import.
curl_version_info_data *shim_curl_version_info(void);

// CURLMsg holds its result in a union, which Swift imports without saying which member is set.
typedef struct {
    CURL *easy;
    CURLcode result;
} shim_curl_completion;
// The next transfer that has ended; 0 when there is none.
int shim_curl_multi_next_completion(CURLM *multi, shim_curl_completion *completion);
