/// A walk over the frames of HTTP/2 as their octets come, which knows whether the last of them are a head that is not
/// all there (RFC 9113 §4.1).
///
/// nghttp2 is to be given no such octets: from 1.61 on, and in older ones of distributions, it counts how often it is
/// called for the head of a CONTINUATION, and takes a few frames that come octet by octet for a flood.
struct HTTP2FrameWalk {
    /// Octets of a head.
    private static let headLength = 9
    /// Octets of what a client says before its first frame (§3.4).
    private static let prefaceLength = 24

    /// Octets that come before the next head.
    private var left: Int
    /// The length of the payload, as far as its head has said it.
    private var length = 0
    /// Octets of the head that has begun; 0 where none has, or where it is all there.
    private(set) var begun = 0

    /// Begins a walk.
    ///
    /// - Parameter role: of whoever listens.
    init(by role: HTTP2Session.Role) { left = role == .server ? Self.prefaceLength : 0 }

    /// Goes on over the octets that have come.
    mutating func take(_ bytes: ArraySlice<UInt8>) {
        var place = bytes.startIndex
        while place < bytes.endIndex {
            guard left == 0 else {
                let count = min(left, bytes.endIndex - place)
                (left, place) = (left - count, place + count)
                continue
            }
            // The first three octets are the length.
            if begun < 3 { length = length << 8 | Int(bytes[place]) }
            (begun, place) = (begun + 1, place + 1)
            if begun == Self.headLength { (left, length, begun) = (length, 0, 0) }
        }
    }
}
