extension OddDifference {
    /// Those of HTTP/2.
    static let ofHTTP2: [OddDifference] = [
        OddDifference(
            "RFC 9113 §6.1, §4.2: the connection is at fault, and the response not whole; libcurl takes its head "
                + "for all of it.",
            [
                "200": [
                    "HTTP/2: padding beyond DATA", "HTTP/2: a frame over 16,384 octets",
                ]
            ]),
        OddDifference(
            "RFC 9110 §6.5.1: fields that say where a message ends, to whom it goes and how it is read mean "
                + "nothing there.",
            [
                "200; ok": [
                    "HTTP/2: trailers", "HTTP/2 message: trailers, one", "HTTP/2 message: trailers, two",
                    "HTTP/2 message: trailers, of 90,000 octets", "HTTP/2 message: content behind trailers",
                ],
                "http2": [
                    "HTTP/2 message: trailers, a name that is no token"
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
                    "HTTP/2: RST_STREAM 7 always", "HTTP/2: RST_STREAM 7 once", "HTTP/2: RST_STREAM 13, then HTTP/1.1",
                ],
            ]),
        OddDifference(
            "RFC 9113 §8.1: behind a whole response NO_ERROR takes nothing away from it; Node sends it in the "
                + "place of an end. libcurl has no answer then.",
            [
                "emptyReply": [
                    "HTTP/2: RST_STREAM 0 behind a head", "HTTP/2: RST_STREAM 0 behind content",
                    "HTTP/2: RST_STREAM 0 behind all content",
                ],
                "http2": [
                    "HTTP/2: RST_STREAM 0 to content behind an error", "HTTP/2 message: POST, a 413, and RST_STREAM 0",
                    "HTTP/2 message: POST, a 200 and RST_STREAM 0 before its end",
                ],
            ]),
        OddDifference(
            "RFC 9113 §6.8: what the last stream leaves out was not looked at; what it does not, ends with the "
                + "code of GOAWAY. libcurl does not repeat, and tells the end of the connection alone.",
            [
                "http2": [
                    "HTTP/2: GOAWAY of none, always", "HTTP/2: GOAWAY of none, once",
                    "HTTP/2: GOAWAY 11 of none, once",
                ],
                "connectionClosed": [
                    "HTTP/2: GOAWAY 0, and the end"
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
