import HoldfastServing
import TestSupport

/// A server that answers `/good` as it should, and everything else as somebody who means harm.
///
/// It goes on listening on the connection after each of its misdeeds, so that a client that uses the connection again
/// is seen: what it sent before is then taken for the answer.
struct HostileServer: Sendable {
    typealias Misdeed = @Sendable (TLSConversation) throws(ServingError) -> Void

    /// What was asked, each with the number of its connection.
    let seen = Notes<String>()

    /// What the server does with a connection; misdeeds by path.
    func conversation(_ misdeeds: [String: Misdeed]) -> Misdeed {
        { connection throws(ServingError) in
            while true {
                let (head, rest) = try connection.readHead()
                var missing = (StreamServer.field("content-length", in: head).flatMap { Int($0) } ?? 0) - rest.count
                while missing > 0 {
                    let more = try connection.read().count
                    guard more > 0 else { return }
                    missing -= more
                }
                let words = head.split(separator: " ", maxSplits: 2)
                guard words.count == 3 else { return }
                let path = String(words[1].split(separator: "?")[0])
                seen.add("\(connection.facts.number) \(words[0]) \(path)")
                guard let misdeed = misdeeds[path] else {
                    try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ngood")
                    continue
                }
                try misdeed(connection)
            }
        }
    }

    /// Sends what is given, and nothing more.
    static func sends(_ text: String) -> Misdeed {
        { connection throws(ServingError) in try connection.write(text) }
    }

    static func sends(_ bytes: [UInt8], encoded coding: String) -> Misdeed {
        { connection throws(ServingError) in
            try connection.write(
                "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: \(bytes.count)\r\n\r\n")
            try connection.write(bytes)
        }
    }

    /// Sends what is given and ends the connection, without a word of TLS where it is to look like a cut cable.
    static func cuts(after text: String, silently: Bool = false) -> Misdeed {
        { connection throws(ServingError) in
            if !text.isEmpty { try connection.write(text) }
            connection.cut(silently: silently)
        }
    }

    /// Sends the beginning, and then the rest again and again until the client goes away.
    static func sends(_ beginning: String, endlessly rest: String) -> Misdeed {
        { connection throws(ServingError) in
            try connection.write(beginning)
            let piece = Array(String(repeating: rest, count: max(1, 8192 / rest.utf8.count)).utf8)
            while true { try connection.write(piece) }
        }
    }
}

/// Bodies that are small until somebody unpacks them.
enum Bomb {
    /// The first block of what gzip makes of zeros (RFC 1951 §3.2.7): two bits for 258 of them, 4 MiB in all.
    static let gzip: [UInt8] =
        [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 3, 0xEC, 0xC1, 1, 1, 0, 0, 0, 0x80, 0x90, 0xFE, 0xAF, 0xEE, 8, 0x0A]
        + [UInt8](repeating: 0, count: 4094)

    /// 64 MiB of zeros as Google's encoder writes them (RFC 7932).
    static let brotli: [UInt8] = [
        0xCF, 0xFF, 0xFF, 0x7F, 0xF8, 0x27, 0x00, 0xE2, 0xB1, 0x40, 0x20, 0xF7, 0xFE, 0x9F, 0xFF, 0xFF, 0xFF, 0xF0,
        0x4F, 0x00, 0xC4, 0x61, 0x01, 0x80, 0xEE, 0xFD, 0x3F, 0xFF, 0xFF, 0xFF, 0xE1, 0x9F, 0x00, 0x88, 0xC3, 0x22,
        0x00, 0xDD, 0xFB, 0xFF, 0xFC, 0xFF, 0xFF, 0xC7, 0x3F, 0x01, 0x10, 0x87, 0x05, 0x00, 0xBA, 0xF7, 0xFF,
    ]

    /// A thousand blocks of one byte repeated 128 Ki times (RFC 8878 §3.1.1.2.2).
    static let zstd: [UInt8] =
        [0x28, 0xB5, 0x2F, 0xFD, 0x00, 0x38]
        + (0..<1_000).flatMap { _ in [0x02, 0x00, 0x10, 0x61] as [UInt8] }
}
