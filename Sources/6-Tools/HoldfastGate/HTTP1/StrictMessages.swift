import HoldfastHTTP
import HoldfastStatements

/// The gate hands messages on, and so reads them strictly.
extension HeadReader {
    init(limits: GateLimits) {
        self.init(
            .strict,
            MessageLimits(headBytes: limits.headBytes, fields: limits.fields, trailerBytes: limits.trailerBytes))
    }
}

extension MessageError {
    init(_ status: Int, _ fault: RequestFault) { self.init(status, statement: fault.statement) }
}

extension BufferedStream {
    /// Takes the bytes of the next head; nil where the stream ends before all of them are there.
    ///
    /// - Parameter more: reads on, and says whether there was more.
    func head(
        _ reader: HeadReader, more: () async throws(MessageError) -> Bool
    ) async throws(MessageError) -> ArraySlice<UInt8>? {
        var scanner = HeadScanner(reader)
        while true {
            if let length = try scanner.length(of: waiting) { return take(length) }
            guard try await more() else { return nil }
        }
    }

    /// Takes the next request's head; nil where the stream ends before all of it is there, for whatever reason.
    func request(_ limits: GateLimits) async throws(MessageError) -> RequestHead? {
        let reader = HeadReader(limits: limits)
        let bytes = try await head(reader) { () async throws(MessageError) in (try? await self.more()) == true }
        guard let bytes else { return nil }
        return try reader.request(bytes)
    }
}

/// The look at the first bytes of a connection of which nobody has said what it speaks.
enum FirstBytes {
    /// Whether they may be a request of HTTP/1.1: a method, and a space behind it.
    static func areHTTP(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let space = bytes.firstIndex(of: 32) else {
            return bytes.count <= 20 && FieldGrammar.isToken(bytes) && bytes.allSatisfy { $0 < 97 }
        }
        return space - bytes.startIndex <= 20 && FieldGrammar.isToken(bytes[..<space])
    }
}
