package import HoldfastSystem
package import HoldfastTLS
import HoldfastX509

/// The answer of a TLS 1.3 server to a ClientHello, written by hand: which groups and signature algorithms it takes is
/// what a test says, whatever a TLS library has.
///
/// It asks for its group by a HelloRetryRequest where there is no share of it (RFC 8446 §4.1.4), and says that it found
/// nothing in common where there is none. A handshake never comes of it: a ServerHello has a share that is noise.
package struct RawTLS13Flight: Sendable {
    private let groups: [NamedGroup]
    private let schemes: [HandshakeSignatureScheme]
    private let refusal: AlertDescription

    /// A server that agrees on these alone.
    ///
    /// - Parameters:
    ///   - groups: by their names, the first choice first.
    ///   - schemes: the signature algorithms that it has a certificate for.
    ///   - refusal: the alert where there is nothing in common.
    package init(
        groups: [String], schemes: [HandshakeSignatureScheme] = [HandshakeSignatureScheme(0x0403)],
        refusal: AlertDescription = .handshakeFailure
    ) {
        self.groups = groups.compactMap { NamedGroup(named: $0) }
        self.schemes = schemes
        self.refusal = refusal
    }

    /// Reads a ClientHello and answers it; a second one where a HelloRetryRequest was the answer.
    package func serve(
        _ connection: RawConnection, until deadline: Deadline = .after(.seconds(60))
    ) throws(ServingError) {
        var records = TLSRecordReader(connection)
        for isFirst in [true, false] {
            guard let hello = try RawTLS12Flight.readClientHello(from: &records, until: deadline) else { return }
            switch answer(to: hello, isFirst: isFirst) {
            case .retry(let bytes): try connection.write(bytes, until: deadline)
            case .last(let bytes):
                try connection.write(bytes, until: deadline)
                return try connection.finish()
            }
        }
    }

    private enum Answer {
        case retry([UInt8])
        case last([UInt8])
    }

    private func answer(to hello: ClientHello, isFirst: Bool) -> Answer {
        guard hello.offeredVersions.contains(.tls13) else { return .last(alert(.protocolVersion)) }
        guard let group = groups.first(where: hello.supportedGroups.contains) else { return .last(alert(refusal)) }
        guard let share = hello.keyShares.first(where: { groups.contains($0.group) }) else {
            guard isFirst else { return .last(alert(refusal)) }
            let chosen = TLSWriter.number(group.number, octets: 2)
            return .retry(message(answering: hello, random: ServerHello.helloRetryRandom, share: chosen))
        }
        guard schemes.contains(where: hello.signatureAlgorithms.contains) else { return .last(alert(refusal)) }
        let noise = TLSWriter.vector(share.keyExchange, lengthOctets: 2)
        let chosen = TLSWriter.number(share.group.number, octets: 2) + noise
        return .last(message(answering: hello, random: Array(repeating: 7, count: 32), share: chosen))
    }

    private func alert(_ description: AlertDescription) -> [UInt8] {
        TLSRecord.written(.alert, [2, description.number])
    }

    /// RFC 8446 §4.1.3: version 1.3 in its extension, the client's session identifier, its first suite, no compression.
    private func message(answering hello: ClientHello, random: [UInt8], share: [UInt8]) -> [UInt8] {
        let suite = hello.cipherSuites.first { $0.number >> 8 == 0x13 } ?? CipherSuite(0x1301)
        let extensions =
            TLSWriter.number(ExtensionType.supportedVersions.number, octets: 2) + [0, 2, 3, 4]
            + TLSWriter.number(ExtensionType.keyShare.number, octets: 2) + TLSWriter.vector(share, lengthOctets: 2)
        let body =
            [3, 3] + random + TLSWriter.vector(hello.sessionID, lengthOctets: 1)
            + TLSWriter.number(suite.number, octets: 2) + [0] + TLSWriter.vector(extensions, lengthOctets: 2)
        return TLSRecord.written(.handshake, HandshakeMessage.written(.serverHello, body))
    }
}
