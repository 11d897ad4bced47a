import CContentCodings

/// Compresses the messages of one end, one after the other (RFC 7692 §7.2.1).
@safe package final class MessageDeflater {
    private let pointer: OpaquePointer
    private let keepsContext: Bool
    private var isInMessage = false
    /// Octets that were made and may be the last four of a message, which are left out.
    private var held: [UInt8] = []

    /// Makes a compressor; nil where zlib is not here, and for a window of 8 bits, which zlib has none of: messages go
    /// out as they are then, as RFC 7692 §6 allows.
    package init?(windowBits: Int, keepsContext: Bool) {
        guard (9...15).contains(windowBits), let pointer = unsafe messagecoding_deflater_create(Int32(windowBits))
        else { return nil }
        unsafe self.pointer = unsafe pointer
        self.keepsContext = keepsContext
    }

    deinit { unsafe messagecoding_deflater_destroy(pointer) }

    /// Compresses a piece of a message.
    ///
    /// - Returns: octets that can go out; nil where zlib fails, which only a lack of memory makes it do.
    package func deflate(_ octets: [UInt8], isLast: Bool) -> [UInt8]? {
        // §7.2.3.6: a message without an octet is one of 0x00. zlib makes nothing of two flushes one after the other.
        if isLast, !isInMessage, octets.isEmpty { return [0x00] }
        var made = held
        held = []
        guard run(octets, flushes: isLast, into: &made) else { return nil }
        isInMessage = !isLast
        guard isLast else {
            held = Array(made.suffix(4))
            return Array(made.dropLast(4))
        }
        if !keepsContext, unsafe messagecoding_deflater_reset(pointer) == 0 { return nil }
        // §7.2.1: "Remove 4 octets (that are 0x00 0x00 0xff 0xff) from the tail end."
        return made.count > 4 ? Array(made.dropLast(4)) : [0x00]
    }

    private func run(_ octets: [UInt8], flushes: Bool, into made: inout [UInt8]) -> Bool {
        let roomLength = max(256, min(octets.count, 64 << 10))
        var (taken, wasFull) = (0, true)
        while taken < octets.count || flushes && wasFull {
            var isGood = false
            let piece = unsafe [UInt8](unsafeUninitializedCapacity: roomLength) { room, filled in
                var (count, length) = (octets.count - taken, roomLength)
                isGood = unsafe octets.withUnsafeBufferPointer { octets in
                    let rest = unsafe UnsafeBufferPointer(rebasing: octets[taken...])
                    return unsafe messagecoding_deflate(
                        pointer, rest.baseAddress, &count, room.baseAddress, &length, flushes ? 1 : 0) != 0
                }
                (filled, taken) = (length, taken + count)
                wasFull = length == roomLength
                if count == 0, length == 0, taken < octets.count { isGood = false }
            }
            guard isGood else { return false }
            made += piece
        }
        return true
    }
}
