import HoldfastStatements
import HoldfastTLS

/// A client's offer of TLS, read before anything is answered: which server it wants, and what it would speak.
struct OfferedHello: Hashable, Sendable {
    /// Bytes of a ClientHello with its records; browsers send 2 KiB, with keys against quantum computers 4.
    static let maximumBytes = 16 << 10

    /// The server that it names (RFC 6066 §3); nil for none.
    let serverName: String?
    /// The protocols that it offers by ALPN, in its order.
    let applicationProtocols: [String]

    /// The outcomes of looking at the first bytes of a connection.
    enum Look: Hashable, Sendable {
        case needsMore
        case hello(OfferedHello)
        /// Bytes of another protocol.
        case notTLS
        case malformed(Statement)
    }

    /// Looks at the bytes that have come so far.
    static func look(at bytes: ArraySlice<UInt8>) -> Look {
        guard let first = bytes.first else { return .needsMore }
        guard first == ContentType.handshake.number else { return .notTLS }
        var records = RecordStream()
        var messages = HandshakeStream()
        records.append(bytes)
        do throws(WireError) {
            while let record = try records.next() {
                guard record.type == .handshake else { return .malformed(GateSentence.helloBreaksOff.statement) }
                guard let message = try messages.append(record.fragment).first else { continue }
                return read(message)
            }
        } catch {
            return .malformed(error.statement)
        }
        guard bytes.count <= maximumBytes else {
            return .malformed(GateSentence.helloTooLong(limit: maximumBytes).statement)
        }
        return .needsMore
    }

    private static func read(_ bytes: [UInt8]) -> Look {
        guard bytes.count <= maximumBytes else {
            return .malformed(GateSentence.helloTooLong(limit: maximumBytes).statement)
        }
        let message = HandshakeMessage(bytes, in: HandshakeContext())
        guard case .clientHello(let hello) = message.content else {
            return .malformed(
                message.error?.statement ?? GateSentence.noClientHello.statement)
        }
        for one in hello.extensions where [.serverName, .applicationLayerProtocolNegotiation].contains(one.type) {
            // What cannot be read would be taken for nothing at all.
            if let error = one.error { return .malformed(error.statement) }
        }
        return .hello(
            OfferedHello(serverName: hello.serverName, applicationProtocols: hello.applicationProtocols))
    }
}
