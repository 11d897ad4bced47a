import CContentCodings

/// Decompresses the messages of one end, one after the other (RFC 7692 §7.2.2), and no further than is asked for: some
/// kilobytes may be hundreds of megabytes.
@safe package final class MessageInflater {
    private let pointer: OpaquePointer
    private let keepsContext: Bool
    private var input: [UInt8] = []
    /// The number of octets of ``input`` that were taken.
    private var taken = 0
    /// The place for what is made at once. Of that a copy is handed on: many messages of an octet each may wait for
    /// their reader, and none of them is to hold more.
    private var room: [UInt8] = []
    /// Whether the room was full the last time, so that more may be there without more input.
    private var wasFull = false

    /// Makes a decompressor; nil where zlib is not here.
    ///
    /// - Parameters:
    ///   - windowBits: as agreed on. With 8 some senders use 9, which zlib makes of it.
    ///   - keepsContext: whether a message may refer to those before it.
    package init?(windowBits: Int, keepsContext: Bool) {
        guard let pointer = unsafe messagecoding_inflater_create(Int32(min(max(windowBits, 9), 15))) else {
            return nil
        }
        unsafe self.pointer = unsafe pointer
        self.keepsContext = keepsContext
    }

    deinit { unsafe messagecoding_inflater_destroy(pointer) }

    /// Whether zlib is on this machine.
    package static var isHere: Bool { messagecoding_is_here() != 0 }

    /// Adds octets of a message.
    package func add(_ bytes: [UInt8]) {
        if taken == input.count {
            input.removeAll(keepingCapacity: true)
        } else {
            input.removeFirst(taken)
        }
        taken = 0
        input.append(contentsOf: bytes)
    }

    /// Decompresses some of what was added.
    ///
    /// - Returns: none where all of it is taken; nil for what is no DEFLATE.
    package func next(atMost most: Int) -> [UInt8]? {
        if room.count < most { room = [UInt8](repeating: 0, count: most) }
        while taken < input.count || wasFull {
            var (count, length) = (input.count - taken, most)
            let isGood = unsafe room.withUnsafeMutableBufferPointer { room in
                unsafe input.withUnsafeBufferPointer { octets in
                    let rest = unsafe UnsafeBufferPointer(rebasing: octets[taken...])
                    return unsafe messagecoding_inflate(
                        pointer, rest.baseAddress, &count, room.baseAddress, &length) != 0
                }
            }
            taken += count
            // What nobody takes would be waited for without end.
            guard isGood, count > 0 || length > 0 || taken == input.count else { return nil }
            wasFull = length == most
            if length > 0 { return Array(room[..<length]) }
        }
        return []
    }

    /// A message has ended.
    package func endMessage() {
        wasFull = false
        if !keepsContext { unsafe _ = messagecoding_inflater_reset(pointer) }
    }
}
