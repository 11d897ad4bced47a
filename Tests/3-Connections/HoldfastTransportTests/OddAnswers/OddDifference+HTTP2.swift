extension OddDifference {
    /// Those of HTTP/2.
    static let ofHTTP2: [OddDifference] = [
        OddDifference(
            "RFC 9113 §5.4.1: an error of the connection, or of the stream (§5.4.2). Both refuse; libcurl 7.88 "
                + "says of it that nothing came.",
            [
                "emptyReply": [
                    "HTTP/2: DATA on stream 0", "HTTP/2: DATA on an idle stream", "HTTP/2: DATA before a head",
                    "HTTP/2: HEADERS on stream 0", "HTTP/2: HEADERS on a stream of the server's",
                    "HTTP/2: HEADERS on an idle stream", "HTTP/2: padding beyond HEADERS",
                    "HTTP/2: padding without its length", "HTTP/2: a PING over 16,384 octets",
                    "HTTP/2: RST_STREAM on stream 0", "HTTP/2: RST_STREAM on an idle stream",
                    "HTTP/2: RST_STREAM of three octets", "HTTP/2: RST_STREAM of five octets",
                    "HTTP/2: SETTINGS on a stream", "HTTP/2: SETTINGS of five octets",
                    "HTTP/2: an acknowledgement with values", "HTTP/2: ENABLE_PUSH of 1", "HTTP/2: ENABLE_PUSH of 2",
                    "HTTP/2: INITIAL_WINDOW_SIZE over 2^31-1", "HTTP/2: MAX_FRAME_SIZE below 16,384",
                    "HTTP/2: MAX_FRAME_SIZE over 2^24-1", "HTTP/2: ENABLE_CONNECT_PROTOCOL of 2",
                    "HTTP/2: PUSH_PROMISE", "HTTP/2: PUSH_PROMISE on stream 0", "HTTP/2: PING on a stream",
                    "HTTP/2: PING of seven octets", "HTTP/2: PING of nine octets", "HTTP/2: WINDOW_UPDATE of 0",
                    "HTTP/2: WINDOW_UPDATE of three octets", "HTTP/2: a window over 2^31-1",
                    "HTTP/2: a stream's window raised by 0", "HTTP/2: a stream's window over 2^31-1",
                    "HTTP/2: WINDOW_UPDATE on an idle stream", "HTTP/2: CONTINUATION behind nothing",
                    "HTTP/2: DATA within fields", "HTTP/2: a PING within fields",
                    "HTTP/2: CONTINUATION of another stream", "HTTP/2: fields that cannot be decoded",
                    "HTTP/2: an index of no field", "HTTP/2: an index of 0", "HTTP/2: a table over its size",
                    "HTTP/2: a string beyond the fields", "HTTP/2: padding of Huffman's of 8 bits",
                    "HTTP/2: an acknowledgement too many", "HTTP/2: PRIORITY on stream 0", "HTTP/2: no preface",
                    "HTTP/2: a PING as preface", "HTTP/2: an acknowledgement as preface",
                    "HTTP/2: HTTP/1.1 in its place", "HTTP/2: HTTP/1.1 behind it", "HTTP/2: octets of 0",
                    "HTTP/2: RST_STREAM 1 before a head", "HTTP/2: RST_STREAM 2 before a head",
                    "HTTP/2: RST_STREAM 3 before a head", "HTTP/2: RST_STREAM 5 before a head",
                    "HTTP/2: RST_STREAM 6 before a head", "HTTP/2: RST_STREAM 8 before a head",
                    "HTTP/2: RST_STREAM 9 before a head", "HTTP/2: RST_STREAM 10 before a head",
                    "HTTP/2: RST_STREAM 11 before a head", "HTTP/2: RST_STREAM 12 before a head",
                    "HTTP/2: RST_STREAM 14 before a head", "HTTP/2: RST_STREAM 255 before a head",
                    "HTTP/2: RST_STREAM 4294967295 before a head",
                ]
            ]),
        OddDifference(
            "RFC 9113 §6.1, §4.2: the connection is at fault, and the response not whole; libcurl takes its head "
                + "for all of it.",
            [
                "200": [
                    "HTTP/2: padding beyond DATA", "HTTP/2: a frame over 16,384 octets",
                ]
            ]),
        OddDifference(
            "RFC 9113 §6.8: what the last stream leaves out was not looked at; what it does not, ends with the "
                + "code of GOAWAY. libcurl does not repeat, and tells the end of the connection alone.",
            [
                "emptyReply": [
                    "HTTP/2: GOAWAY on a stream", "HTTP/2: GOAWAY of seven octets", "HTTP/2: GOAWAY as preface",
                ],
                "http2": [
                    "HTTP/2: GOAWAY of none, always", "HTTP/2: GOAWAY of none, once",
                    "HTTP/2: GOAWAY 11 of none, once",
                ],
                "connectionClosed": [
                    "HTTP/2: GOAWAY 2, and the end", "HTTP/2: GOAWAY 11, and the end", "HTTP/2: GOAWAY 0, and the end",
                    "HTTP/2: GOAWAY 2 behind a head, and the end",
                ],
            ]),
        OddDifference(
            "RFC 9110 §6.5.1: fields that say where a message ends, to whom it goes and how it is read mean "
                + "nothing there.",
            [
                "200; ok": [
                    "HTTP/2: trailers", "HTTP/2 message: trailers, one", "HTTP/2 message: trailers, two",
                    "HTTP/2 message: trailers, of 90,000 octets", "HTTP/2 message: content behind trailers",
                ],
                "emptyReply": [
                    "HTTP/2 message: :status=200 te=trailers, x"
                ],
                "http2": [
                    "HTTP/2 message: trailers, a name that is no token"
                ],
            ]),
        OddDifference(
            "RFC 9113 §8.1: behind a whole response NO_ERROR takes nothing away from it; Node sends it in the "
                + "place of an end. libcurl has no answer then.",
            [
                "emptyReply": [
                    "HTTP/2: RST_STREAM 0 before a head", "HTTP/2: RST_STREAM 0 behind a head",
                    "HTTP/2: RST_STREAM 0 behind content", "HTTP/2: RST_STREAM 0 behind all content",
                    "HTTP/2: RST_STREAM 0 before all content",
                ],
                "http2": [
                    "HTTP/2: RST_STREAM 0 to content behind an error", "HTTP/2 message: POST, a 413, and RST_STREAM 0",
                    "HTTP/2 message: POST, a 200 and RST_STREAM 0 before its end",
                ],
            ]),
        OddDifference(
            "RFC 9113 §8.7, §7: a refused stream was not looked at, and may go out again; HTTP_1_1_REQUIRED asks "
                + "for HTTP/1.1. libcurl tells neither from a lost connection.",
            [
                "emptyReply ×2": [
                    "HTTP/2: RST_STREAM 7 behind a head", "HTTP/2: RST_STREAM 7 behind an interim head",
                ],
                "notHTTP ×2": [
                    "HTTP/2: RST_STREAM 13 behind a head"
                ],
                "emptyReply": [
                    "HTTP/2: RST_STREAM 7 always", "HTTP/2: RST_STREAM 7 once", "HTTP/2: RST_STREAM 7 to POST, once",
                    "HTTP/2: RST_STREAM 13, then HTTP/1.1",
                ],
            ]),
        OddDifference(
            "RFC 9113 §5.4.1, RFC 9112 §9.5: nothing of an answer had come; ours says that, and libcurl that the "
                + "connection ended.",
            [
                "connectionClosed": [
                    "HTTP/2: clean end behind the preface", "HTTP/2: clean end within a frame's head",
                    "HTTP/2: clean end within fields", "HTTP/2: silent end behind the preface",
                    "HTTP/2: silent end within a frame's head", "HTTP/2: silent end within fields",
                    "HTTP/2 message: POST, the end",
                ]
            ]),
        OddDifference(
            "RFC 9113 §8.1: a response ends with END_STREAM; without it something may be missing, as trailers. "
                + "libcurl counts octets.",
            [
                "200; ok": [
                    "HTTP/2: clean end behind all content", "HTTP/2: silent end behind all content",
                ]
            ]),
        OddDifference(
            "RFC 9113 §8.1.1: malformed. Both refuse; libcurl 7.88 says of it that nothing came.",
            [
                "emptyReply": [
                    "HTTP/2 message: no fields", "HTTP/2 message: x=1", "HTTP/2 message: x=1 :status=200",
                    "HTTP/2 message: :status=200 :status=200", "HTTP/2 message: :status=200 :status=404",
                    "HTTP/2 message: :status=20", "HTTP/2 message: :status=2000", "HTTP/2 message: :status=2x0",
                    "HTTP/2 message: :status=", "HTTP/2 message: :status= 200", "HTTP/2 message: :status=200 OK",
                    "HTTP/2 message: :status=101", "HTTP/2 message: :status=+20", "HTTP/2 message: :Status=200",
                    "HTTP/2 message: status=200", "HTTP/2 message: :code=200 :status=200",
                    "HTTP/2 message: :status=200 content-length=2 content-length=2",
                    "HTTP/2 message: :status=200 content-length=2 content-length=3",
                    "HTTP/2 message: :status=200 X-Upper=1", "HTTP/2 message: :status=200 x y=1",
                    "HTTP/2 message: :status=200 x?127=1", "HTTP/2 message: :status=200 x:y=1",
                    "HTTP/2 message: :status=200 =1", "HTTP/2 message: :status=200 ?233=1",
                    "HTTP/2 message: :status=200 x?0=1", "HTTP/2 message: :status=200 x=a?0b",
                    "HTTP/2 message: :status=200 x=a?13b", "HTTP/2 message: :status=200 x=a?10b",
                    "HTTP/2 message: :status=200 x=a?13?10b: c", "HTTP/2 message: :status=200 connection=close",
                    "HTTP/2 message: :status=200 connection=keep-alive", "HTTP/2 message: :status=200 keep-alive=1",
                    "HTTP/2 message: :status=200 proxy-connection=1",
                    "HTTP/2 message: :status=200 transfer-encoding=chunked",
                    "HTTP/2 message: :status=200 transfer-encoding=identity",
                    "HTTP/2 message: :status=200 upgrade=h2c", "HTTP/2 message: :status=200 te=gzip",
                    "HTTP/2 message: :status=200 :path=/", "HTTP/2 message: :status=200 :method=GET",
                    "HTTP/2 message: :status=200 :scheme=https", "HTTP/2 message: :status=200 :authority=a",
                    "HTTP/2 message: :status=200 :other=/", "HTTP/2 message: :status=200 :=1",
                    "HTTP/2 message: :status=200 content-length=-1", "HTTP/2 message: :status=200 content-length=+2",
                    "HTTP/2 message: :status=200 content-length=", "HTTP/2 message: :status=200 content-length=2, 2",
                    "HTTP/2 message: :status=200 content-length=2?1",
                    "HTTP/2 message: :status=200 content-length=99999999999999999999",
                    "HTTP/2 message: :status=200 content-length=9223372036854775808", "HTTP/2 message: 103 that ends",
                    "HTTP/2 message: 103 with a length", "HTTP/2 message: a length, and no content",
                ],
                "connectionClosed": [
                    "HTTP/2 message: :status=000", "HTTP/2 message: :status=099",
                ],
            ]),
        OddDifference(
            "RFC 9110 §5.5: \"recipients MAY retain such characters\"; a name that is no token is passed over as in "
                + "HTTP/1.1. libcurl leaves both to nghttp2, which refuses.",
            [
                "emptyReply": [
                    "HTTP/2 message: :status=200 a=1?12", "HTTP/2 message: :status=200 a=?127",
                    "HTTP/2 message: :status=200 c(d)=1", "HTTP/2 message: :status=200 c@d=1",
                    "HTTP/2 message: :status=200 c/d=1", "HTTP/2 message: :status=200 c\"d=1",
                ]
            ]),
        OddDifference(
            "RFC 9113 §8.1: \"A server can send a complete response prior to the client sending an entire request\"; "
                + "libcurl waits for its own content.",
            [
                "timedOut": [
                    "HTTP/2 message: POST, a 413 before its content", "HTTP/2 message: POST, 200 in the place of 100",
                    "HTTP/2 message: POST, 403 in the place of 100",
                ]
            ]),
    ]
}
