package import HoldfastCrypto
package import HoldfastStatements
package import HoldfastTrust
package import HoldfastX509

/// Decides about a server's certificates while its handshake waits, and who the client says it is.
package protocol HandshakeJudge: Sendable {
    /// Called once for each handshake, away from the connection's thread; nothing is sent until it returns.
    func judge(_ handshake: PresentedHandshake) async -> HandshakeVerdict

    /// Asked first, on the connection's thread, where it must not stay; nil for judges that take their time.
    func immediateVerdict(_ handshake: PresentedHandshake) -> HandshakeVerdict?

    /// Called when the server asks for a client's certificate, after it was accepted; the handshake waits meanwhile.
    func identity(for request: IdentityRequest) async -> IdentityAnswer
}

extension HandshakeJudge {
    /// Takes its time.
    package func immediateVerdict(_ handshake: PresentedHandshake) -> HandshakeVerdict? { nil }

    /// Goes on without a certificate.
    package func identity(for request: IdentityRequest) async -> IdentityAnswer { .without() }
}

/// A handshake that waits for the decision about its certificates.
package struct PresentedHandshake: Sendable {
    /// The certificates of the raw Certificate message, in the order sent.
    package let trust: ServerTrust
    /// The peer of the handshake.
    package let role: HandshakeRole
    /// The host that the request is for; of a proxy, its own.
    package let host: String
    package let port: UInt16
    /// "1.2" or "1.3".
    package let tlsVersion: String?
    package let serverNameIndication: String?
    /// Whether the handshake has failed already: what is decided explains it, and lets nothing through.
    package let isOver: Bool
}

/// The peer of a handshake.
package enum HandshakeRole: Hashable, Sendable {
    case server
    /// A proxy, before it is asked for anything.
    case proxy
}

/// A decision; accepting takes the proof.
package enum HandshakeVerdict: Sendable {
    /// Accepts the peer.
    ///
    /// - Parameters:
    ///   - scope: which requests it holds for.
    ///   - later: what is sent where the server asks for a client's certificate after the handshake (RFC 8446 §4.6.2),
    ///     when nobody can be asked any more; nil to end the connection then.
    case accept(TrustEvaluation, scope: AnswerScope = .everyRequest, later: HandshakeIdentity? = nil)
    case refuse(TrustFailure)
    /// Refuses for another reason than the certificates.
    case stop(TransportError)
}

/// The requests that may use a connection on the strength of an answer; the others get one of their own.
package enum AnswerScope: Hashable, Sendable {
    case everyRequest
    /// The requests that bring nobody of their own who would have been asked.
    case unattendedRequests
    /// The requests of one ``TransportRequest/taskID``.
    case request(UInt64)

    func covers(_ request: TransportRequest) -> Bool {
        switch self {
        case .everyRequest: true
        case .unattendedRequests: !request.isAttended
        case .request(let taskID): taskID != 0 && request.taskID == taskID
        }
    }
}

/// A server's question for a client's certificate.
package struct IdentityRequest: Sendable {
    /// The peer that asks.
    package let role: HandshakeRole
    /// The host that the request is for; of a proxy, its own.
    package let host: String
    package let port: UInt16
    /// The authorities whose certificates the server accepts; empty where it names none.
    package let distinguishedNames: [DistinguishedName]
    /// "1.2" or "1.3".
    package let tlsVersion: String?
    /// The evaluation by which the server was accepted.
    package let evaluation: TrustEvaluation
}

/// The answer to a server's question for a client's certificate.
package enum IdentityAnswer: Sendable {
    /// The handshake goes on without a certificate; many servers allow that.
    case without(scope: AnswerScope = .everyRequest)
    /// Without a certificate too, though there is one: the server accepts only those of authorities that did not issue
    /// it.
    ///
    /// - Parameter issuer: the authority above its chain.
    case withheld(issuedBy: DistinguishedName, scope: AnswerScope = .everyRequest)
    /// Without a certificate too, though there is one: the settings keep it from the server.
    case keptBack(KeptIdentity, scope: AnswerScope = .everyRequest)
    case use(HandshakeIdentity, scope: AnswerScope = .everyRequest)
    case refuse(TransportError)
}

/// The reason why a client's certificate is kept from a server, whatever authorities that names.
package enum KeptIdentity: Hashable, Sendable {
    /// The settings list the hosts that it goes to, and this one is not among them.
    case notListed(host: String)
    /// The host is on the list, and was not accepted by an anchor.
    case notVouchedFor(host: String)

    /// The remedy.
    package var adviceStatement: Statement {
        switch self {
        case .notListed(let host): ClientCertificateAdvice.listServer(host: host).statement
        case .notVouchedFor(let host): ClientCertificateAdvice.vouchForServer(host: host).statement
        }
    }
}

/// A private key and the certificates by which a client says who it is.
package struct HandshakeIdentity: Sendable {
    /// DER, the key's own first, then those above it.
    package let certificates: [[UInt8]]
    package let key: PrivateKey
    let material: ClientMaterial

    /// Reads both into libssl.
    ///
    /// - Throws: ``TransportError`` with the code `clientIdentityUnusable`: for certificates that OpenSSL cannot read,
    ///   and a key that is not the first one's.
    package init(certificates: [[UInt8]], key: PrivateKey) throws(TransportError) {
        self.certificates = certificates
        self.key = key
        material = try ClientMaterial(certificates, key)
    }
}
