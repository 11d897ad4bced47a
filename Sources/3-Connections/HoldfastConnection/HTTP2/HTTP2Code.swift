/// Error codes of HTTP/2, by which a stream or a connection ends (RFC 9113 §7).
package enum HTTP2Code {
    package static let noError: UInt32 = 0x0
    package static let protocolError: UInt32 = 0x1
    package static let internalError: UInt32 = 0x2
    package static let flowControlError: UInt32 = 0x3
    package static let refusedStream: UInt32 = 0x7
    package static let cancel: UInt32 = 0x8
    package static let enhanceYourCalm: UInt32 = 0xB
    package static let http11Required: UInt32 = 0xD
}

/// Limits of one HTTP/2 connection; each with its source.
package struct HTTP2Limits: Hashable, Sendable {
    /// Octets of one stream's content that may be on their way or unread; 10 MiB, as in libcurl: a tenth of a second of
    /// a path that takes 100 MB each second.
    package var streamWindow = 10 << 20
    /// Octets of all streams' content that may be on their way; 64 MiB. What waits for its reader counts for its stream
    /// alone, so that a stream that nobody reads holds up no other.
    package var connectionWindow = 64 << 20
    /// Octets of a list of fields, as the other side is told them (RFC 9113 §6.5.2); 256 KiB.
    package var fieldListBytes = 256 << 10
    /// Streams at a time, whatever the other side allows; 100, as in libcurl. As many are taken for allowed before the
    /// other side has said anything: RFC 9113 §6.5.2 recommends no fewer.
    package var streams = 100
    /// Frames that bring nothing forward, one after the other, before they are a flood; 100,000. A server that asks
    /// each ten seconds whether somebody is there needs eleven days for them.
    package var idleFrames = 100_000
    /// Octets that bring nothing forward, one after the other, before they are a flood: content of streams that have
    /// been cancelled, frames that nobody knows; 128 MiB, twice of what may be on its way.
    package var idleBytes = 128 << 20
    /// Octets of fields after which what has come is to be taken before more is read: each octet of a field block can
    /// stand for thousands (RFC 9113 §10.5.1). None, for whoever has limits for each stream and few streams.
    package var fieldBytesAtOnce = Int.max

    package init() {}
}

/// Limits of the fields of one stream: DATA has windows (RFC 9113 §5.2), and fields have none.
package struct HTTP2FieldLimits: Hashable, Sendable {
    /// Octets of one list of fields: a head, interim or final.
    package var listBytes: Int
    /// Octets of the fields that follow the content.
    package var trailerBytes: Int
    /// Octets of all lists of a stream.
    package var allBytes: Int
    /// Number of the fields of one list.
    package var fields: Int
    /// Number of the interim responses of one stream.
    package var interimResponses = Int.max
    /// Octets that a field counts beside those of its name and its value: 32 in RFC 9113 §6.5.2, 4 on HTTP/1.1's line.
    package var fieldOverhead: Int

    package init(listBytes: Int, trailerBytes: Int, allBytes: Int, fields: Int, fieldOverhead: Int) {
        (self.listBytes, self.trailerBytes, self.allBytes) = (listBytes, trailerBytes, allBytes)
        (self.fields, self.fieldOverhead) = (fields, fieldOverhead)
    }
}
