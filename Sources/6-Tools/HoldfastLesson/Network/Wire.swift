import HoldfastServing
import HoldfastSystem
import HoldfastTracing
import HoldfastX509

/// The bytes between two ends, as anybody on the way has them.
enum Wire {
    private static let endOfHead = Array("\r\n\r\n".utf8)

    /// A listener that speaks HTTP in the clear: it keeps the bytes of each request and answers it.
    ///
    /// - Parameters:
    ///   - notes: gets the bytes of each request, as they came from the wire.
    ///   - answer: the whole answer to those bytes; the connection ends after it.
    static func plainServer(
        _ notes: LessonNotes<[UInt8]>, answer: @escaping @Sendable ([UInt8]) -> String
    ) throws -> RawServer {
        try RawServer { connection throws(ServingError) in
            let deadline = Deadline.after(LessonNetwork.patience)
            var bytes: [UInt8] = []
            while bytes.firstRange(of: endOfHead) == nil {
                let more = try connection.read(until: deadline)
                guard !more.isEmpty else { return }
                bytes += more
            }
            notes.add(bytes)
            try connection.write(Array(answer(bytes).utf8), until: deadline)
            try connection.finish()
        }
    }

    /// An answer in the clear.
    static func answer(_ status: String, _ fields: [String] = [], body: String = "") -> String {
        let lines = ["HTTP/1.1 \(status)"] + fields + ["Content-Length: \(body.utf8.count)", "Connection: close"]
        return lines.joined(separator: "\r\n") + "\r\n\r\n" + body
    }

    /// All records of a traced connection, one behind the other, in the order in which they went over the wire.
    static func bytes(of trace: HandshakeTrace) -> [UInt8] {
        trace.events.compactMap(\.record).flatMap(\.record.bytes)
    }

    /// The user and the password of HTTP's Basic scheme (RFC 7617) in bytes that somebody has recorded; nil where there
    /// is none to be read.
    static func password(in recorded: [UInt8]) -> String? {
        for line in String(decoding: recorded, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let words = line.split(separator: " ")
            guard words.count == 3, words[0].asciiLowercased() == "authorization:",
                words[1].asciiLowercased() == "basic"
            else {
                continue
            }
            return Base64.decode(words[2]).map { String(decoding: $0, as: UTF8.self) }
        }
        return nil
    }
}

extension Collection<UInt8> {
    /// Whether the text stands somewhere in the bytes.
    func holds(_ text: String) -> Bool { Array(self).firstRange(of: Array(text.utf8)) != nil }
}
