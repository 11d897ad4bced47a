/// A client's first message, as far as a hand-written TLS 1.2 server needs it (RFC 5246 §7.4.1.2).
struct ClientHello: Hashable, Sendable {
    let random: [UInt8]
    let cipherSuites: [UInt16]
    /// The data of each extension by its number; the first of several.
    let extensions: [UInt16: [UInt8]]

    /// The message type of a ClientHello.
    static let messageType: UInt8 = 1

    /// Reads the body of the message.
    init(_ body: [UInt8]) throws(ServingError) {
        var cursor = Cursor(rest: body[...])
        _ = try cursor.take(2)
        random = Array(try cursor.take(32))
        _ = try cursor.vector(lengthOctets: 1)
        cipherSuites = try Self.numbers(cursor.vector(lengthOctets: 2))
        _ = try cursor.vector(lengthOctets: 1)
        var extensions: [UInt16: [UInt8]] = [:]
        if !cursor.rest.isEmpty {
            var list = Cursor(rest: try cursor.vector(lengthOctets: 2))
            while !list.rest.isEmpty {
                let type = UInt16(try list.number(octets: 2))
                let data = Array(try list.vector(lengthOctets: 2))
                if extensions[type] == nil { extensions[type] = data }
            }
        }
        self.extensions = extensions
    }

    /// The signature schemes of the signature_algorithms extension (RFC 5246 §7.4.1.4.1).
    var signatureSchemes: [UInt16] { list(in: 13) }

    /// The groups of the supported_groups extension (RFC 8422 §5.1.1).
    var groups: [UInt16] { list(in: 10) }

    /// Whether the client can tell a renegotiation from a first handshake (RFC 5746 §3.4), and so expects the server to
    /// say the same of itself.
    var signalsSecureRenegotiation: Bool { cipherSuites.contains(0x00FF) || extensions[0xFF01] != nil }

    private func list(in type: UInt16) -> [UInt16] {
        guard let data = extensions[type], data.count >= 2 else { return [] }
        return (try? Self.numbers(data[2...])) ?? []
    }

    private static func numbers(_ bytes: ArraySlice<UInt8>) throws(ServingError) -> [UInt16] {
        var cursor = Cursor(rest: bytes)
        var out: [UInt16] = []
        while !cursor.rest.isEmpty { out.append(UInt16(try cursor.number(octets: 2))) }
        return out
    }

    /// The one bounds check.
    private struct Cursor {
        private(set) var rest: ArraySlice<UInt8>

        mutating func take(_ count: Int) throws(ServingError) -> ArraySlice<UInt8> {
            guard rest.count >= count else { throw ServingError("read a ClientHello", .malformed("it is cut off")) }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }

        mutating func number(octets: Int) throws(ServingError) -> Int {
            try take(octets).reduce(0) { $0 << 8 | Int($1) }
        }

        mutating func vector(lengthOctets: Int) throws(ServingError) -> ArraySlice<UInt8> {
            try take(number(octets: lengthOctets))
        }
    }
}
