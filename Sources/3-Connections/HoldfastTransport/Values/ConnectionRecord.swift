import HoldfastCrypto
import HoldfastHTTP
public import HoldfastTrust
import HoldfastX509

/// The connection that a response came on or an attempt failed on: what was negotiated, presented and decided.
///
/// Requests that share a connection share its record.
public final class ConnectionRecord: Sendable, CustomStringConvertible {
    /// Counts the process's connections.
    public let id: UInt64
    /// The host that the connection is for, and that the certificate was judged for.
    public let host: String
    /// The port that the connection is for: the URL's, wherever it was dialled. ``remotePort`` is the other end's.
    public let port: UInt16
    /// Whether it has no TLS: nothing was presented and nothing judged.
    public let isPlain: Bool
    /// The address that was connected to, without a port; nil where none was. Through a proxy, the proxy's.
    public let remoteAddress: String?
    /// The port that was connected to: another than ``port`` where a rule for dialling or a proxy leads elsewhere; nil
    /// where none was.
    public let remotePort: UInt16?
    /// "1.2" or "1.3"; nil before the server's hello.
    public let tlsVersion: String?
    /// The suite's name in the RFCs, for example `TLS_AES_128_GCM_SHA256`.
    public let cipherSuite: String?
    /// The group's IANA name, for example `x25519`, or `RSA` or `DHE`.
    public let keyExchange: String?
    /// The scheme by which the server signed the handshake, or in TLS 1.2 its key exchange, by its name in the
    /// registry: `ecdsa_secp256r1_sha256`, `mldsa65`; nil where it has not signed, as in a handshake that was refused
    /// before.
    public let signatureScheme: String?
    /// The protocol chosen by ALPN, for example `h2`.
    public let applicationProtocol: String?
    /// The server name that was sent; nil for an address (RFC 6066 §3).
    public let serverNameIndication: String?
    /// Whether an earlier session was resumed (RFC 8446 §2.2). The server has not shown its certificate again then:
    /// ``presented`` is what it showed in the handshake that the session began with, and ``verdict`` the decision about
    /// that for this connection.
    public let isResumed: Bool
    /// Whether the server asked in the handshake for a certificate of the client's.
    public let isClientCertificateRequested: Bool
    /// Whether one was sent in the handshake.
    public let isClientCertificateSent: Bool
    /// Whether the server ended the handshake for want of one: after an empty list, by whatever alert or none. In TLS
    /// 1.3 it can do so only after the handshake, which does not show here, and one that goes on may refuse everything
    /// later.
    public let isClientCertificateRequired: Bool
    /// The server's request in the handshake for the client's certificate; nil where it did not ask.
    package let identityDemand: IdentityDemand?
    /// SHA-256 of the client's own certificate, where one was sent in the handshake.
    package let clientCertificateDigest: [UInt8]?
    /// The certificates that the server sent, of a resumed session those that it had sent before; nil where none could
    /// be read.
    public let presented: ServerTrust?
    /// The decision; nil where none was made.
    public let verdict: Verdict?
    public let timing: ConnectionTiming
    /// The record of how the connection's address was found; nil where the system was asked.
    public let dial: DialRecord?

    /// The decision about the server.
    public enum Verdict: Sendable {
        case accepted(TrustEvaluation)
        case refused(TrustFailure)
    }

    init(
        id: UInt64, host: String, port: UInt16, peer: Endpoint?, facts: HandshakeFacts?,
        isPlain: Bool = false, isClientCertificateRequested: Bool = false, clientCertificate: [UInt8]? = nil,
        isClientCertificateSent: Bool = false, isClientCertificateRequired: Bool = false,
        identityDemand: IdentityDemand? = nil, presented: ServerTrust?, verdict: Verdict?, timing: ConnectionTiming,
        dial: DialRecord? = nil
    ) {
        self.id = id
        self.host = host
        self.port = port
        remoteAddress = peer?.address.description
        remotePort = peer?.port
        self.isPlain = isPlain
        tlsVersion = facts?.version
        cipherSuite = facts?.cipherSuite
        keyExchange = facts?.keyExchange
        signatureScheme = facts?.signatureScheme
        applicationProtocol = facts?.applicationProtocol
        serverNameIndication = facts?.serverName
        isResumed = facts?.isResumed ?? false
        self.isClientCertificateRequested = isClientCertificateRequested
        self.isClientCertificateSent = isClientCertificateSent
        self.isClientCertificateRequired = isClientCertificateRequired
        self.identityDemand = identityDemand
        clientCertificateDigest = isClientCertificateSent ? clientCertificate.map { Digest.sha256($0[...]) } : nil
        self.presented = presented
        self.verdict = verdict
        self.timing = timing
        self.dial = dial
    }

    /// The record of no connection: nothing was opened, since nobody had to be asked.
    package static func none(to host: String, port: UInt16, isPlain: Bool) -> ConnectionRecord {
        ConnectionRecord(
            id: 0, host: host, port: port, peer: nil, facts: nil, isPlain: isPlain, presented: nil,
            verdict: nil, timing: ConnectionTiming(dns: nil, tcp: nil, tls: nil, trust: nil))
    }

    /// The proof that the server's certificate was accepted.
    public var evaluation: TrustEvaluation? {
        if case .accepted(let evaluation) = verdict { evaluation } else { nil }
    }

    /// Whether the server was accepted, and proved to have the certificate's key, in a handshake that it ended for want
    /// of a certificate of the client's.
    ///
    /// It has proven its key where it signed its half of the key exchange, which comes before it asks (RFC 5246 §7.3,
    /// §7.4.3). In the key transport of RSA it proves it by its Finished alone, which did not come (§7.4.7.1).
    package var isProvenWithoutClient: Bool {
        evaluation != nil && isClientCertificateRequired && keyExchange != nil && keyExchange != "RSA"
    }

    public var description: String {
        let version = isPlain ? "no TLS" : tlsVersion.map { "TLS \($0)" }
        let place = remoteAddress.map { address in
            remotePort.map { "\(URLParts.literal(address)):\($0)" } ?? address
        }
        let parts = [version, cipherSuite, keyExchange, applicationProtocol, place]
        return "connection \(id) to \(host):\(port) (" + parts.compactMap(\.self).joined(separator: ", ") + ")"
    }
}

/// The times that the parts of a connection's opening took, in milliseconds; nil for a part that was not reached.
public struct ConnectionTiming: Hashable, Sendable {
    /// Resolving the name.
    public let dns: Double?
    /// The TCP handshake.
    public let tcp: Double?
    /// The TLS handshake, without the time that the decision about the certificate took; until that decision where the
    /// handshake was refused.
    public let tls: Double?
    /// Deciding about the certificate, the way to the judge and back included.
    public let trust: Double?
}

/// The owner of connections, where a server knows a client by the connection and not by each request: NTLM (MS-NTHT
/// §1.3.1), and Negotiate with some servers (RFC 4559 §6).
///
/// A number that says nothing about who it is. Requests of another owner, or of none, never use the connections.
package struct ConnectionOwner: Hashable, Sendable {
    private let number: UInt64

    /// A new owner. The numbers are chosen by the system's randomness.
    package init() { number = .random(in: .min ... .max) }
}
