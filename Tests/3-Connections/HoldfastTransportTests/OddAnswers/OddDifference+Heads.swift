extension OddDifference {
    /// Those of heads of HTTP/1.1, and of its ends.
    static let ofHeads: [OddDifference] = [
        OddDifference(
            "RFC 9112 §2.2 speaks of servers that pass an empty line over; Chromium and Go do so with a response "
                + "as well, and ours does.",
            [
                "notHTTP": [
                    "interim: an empty line behind one", "status line: an empty line before",
                    "status line: empty lines before", "status line: a LF before",
                ]
            ]),
        OddDifference(
            "RFC 9112 §8: the connection ended within a message. libcurl tells nothing of a first line that was "
                + "not whole, and judges some lines before their end.",
            [
                "emptyReply": [
                    "interim: one, and some of a head", "status line: CR alone ends all lines",
                    "end: FIN behind one octet", "end: FIN within the version", "end: FIN within the status",
                    "end: FIN behind its CR", "end: close_notify behind one octet",
                    "end: close_notify within the version", "end: close_notify within the status",
                    "end: close_notify behind its CR", "end: FIN without close_notify behind one octet",
                    "end: FIN without close_notify within the version",
                    "end: FIN without close_notify within the status", "end: FIN without close_notify behind its CR",
                    "end: TLS 1.2, close_notify behind one octet", "end: TLS 1.2, close_notify within the version",
                    "end: TLS 1.2, close_notify within the status", "end: TLS 1.2, close_notify behind its CR",
                    "end: TLS 1.2, FIN without close_notify behind one octet",
                    "end: TLS 1.2, FIN without close_notify within the version",
                    "end: TLS 1.2, FIN without close_notify within the status",
                    "end: TLS 1.2, FIN without close_notify behind its CR",
                ],
                "notHTTP": [
                    "status line: empty lines alone", "status line: spaces alone",
                ],
            ]),
        OddDifference(
            "RFC 9112 §6.3, item 1: such a response ends with its head \"regardless of the header fields present in "
                + "the message\".",
            [
                "badLength": [
                    "no content: 204 to GET, a length that is none", "no content: 204 to GET, two lengths",
                    "no content: 204 to GET, a length beyond all", "no content: 304 to GET, a length that is none",
                    "no content: 304 to GET, two lengths", "no content: 304 to GET, a length beyond all",
                    "no content: 200 to HEAD, two lengths", "no content: 200 to HEAD, a length beyond all",
                    "no content: 404 to HEAD, two lengths", "no content: 404 to HEAD, a length beyond all",
                    "no content: 204 to POST, a length that is none", "no content: 204 to POST, two lengths",
                    "no content: 204 to POST, a length beyond all",
                ],
                "notHTTP": [
                    "no content: 200 to HEAD, a length that is none", "no content: 404 to HEAD, a length that is none",
                ],
            ]),
        OddDifference(
            "RFC 9112 §2.3: \"HTTP-version = HTTP-name \"/\" DIGIT \".\" DIGIT\", and the name is case-sensitive. "
                + "libcurl takes more for a version, or has a head without a status.",
            [
                "200; ok": [
                    "status line: HTTP/.1 200 OK", "status line: HTTP/2 200 OK", "status line: HTTP/2.0 200 OK",
                    "status line: HTTP/a.b 200 OK", "status line: HTTP/-1.1 200 OK",
                ],
                "connectionClosed": [
                    "status line: http/1.1 200 OK", "status line: Http/1.1 200 OK", "status line: hTTP/1.1 200 OK",
                    "status line: HTTP/ 1.1 200 OK",
                ],
            ]),
        OddDifference(
            "RFC 9112 §4: recipients MAY \"parse on whitespace-delimited word boundaries\"; ours does, libcurl does "
                + "not.",
            [
                "notHTTP": [
                    "status line: a tabulator before the status", "status line: a space before",
                    "status line: a tabulator before",
                ],
                "connectionClosed": [
                    "status line: a tabulator before the reason"
                ],
            ]),
        OddDifference(
            "RFC 9112 §4: \"status-line = HTTP-version SP status-code SP [ reason-phrase ]\".",
            [
                "connectionClosed": [
                    "status line: no space before the reason", "status line: a colon before the reason",
                ]
            ]),
        OddDifference(
            "RFC 9112 §2.2: a bare CR is \"invalid\", or a space; to libcurl it is any other octet, or a line's end.",
            [
                "200; ok": [
                    "status line: a bare CR in the reason", "status line: CR CR LF",
                ],
                "200 [%0DX=y]; %0D%0Aok": [
                    "status line: LF CR"
                ],
                "200 [X=a%0Db]; ok": [
                    "field: a bare CR in a value"
                ],
                "200 [X=a]; ok": [
                    "field: CR CR LF"
                ],
                "200 [X=%0Db]; ok": [
                    "field: a bare CR before a value"
                ],
                "unusableRequest": [
                    "field: a bare CR in a name"
                ],
                "200 [X=a b%0Dc]; ok": [
                    "field: a bare CR in one"
                ],
            ]),
        OddDifference(
            "RFC 9110 §5.1: \"field-name = token\". A line that is no field is passed over, as Chromium does; to "
                + "libcurl it is an error, or a field all the same.",
            [
                "notHTTP": [
                    "status line: a bare LF in the reason", "field: no colon", "field: no colon, and spaces",
                    "field: another status line", "field: NUL in a name, which is none then",
                    "field: lines that are no fields, 200",
                ],
                "200 [=]; ok": [
                    "field: a colon alone"
                ],
                "200 [=:]; ok": [
                    "field: two colons"
                ],
                "200 [=y]; ok": [
                    "field: no name"
                ],
                "unusableRequest": [
                    "field: a space as name"
                ],
                "200 [X Y=z]; ok": [
                    "field: a space within a name"
                ],
                "200 [X%09Y=z]; ok": [
                    "field: a tabulator within a name"
                ],
                "200 [(X)=y]; ok": [
                    "field: parentheses in a name"
                ],
                "200 [X@=y]; ok": [
                    "field: an at sign in a name"
                ],
                "200 [X/Y=z]; ok": [
                    "field: a slash in a name"
                ],
                "200 [X=Y=z]; ok": [
                    "field: an equals sign in a name"
                ],
                "200 [\"X\"=y]; ok": [
                    "field: quotes in a name"
                ],
                "200 [X;=y]; ok": [
                    "field: a semicolon in a name"
                ],
                "200 [[X]=y]; ok": [
                    "field: brackets in a name"
                ],
                "200 [{X}=y]; ok": [
                    "field: braces in a name"
                ],
                "200 [X,Y=z]; ok": [
                    "field: a comma in a name"
                ],
                "200 [X%01=y]; ok": [
                    "field: a control character in a name"
                ],
                "200 [X%7F=y]; ok": [
                    "field: DEL in a name"
                ],
                "200 [%C3%A9=y]; ok": [
                    "field: a letter beyond ASCII as name"
                ],
            ]),
        OddDifference(
            "RFC 9112 §5.1: white space before the colon is removed by whoever hands a response on, and by ours; "
                + "to libcurl it is a part of the name, which is another one then.",
            [
                "200 [X =y]; ok": [
                    "field: a space before the colon"
                ],
                "200 [X%09=y]; ok": [
                    "field: a tabulator before the colon"
                ],
                "200 [X  %09 =y]; ok": [
                    "field: all sorts of space before the colon"
                ],
            ]),
        OddDifference(
            "RFC 9112 §5.2, §2.2: a folded line is a space, whatever the field, and none with no field before it; "
                + "white space at the end of a value is no part of it (RFC 9110 §5.5).",
            [
                "200 [X= a]; ok": [
                    "field: one behind the colon"
                ],
                "200 [X=a ]; ok": [
                    "field: an empty one"
                ],
                "unusableRequest": [
                    "field: one without a line before", "field: two without a line before",
                    "field: one without a line before, and a field",
                ],
                "notHTTP": [
                    "field: one of a line that is no field", "field: one of a line that is no field, behind a field",
                    "field: of a length",
                ],
                "200; 2%0D%0Aok%0D%0A0%0D%0A%0D%0A": [
                    "field: of a coding"
                ],
            ]),
        OddDifference(
            "RFC 9110 §5.4 has no limit of a line; ours is the caller's, of all fields together, and libcurl has "
                + "one of its own.",
            [
                "headersTooLarge": [
                    "field: a value of 110000 octets", "field: a value of 250000 octets",
                ]
            ]),
        OddDifference(
            "RFC 9112 §9.5: nothing of an answer came, however the connection ended; libcurl tells a reset from an "
                + "end.",
            [
                "connectionClosed": [
                    "end: RST before anything", "end: RST behind a 100",
                ]
            ]),
    ]
}
