import Foundation
import Glibc

/// Stands in front of a server and cuts the records of its handshake anew, as far as they are in the clear.
///
/// "Handshake messages MAY be coalesced into a single TLSPlaintext record or fragmented across several records"
/// (RFC 8446 §5.1; RFC 5246 §6.2.1): OpenSSL's own server does neither of its own accord. The messages stay what they
/// were, so that the Finished messages hold.
final class TsharkRelay: Sendable {
    enum Cut: Sendable {
        /// As many messages in a record as there are before the server waits.
        case coalesced
        /// Records of so many bytes each, sent in TCP segments of so many.
        case fragments(of: Int, segments: Int)
    }

    let port: UInt16
    private let listener: PlainSocket

    /// Takes one connection and ends with it.
    init(to server: UInt16, _ cut: Cut) throws {
        (listener, port) = try PlainSocket.listening(at: "127.0.0.1")
        Thread.detachNewThread { [listener] in
            guard let client = try? listener.accept(), let behind = try? PlainSocket(SOCK_STREAM),
                (try? behind.connect(to: "127.0.0.1", server)) != nil
            else { return }
            for socket in [client, behind] {
                var on: Int32 = 1
                _ = unsafe setsockopt(
                    socket.descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
            }
            Thread.detachNewThread {
                while let bytes = try? client.receive(), !bytes.isEmpty, (try? behind.send(bytes)) != nil {}
                shutdown(behind.descriptor, Int32(SHUT_WR))
            }
            var cutter = RecordCutter(cut)
            while let bytes = try? behind.receive(), !bytes.isEmpty {
                for segment in cutter.cut(bytes) where (try? client.send(segment)) == nil { return }
            }
            shutdown(client.descriptor, Int32(SHUT_WR))
        }
    }
}

/// Cuts the records of one direction of TLS 1.2 anew up to ChangeCipherSpec, and lets pass what comes after.
private struct RecordCutter {
    private let cut: TsharkRelay.Cut
    private var waiting: [UInt8] = []
    private var messages: [UInt8] = []
    private var isEncrypted = false

    init(_ cut: TsharkRelay.Cut) { self.cut = cut }

    /// What is to be sent, one segment after the other.
    mutating func cut(_ bytes: [UInt8]) -> [[UInt8]] {
        waiting += bytes
        var out: [[UInt8]] = []
        while !isEncrypted, waiting.count >= 5 {
            let size = 5 + (Int(waiting[3]) << 8 | Int(waiting[4]))
            guard waiting.count >= size else { break }
            let record = Array(waiting[..<size])
            waiting.removeFirst(size)
            if record[0] == 22 {
                messages += record[5...]
                // ServerHelloDone: the server waits.
                if messages.suffix(4) == [14, 0, 0, 0] { out += flushed() }
            } else {
                out += flushed() + [record]
                isEncrypted = record[0] == 20
            }
        }
        if isEncrypted, !waiting.isEmpty {
            out.append(waiting)
            waiting = []
        }
        return out
    }

    private mutating func flushed() -> [[UInt8]] {
        defer { messages = [] }
        switch cut {
        case .coalesced: return messages.isEmpty ? [] : [Self.record(messages[...])]
        case .fragments(let size, let segment):
            let records = Self.pieces(messages, size).flatMap { Self.record($0) }
            return Self.pieces(records, segment).map { Array($0) }
        }
    }

    private static func record(_ fragment: ArraySlice<UInt8>) -> [UInt8] {
        [22, 3, 3, UInt8(fragment.count >> 8), UInt8(fragment.count & 255)] + fragment
    }

    private static func pieces(_ bytes: [UInt8], _ size: Int) -> [ArraySlice<UInt8>] {
        stride(from: 0, to: bytes.count, by: size).map { bytes[$0..<min($0 + size, bytes.count)] }
    }
}
