extension OddDifference {
    /// Those of messages of HTTP/1.1 and their connections.
    static let ofHTTP1: [OddDifference] = [
        OddDifference(
            "RFC 9112 §6.1, §7: what is not chunked once is refused, since two readers may see two ends; libcurl "
                + "undoes codings that nobody asked for, or passes them over.",
            [
                "200; 5RW%86%85RP5RUR": [
                    "Transfer-Encoding: 'deflate'"
                ],
                "200": [
                    "Transfer-Encoding: 'br'"
                ],
                "200; ok": [
                    "Transfer-Encoding: 'chunked, chunked'", "Transfer-Encoding: 'chunked%0B'",
                    "Transfer-Encoding: 'chunked,'", "Transfer-Encoding: ',chunked'",
                    "Transfer-Encoding: 'chunked, identity'", "Transfer-Encoding: 'identity, chunked'",
                    "Transfer-Encoding: the same in another line", "Transfer-Encoding: an empty line of it",
                ],
                "200; 2%0D%0Aok%0D%0A0%0D%0A%0D%0A": [
                    "Transfer-Encoding: ''", "Transfer-Encoding: ' '",
                ],
            ]),
        OddDifference(
            "RFC 9112 §6.3, item 3: \"the Transfer-Encoding overrides the Content-Length\", whatever that says; RFC "
                + "2616's identity is no coding, and the length counts.",
            [
                "badLength": [
                    "Transfer-Encoding: two lengths", "Transfer-Encoding: a length beyond all",
                ],
                "notHTTP": [
                    "Transfer-Encoding: no length", "Transfer-Encoding: no length behind",
                    "Transfer-Encoding: a negative length",
                ],
                "200; okay": [
                    "Transfer-Encoding: Identity, and a length"
                ],
            ]),
        OddDifference(
            "RFC 9112 §5.1: white space before the colon is removed by whoever hands a response on, and by ours; "
                + "to libcurl it is a part of the name, which is another one then.",
            [
                "200 [Transfer-Encoding =chunked]; 2%0D%0Aok%0D%0A0%0D%0A%0D%0A": [
                    "Transfer-Encoding: a space before the colon"
                ],
                "200 [Transfer-Encoding%09=chunked]; 2%0D%0Aok%0D%0A0%0D%0A%0D%0A": [
                    "Transfer-Encoding: a tabulator before the colon"
                ],
                "200 [Content-Length =2]; okay": [
                    "Content-Length: a space before the colon"
                ],
                "200 [Connection =close]; ok | 200 kept; again": [
                    "persistence: a space before the colon of close"
                ],
                "200; ok; [X =y]": [
                    "chunk: trailer 'X : y'"
                ],
            ]),
        OddDifference(
            "RFC 9110 §5.1: \"field-name = token\". A line that is no field is passed over, as Chromium does; to "
                + "libcurl it is an error, or a field all the same.",
            [
                "200 [Transfer Encoding=chunked]; ok": [
                    "Transfer-Encoding: a name that is none"
                ],
                "200 [Content Length=1]; ok": [
                    "Content-Length: a name that is none"
                ],
                "unusableRequest": [
                    "chunk: trailer 'nonsense'", "chunk: trailer 'a status line'",
                ],
                "200; ok; [=y]": [
                    "chunk: trailer ': y'"
                ],
                "200; ok; [X Y=z]": [
                    "chunk: trailer 'X Y: z'"
                ],
                "200; ok; [%C3%A9=y]": [
                    "chunk: trailer '%C3%A9: y'"
                ],
            ]),
        OddDifference(
            "RFC 9110 §8.6: both refuse it. Ours says of what is no number that it is no HTTP, and of numbers that "
                + "they contradict each other; libcurl takes what a text begins with for one.",
            [
                "badLength": [
                    "Content-Length: '+2'", "Content-Length: '2.0'", "Content-Length: '2.'", "Content-Length: '2e0'",
                    "Content-Length: '0x2'", "Content-Length: '0X2'", "Content-Length: '2x'", "Content-Length: '2 3'",
                    "Content-Length: '2;2'", "Content-Length: '2=2'", "Content-Length: '2%01'",
                    "Content-Length: '2 octets'", "Content-Length: '2 ,x'", "Content-Length: '0b10'",
                    "Content-Length: '2_0'",
                ],
                "notHTTP": [
                    "Content-Length: ',2'", "Content-Length: lines '2' ''",
                ],
            ]),
        OddDifference(
            "RFC 9112 §9.5: nothing of an answer came, however the connection ended; libcurl tells a reset from an "
                + "end.",
            [
                "connectionClosed": [
                    "dialogue: nothing, and a reset"
                ]
            ]),
        OddDifference(
            "RFC 9112 §8: the connection ended within a message. libcurl tells nothing of a first line that was "
                + "not whole, and judges some lines before their end.",
            [
                "emptyReply": [
                    "dialogue: some of a head, and the end"
                ],
                "badChunk": [
                    "chunk: no size, and no line"
                ],
            ]),
        OddDifference(
            "RFC 9110 §15.5.18: the request goes out again without the expectation, once; libcurl gives up where "
                + "the connection ends, or asks for ever.",
            [
                "417 [Connection=close]": [
                    "dialogue: 417 that closes, then all, over another connection"
                ],
                "timedOut ×3": [
                    "dialogue: 417 twice, over another connection"
                ],
            ]),
        OddDifference(
            "RFC 9112 §2.2: a bare CR is \"invalid\", or a space; to libcurl it is any other octet, or a line's end.",
            [
                "302 [Location=/a%0Db]; ok": [
                    "dialogue: 302 to a bare CR"
                ],
                "200 [X=a%0Db]; ok | 200 kept; again": [
                    "persistence: a bare CR"
                ],
                "200; ok": [
                    "chunk: CR CR LF behind the size", "chunk: CR CR LF behind the content",
                ],
                "badChunk": [
                    "chunk: trailer 'a bare CR'", "chunk: trailer 'CR CR LF'",
                ],
            ]),
        OddDifference(
            "RFC 9112 §9.3: \"close\" goes before \"keep-alive\", and an option is a whole word.",
            [
                "200 [Connection=close, keep-alive]; ok | 200 kept; again": [
                    "persistence: HTTP/1.0, 'close, keep-alive'"
                ],
                "200 [Connection=keep-alive, close]; ok | 200 kept; again": [
                    "persistence: HTTP/1.0, 'keep-alive, close'"
                ],
                "200 [Connection=closed]; ok | 200 fresh; again": [
                    "persistence: HTTP/1.1, 'closed'"
                ],
                "200 [Connection=x-close]; ok | 200 fresh; again": [
                    "persistence: HTTP/1.1, 'x-close'"
                ],
                "200 [Connection=close;x]; ok | 200 fresh; again": [
                    "persistence: HTTP/1.1, 'close;x'"
                ],
                "200 [Connection=\"close\"]; ok | 200 fresh; again": [
                    "persistence: HTTP/1.1, '\"close\"'"
                ],
                "200 [Connection=close x]; ok | 200 fresh; again": [
                    "persistence: HTTP/1.1, 'close x'"
                ],
            ]),
        OddDifference(
            "RFC 9112 §5.2, §2.2: a folded line is a space, whatever the field, and none with no field before it; "
                + "white space at the end of a value is no part of it (RFC 9110 §5.5).",
            [
                "200 [Connection=x, close]; ok | 200 kept; again": [
                    "persistence: a folded close"
                ]
            ]),
        OddDifference(
            "RFC 9112 §9.3: what counts stands \"in the most recently received message\", which is the final "
                + "response.",
            [
                "200; ok | 200 fresh; again": [
                    "persistence: close in an interim response"
                ]
            ]),
        OddDifference(
            "RFC 9110 §6.5.1: fields that say where a message ends, to whom it goes and how it is read mean "
                + "nothing there.",
            [
                "200; ok; [Connection=close] | 200 kept; again": [
                    "persistence: close as a trailer"
                ],
                "200; ok; [Digest=x] [Content-Length=3]": [
                    "chunk: trailer 'one that may and one that may not'"
                ],
                "200; ok; [Content-Length=7]": [
                    "chunk: trailer 'Content-Length: 7'"
                ],
                "200; ok; [Transfer-Encoding=gzip]": [
                    "chunk: trailer 'Transfer-Encoding: gzip'"
                ],
                "200; ok; [Host=evil.test]": [
                    "chunk: trailer 'Host: evil.test'"
                ],
                "200; ok; [Connection=close]": [
                    "chunk: trailer 'Connection: close'"
                ],
                "200; ok; [Authorization=x]": [
                    "chunk: trailer 'Authorization: x'"
                ],
                "200; ok; [Proxy-Authorization=x]": [
                    "chunk: trailer 'Proxy-Authorization: x'"
                ],
                "200; ok; [Content-Encoding=gzip]": [
                    "chunk: trailer 'Content-Encoding: gzip'"
                ],
                "200; ok; [Content-Type=text/html]": [
                    "chunk: trailer 'Content-Type: text/html'"
                ],
                "200; ok; [Content-Range=bytes 0-0/1]": [
                    "chunk: trailer 'Content-Range: bytes 0-0/1'"
                ],
                "200; ok; [Trailer=X]": [
                    "chunk: trailer 'Trailer: X'"
                ],
                "200; ok; [Set-Cookie=a=b]": [
                    "chunk: trailer 'Set-Cookie: a=b'"
                ],
                "200; ok; [TE=trailers]": [
                    "chunk: trailer 'TE: trailers'"
                ],
                "200; ok; [Upgrade=h2c]": [
                    "chunk: trailer 'Upgrade: h2c'"
                ],
            ]),
        OddDifference(
            "RFC 9112 §2.2 speaks of servers that pass an empty line over; Chromium and Go do so with a response "
                + "as well, and ours does.",
            [
                "notHTTP | 200 fresh; again": [
                    "persistence: an empty line before"
                ]
            ]),
        OddDifference(
            "RFC 9112 §6.1: \"close the connection after processing the message\".",
            [
                "200 [Connection=keep-alive]; ok | 200 kept; again": [
                    "persistence: chunks in HTTP/1.0"
                ],
                "200; ok | 200 kept; again": [
                    "persistence: chunks beside a length"
                ],
            ]),
        OddDifference(
            "RFC 9112 §6.3: octets behind a response are nobody's. libcurl drops them and goes on with the "
                + "connection, where ours ends it.",
            [
                "200; ok | 200 kept; again": [
                    "persistence: an answer behind chunks", "persistence: an empty line behind chunks",
                    "persistence: a LF behind chunks", "persistence: an octet behind chunks",
                    "persistence: NUL behind chunks", "persistence: an interim response behind chunks",
                    "persistence: the end of chunks behind chunks",
                ],
                "200 | 200 kept; again": [
                    "persistence: an answer behind no content", "persistence: an empty line behind no content",
                    "persistence: a LF behind no content", "persistence: an octet behind no content",
                    "persistence: NUL behind no content", "persistence: an interim response behind no content",
                    "persistence: the end of chunks behind no content",
                ],
                "204 | 200 kept; again": [
                    "persistence: an answer behind a 204", "persistence: an empty line behind a 204",
                    "persistence: a LF behind a 204", "persistence: an octet behind a 204",
                    "persistence: NUL behind a 204", "persistence: an interim response behind a 204",
                    "persistence: the end of chunks behind a 204",
                ],
                "304 | 200 kept; again": [
                    "persistence: an answer behind a 304", "persistence: an empty line behind a 304",
                    "persistence: a LF behind a 304", "persistence: an octet behind a 304",
                    "persistence: NUL behind a 304", "persistence: an interim response behind a 304",
                    "persistence: the end of chunks behind a 304",
                ],
                "200 | 200 kept": [
                    "persistence: content behind an answer to HEAD"
                ],
            ]),
        OddDifference(
            "RFC 9110 §9.2.2: ours does not repeat a request of which some of an answer has come.",
            [
                "200; ok | 200 fresh; again ×3": [
                    "persistence: FIN within a second head"
                ]
            ]),
        OddDifference(
            "RFC 9112 §7.1: \"chunk-size = 1*HEXDIG\". Where a number ends in what is none readers see two numbers; "
                + "ours takes 15 digits at most, and libcurl 16.",
            [
                "unusableRequest": [
                    "chunk: size '0x2'", "chunk: size '0X2'",
                ],
                "200; ok": [
                    "chunk: size '2x'", "chunk: size '2g'", "chunk: size '2.0'", "chunk: size '2,2'",
                    "chunk: size '2 2'", "chunk: size '2 x'", "chunk: size '2h'", "chunk: size '2%00'",
                    "chunk: size '2%01'", "chunk: size '2='", "chunk: size '2:'", "chunk: size '0000000000000002'",
                    "chunk: last '0000000000000000%0D%0A%0D%0A'", "chunk: last '0x0%0D%0A%0D%0A'",
                    "chunk: last '0%0D%0A%0D'",
                ],
                "connectionClosed": [
                    "chunk: size '7FFFFFFFFFFFFFFF'"
                ],
            ]),
        OddDifference(
            "RFC 9112 §7.1.1: \"ought to limit the total length of chunk extensions\"; control characters are none "
                + "of a quoted string's or a token's.",
            [
                "200; ok": [
                    "chunk: size '2;a%01'", "chunk: size '2;a%00'", "chunk: size '2;a%0Db'", "chunk: size '2;a%7F'",
                    "chunk: an extension of 5,000 octets", "chunk: an extension of 100,000 octets",
                ]
            ]),
        OddDifference(
            "RFC 9110 §6.5: trailers are fields, with their limits and their octets; libcurl 7.88 has a limit of 4 "
                + "KiB for each, and another word for what it refuses.",
            [
                "unusableRequest": [
                    "chunk: trailer 'NUL'"
                ],
                "badChunk": [
                    "chunk: trailer 'of 9,000 octets'", "chunk: trailer 'of 90,000 octets'",
                    "chunk: trailer 'of 270,000 octets'",
                ],
            ]),
    ]
}
