import HoldfastServing
import Synchronization
import TestSupport

/// Servers that answer piece by piece, and count what comes.
final class StreamServer: Sendable {
    private let count = Mutex(0)
    /// Bytes written or read so far.
    var bytes: Int { count.withLock { $0 } }
    let heads = Notes<String>()

    func add(_ more: Int) { count.withLock { $0 += more } }

    /// Answers with `total` bytes, as fast as they are taken.
    func sending(_ total: Int, piece: Int = 64 << 10) -> @Sendable (TLSConversation) throws(ServingError) -> Void {
        { connection throws(ServingError) in
            self.heads.add(try connection.readHead().head)
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(total)\r\n\r\n")
            let bytes = [UInt8](repeating: 0x61, count: piece)
            var sent = 0
            while sent < total {
                let part = min(piece, total - sent)
                try connection.write(part == piece ? bytes : Array(bytes.prefix(part)))
                sent += part
                self.add(part)
            }
        }
    }

    /// Reads a body of a known length, or chunks to the last, and answers with how many bytes came.
    func receiving(
        limit: Int = .max, afterHead: String? = nil
    ) -> @Sendable (TLSConversation) throws(ServingError) -> Void {
        { connection throws(ServingError) in
            while true {
                let (head, rest) = try connection.readHead()
                guard !head.isEmpty else { return }
                self.heads.add(head)
                if let afterHead { try connection.write(afterHead) }
                var body = rest
                let length = Self.field("content-length", in: head).flatMap { Int($0) }
                while !Self.isWhole(body, length) {
                    let more = try connection.read()
                    guard !more.isEmpty else { return }
                    body += more
                    self.add(more.count)
                }
                let text = length == nil ? Self.unchunked(body) : body
                let sum = text.reduce(into: 0) { $0 = ($0 &* 31 &+ Int($1)) % 1_000_003 }
                let answer = "\(text.count) \(sum)"
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(answer.utf8.count)\r\n\r\n\(answer)")
            }
        }
    }

    static func sum(_ bytes: [UInt8]) -> Int { bytes.reduce(into: 0) { $0 = ($0 &* 31 &+ Int($1)) % 1_000_003 } }

    static func field(_ name: String, in head: String) -> String? {
        for line in head.split(separator: "\r\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2, parts[0].lowercased() == name {
                return String(parts[1].drop { $0 == " " })
            }
        }
        return nil
    }

    private static func isWhole(_ body: [UInt8], _ length: Int?) -> Bool {
        guard let length else { return body.suffix(5).elementsEqual("0\r\n\r\n".utf8) }
        return body.count >= length
    }

    /// RFC 9112 §7.1, for chunks without extensions and trailers.
    private static func unchunked(_ body: [UInt8]) -> [UInt8] {
        var rest = body[...]
        var result: [UInt8] = []
        while let end = rest.firstIndex(of: 13),
            let size = Int(String(decoding: rest[..<end], as: UTF8.self), radix: 16),
            size > 0
        {
            let start = end + 2
            result += rest[start..<start + size]
            rest = rest[(start + size + 2)...]
        }
        return result
    }
}
