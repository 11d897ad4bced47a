package import HoldfastTLS
package import HoldfastTrust

/// A server's answer to one hello, as far as it was looked at: up to the proof of the certificate's key.
package struct HelloAnswer: Sendable {
    /// The way in which the handshake ended.
    package enum End: Hashable, Sendable {
        /// The server sent its certificates, and all by which it proves them.
        case complete
        case alert(AlertDescription)
        /// The server ended the connection without an alert.
        case closed
        /// A group was chosen that this machine's libcrypto has not.
        case unfollowableGroup(NamedGroup)
        /// A suite was chosen whose records are not opened here.
        case unfollowableSuite(CipherSuite)
        /// A breach of TLS, which a client has to refuse.
        case violation(Violation)
        case failed(TraceError)
    }

    /// The breaches of TLS for which a client ends a handshake.
    package enum Violation: String, Hashable, Sendable {
        case versionNotOffered, suiteNotOffered, groupNotOffered, schemeNotOffered
        /// The random says that the server speaks a newer version (RFC 8446 §4.1.3).
        case downgrade
        /// A message out of turn, or one that cannot be read, or a record that is not authentic.
        case malformed
    }

    package internal(set) var version: ProtocolVersion?
    package internal(set) var suite: CipherSuite?
    package internal(set) var group: NamedGroup?
    package internal(set) var scheme: HandshakeSignatureScheme?
    /// The group that the server chose and this machine has not, where it was asked again without it.
    package internal(set) var lackedGroup: NamedGroup?
    package internal(set) var applicationProtocol: String?
    package internal(set) var presented: ServerTrust?
    package internal(set) var proof = ServerProof.none
    package internal(set) var end = End.closed

    // MARK: For a survey

    /// The types of the extensions of the ServerHello.
    var extensions: Set<ExtensionType> = []
    /// The size of the prime of a finite field; nil where there is none, or it was not looked at.
    var primeBits: Int?
    /// Whether a stapled OCSP response came, whatever is in it.
    var isStapled = false
    /// The server's own certificate, DER, of a flight that was read no further than its key exchange.
    var leaf: [UInt8]?
    /// The octets that were read.
    var octets = 0
}

/// A client, the server's answer to its hello, and the place of what it was shown.
package struct ClientAnswer: Sendable {
    package let client: RecordedClient
    /// Nil for a client that is not recorded: nobody asked.
    package let answer: HelloAnswer?
    /// The index in ``ClientAnswers/chains``; nil where no certificate came.
    package let shown: Int?
}

/// Answers to the hellos of several clients, and the verdicts about all that they brought: one for each list of
/// certificates with its staples, its timestamps and the use of its key.
package struct ClientAnswers: Sendable {
    /// A list of certificates with its evidence, and the verdict about it.
    package struct Chain: Sendable {
        package let presented: ServerTrust
        package let verdict: Result<TrustEvaluation, TrustFailure>
    }

    package internal(set) var answers: [ClientAnswer] = []
    package internal(set) var chains: [Chain] = []
}
