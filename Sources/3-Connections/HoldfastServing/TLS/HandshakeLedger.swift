import HoldfastEndpoint
import HoldfastTLS

/// The alerts of one connection, and its handshakes after the first, which libssl reports to nobody.
struct HandshakeLedger {
    /// The alerts that the client sent.
    private(set) var alertsReceived: [TLSAlert] = []
    /// The number of Finished messages from the client: one for each handshake or authentication it completed.
    private(set) var finishedReceived = 0
    /// The number of KeyUpdate messages from the client.
    private(set) var keyUpdatesReceived = 0

    mutating func take(_ notes: [TLSNote]) {
        for note in notes where !note.isSent {
            switch note.kind {
            case .alert where note.bytes.count == 2:
                alertsReceived.append(TLSAlert(isFatal: note.bytes[0] == 2, code: note.bytes[1]))
            case .handshake:
                switch note.bytes.first.map(HandshakeType.init) {
                case .finished?: finishedReceived += 1
                case .keyUpdate?: keyUpdatesReceived += 1
                default: break
                }
            default: break
            }
        }
    }
}

/// An alert, as it stood on the wire (RFC 8446 §6): how a client says why it refused.
package struct TLSAlert: Hashable, Sendable, CustomStringConvertible {
    /// Whether its level is fatal; TLS 1.3 goes by the description alone.
    package let isFatal: Bool
    /// The `AlertDescription`, for example 42 for bad_certificate.
    package let code: UInt8

    package init(isFatal: Bool, code: UInt8) {
        self.isFatal = isFatal
        self.code = code
    }

    /// The RFC's name, or the number.
    package var description: String { AlertDescription(code).phrase }
}
