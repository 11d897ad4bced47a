public import HoldfastAuthority
public import HoldfastCredentials
public import HoldfastTrust
import HoldfastX509

/// An answer to a challenge: a user and a password, tickets of Kerberos, an identity, or the proof that a server is
/// trusted (Apple, `URLCredential`).
///
/// No text form of it shows a secret.
public struct Credential: Sendable {
    /// The kind of a credential.
    public enum Kind: Sendable {
        case password(PasswordCredential)
        /// For the method Negotiate, where a user and a password are not what there is.
        case kerberos(KerberosCredential)
        /// A key and its certificates.
        case identity(Identity)
        /// A proof of the engine's, by whatever policy: there is no other way to have one.
        case serverTrust(TrustEvaluation)
        /// A value that answers no challenge, in words: a request that it is given ends with `wrongCredential`.
        case unusable(String)
    }

    public let kind: Kind
    /// The time for which the credential is remembered once it was accepted.
    public let persistence: CredentialPersistence

    /// A user and a password.
    public init(user: String, password: String, persistence: CredentialPersistence) {
        kind = .password(PasswordCredential(user: user, password: password))
        self.persistence = persistence
    }

    /// A user of a Kerberos realm, for the method Negotiate.
    public init(kerberos: KerberosCredential, persistence: CredentialPersistence) {
        kind = .kerberos(kerberos)
        self.persistence = persistence
    }

    /// A client's identity.
    public init(identity: Identity, persistence: CredentialPersistence) {
        kind = .identity(identity)
        self.persistence = persistence
    }

    /// Trust in a server, for this connection.
    public init(trust: TrustEvaluation) {
        kind = .serverTrust(trust)
        persistence = .none
    }

    /// A credential that answers no challenge.
    ///
    /// - Parameter description: what it is, for the error's message.
    package init(unusable description: String) {
        kind = .unusable(description)
        persistence = .none
    }

    init(_ password: PasswordCredential, persistence: CredentialPersistence) {
        kind = .password(password)
        self.persistence = persistence
    }

    var identity: Identity? { if case .identity(let identity) = kind { identity } else { nil } }
    init(_ secret: AuthenticationSecret, persistence: CredentialPersistence) {
        switch secret {
        case .password(let password): kind = .password(password)
        case .kerberos(let kerberos): kind = .kerberos(kerberos)
        }
        self.persistence = persistence
    }

    var password: PasswordCredential? { if case .password(let password) = kind { password } else { nil } }

    /// The secret for a method of HTTP: a password, or for Negotiate tickets too; nil for other kinds of credentials.
    func secret(for method: AuthenticationMethod) -> AuthenticationSecret? {
        switch kind {
        case .password(let password): method.takesPassword ? .password(password) : nil
        case .kerberos(let kerberos): method == .negotiate ? .kerberos(kerberos) : nil
        case .identity, .serverTrust, .unusable: nil
        }
    }
}

extension Credential: CustomStringConvertible {
    public var description: String {
        switch kind {
        case .password: "a user and a password (hidden)"
        case .kerberos(let kerberos): kerberos.description
        case .identity(let identity): "the identity of \(identity.subject)"
        case .serverTrust(let proof): "trust in \(proof.chain.first.map { "\($0.subject)" } ?? "nobody")"
        case .unusable(let description): description
        }
    }
}
