public import HoldfastTLS

/// A phase of the handshake, as the protocol has them and not as packets come.
public enum HandshakePhase: String, Hashable, Sendable, CaseIterable {
    /// The client's offer and `random_C`. TLS 1.3: its key shares too.
    case clientHello
    /// TLS 1.3: the server wants another group, and the client says hello again.
    case helloRetry
    /// The server's choice and `random_S`. TLS 1.2 and before: everything up to ServerHelloDone. TLS 1.3: its key
    /// share, after which both ends encrypt.
    case serverHello
    /// TLS 1.3: EncryptedExtensions, and the wish for a client certificate.
    case serverParameters
    /// TLS 1.3: Certificate, CertificateVerify and Finished of the server.
    case serverAuthentication
    /// The client judges the certificates.
    case certificateCheck
    /// TLS 1.2 and before: ClientKeyExchange to Finished, with the client's own certificate where it has one.
    case clientKeyExchange
    /// The client's ChangeCipherSpec and Finished where it sends no key exchange: resumption, and TLS 1.3 with the
    /// client's own certificate.
    case clientFinished
    /// TLS 1.2 and before: NewSessionTicket, ChangeCipherSpec and Finished of the server.
    case serverFinished
    /// Everything after the handshake: application data, tickets of TLS 1.3, the end.
    case application
}

/// One phase of a trace: what happened in it, and what each side knows after it.
public struct TracePhase: Sendable {
    /// One thing that happened: an event, or one of the contents of its record.
    public struct Step: Hashable, Sendable {
        /// The event's ``TraceEvent/number``.
        public let event: Int
        /// The place among the record's contents; nil for an event as a whole.
        public let content: Int?
    }

    public let phase: HandshakePhase
    /// In the order of time. In TLS 1.3 the check of the certificate stands between steps of another phase.
    public internal(set) var steps: [Step]
    /// When its first step happened.
    public let start: Duration
    /// When its last step happened.
    public internal(set) var end: Duration
    /// The knowledge that came with it.
    public internal(set) var knowledge: [Knowledge] = []
}

/// An item of knowledge that came with a phase, and who has it.
public struct Knowledge: Hashable, Sendable {
    /// A party that can know something.
    public enum Holder: String, Hashable, Sendable, CaseIterable {
        case client, server
        /// An observer, who only sees the packets.
        case observer
    }

    public enum Item: Hashable, Sendable {
        /// `random_C`.
        case clientRandom
        /// `random_S`.
        case serverRandom
        /// The public value of a Diffie-Hellman exchange, the encapsulation key of a KEM, or both; the group is nil for
        /// a finite field of the server's own.
        case clientShare(NamedGroup?)
        /// The server's value, the ciphertext of a KEM, or both.
        case serverShare(NamedGroup?)
        /// The server's certificates; encrypted from TLS 1.3 on.
        case serverCertificate
        case clientCertificate
        /// The verdict: the key in the certificate belongs to the server that is meant.
        case serverIdentity
        /// The proof that the server holds the certificate's private key: it signed, or it could decrypt.
        case serverKeyPossession
        /// The pre-master secret as the client sent it.
        case encryptedPreMasterSecret
        case preMasterSecret
        /// The result of Diffie-Hellman, of a KEM, or of both; in TLS 1.2 it is the pre-master secret.
        case sharedSecret(NamedGroup?)
        /// A key that both had before: agreed on otherwise, or from the session that is resumed.
        case preSharedKey
        case masterSecret
        /// TLS 1.3: the keys for the rest of the handshake.
        case handshakeTrafficKeys
        case applicationTrafficKeys
        /// The proof that the other end has the same keys and saw the same messages: a Finished that is right.
        case peerFinished(TraceEvent.Party)
        /// A ticket by which the session can be resumed, and which only the server can open.
        case sessionTicket
    }

    public let item: Item
    /// The parties that know it from here on.
    public let holders: Set<Holder>
    /// The bytes, where they went over the wire in the clear, or keys were recorded on request.
    public let value: [UInt8]?
}
