import HoldfastX509

/// The encoding of a ClientHello (RFC 8446 §4.1.2), whatever it offers.
package struct ClientHelloEncoding: Sendable {
    /// A share of a key exchange: a group, and the public value.
    package typealias Share = (group: NamedGroup, value: [UInt8])

    private let random: [UInt8]
    private let sessionID: [UInt8]
    private let suites: [CipherSuite]
    private let version: ProtocolVersion
    private var extensions: [UInt8] = []

    /// Begins a hello that has no extensions yet.
    ///
    /// - Parameters:
    ///   - random: 32 bytes.
    ///   - sessionID: at most 32 bytes, "legacy_session_id".
    ///   - version: the version in front, "legacy_version": the highest up to TLS 1.2.
    package init(
        random: [UInt8], sessionID: [UInt8], suites: [CipherSuite], version: ProtocolVersion = .tls12
    ) {
        (self.random, self.sessionID, self.suites, self.version) = (random, sessionID, suites, version)
    }

    /// Adds an extension behind the others.
    package mutating func add(_ type: ExtensionType, _ content: [UInt8]) {
        extensions += TLSWriter.number(type.number, octets: 2) + TLSWriter.vector(content, lengthOctets: 2)
    }

    /// The message with its header.
    package var message: [UInt8] {
        // No compression: "for every TLS 1.3 ClientHello, this vector MUST contain exactly one byte, set to zero".
        let body =
            TLSWriter.number(version.number, octets: 2) + random
            + TLSWriter.vector(sessionID, lengthOctets: 1) + Self.list(suites) + [1, 0]
            // Without extensions there is no length either (RFC 5246 §7.4.1.2): SSL 3.0 knows none.
            + (extensions.isEmpty ? [] : TLSWriter.vector(extensions, lengthOctets: 2))
        return HandshakeMessage.written(.clientHello, body)
    }

    /// The content of `server_name` (RFC 6066 §3) with one host name.
    package static func serverName(_ name: String) -> [UInt8] {
        TLSWriter.vector([0] + TLSWriter.vector(Array(name.utf8), lengthOctets: 2), lengthOctets: 2)
    }

    /// The content of `key_share` (RFC 8446 §4.2.8): with no share at all the server is asked which group it wants.
    package static func keyShares(_ shares: [Share]) -> [UInt8] {
        let entries = shares.flatMap { share in
            TLSWriter.number(share.group.number, octets: 2) + TLSWriter.vector(share.value, lengthOctets: 2)
        }
        return TLSWriter.vector(entries, lengthOctets: 2)
    }

    /// A vector of numbers of two octets: suites, groups, signature algorithms, versions.
    package static func list<Point: CodePoint>(
        _ points: [Point], lengthOctets: Int = 2
    ) -> [UInt8] where Point.Number == UInt16 {
        TLSWriter.vector(points.flatMap { TLSWriter.number($0.number, octets: 2) }, lengthOctets: lengthOctets)
    }
}
