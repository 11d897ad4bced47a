public import Foundation
public import HoldfastSecurityNames

/// An answer to a challenge: a user and a password, an identity, or trust in a server (Apple, `URLCredential`).
///
/// A credential never changes, and no text form of it shows a secret. What an archive holds of a password can be read
/// by whoever reads the archive.
open class URLCredential: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The time for which a credential is kept once it was given (Apple, `URLCredential.Persistence`).
    public enum Persistence: UInt, Sendable {
        /// Not at all.
        case none
        /// As long as the session, and in a store until the process ends.
        case forSession
        /// For good, as far as the process has a store that lasts; see ``URLCredentialStorage``.
        case permanent
        /// For good, and on the user's other devices, as far as the process has a store that is synchronised.
        case synchronizable
    }

    enum Contents {
        case password(user: String, password: String?)
        case identity(SecIdentity, certificates: [SecCertificate])
        case trust(SecTrust)
    }

    let contents: Contents
    private let kept: Persistence

    /// A user and a password.
    public init(user: String, password: String, persistence: URLCredential.Persistence) {
        contents = .password(user: user, password: password)
        kept = persistence
    }

    /// A user whose password may be missing, as one out of an archive.
    init(user: String, optionalPassword password: String?, persistence: URLCredential.Persistence) {
        contents = .password(user: user, password: password)
        kept = persistence
    }

    /// A client's identity.
    ///
    /// - Parameters:
    ///   - identity: the key and its certificate.
    ///   - certArray: `SecCertificate` objects that are sent after it, the nearest issuer first; objects of other types
    ///     are left out. It does not matter whether the identity's own certificate stands there too.
    ///   - persistence: how long it is kept.
    public init(identity: SecIdentity, certificates certArray: [Any]?, persistence: URLCredential.Persistence) {
        contents = .identity(identity, certificates: (certArray ?? []).compactMap { $0 as? SecCertificate })
        kept = persistence
    }

    /// Trust in the server whose certificates the object holds: given as an answer, it says that they are accepted,
    /// whether the object was evaluated or not, and whatever came of it.
    ///
    /// Evaluate it first (``SecTrustEvaluateWithError(_:_:)``), and answer with something else where that fails.
    ///
    /// - Parameter trust: the object of the challenge's ``URLProtectionSpace/serverTrust``.
    public init(trust: SecTrust) {
        contents = .trust(trust)
        kept = .none
    }

    /// The time for which the credential is kept.
    open var persistence: URLCredential.Persistence { kept }

    /// The user; nil for other kinds.
    open var user: String? { if case .password(let user, _) = contents { user } else { nil } }

    /// The password; nil for other kinds.
    open var password: String? { if case .password(_, let password) = contents { password } else { nil } }

    /// Whether there is a password.
    open var hasPassword: Bool { password != nil }

    /// The identity; nil for other kinds.
    open var identity: SecIdentity? { if case .identity(let identity, _) = contents { identity } else { nil } }

    /// The certificates that were given with the identity; empty for other kinds.
    open var certificates: [Any] { if case .identity(_, let certificates) = contents { certificates } else { [] } }

    // MARK: NSCopying

    open override func copy() -> Any { copy(with: nil) }

    /// Returns the object itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    // MARK: NSSecureCoding

    open class var supportsSecureCoding: Bool { true }

    private enum Key {
        static let user = "user"
        static let password = "password"
        static let persistence = "persistence"
    }

    /// A user and a password from an archive; nil for anything else, identities and trust among it.
    public required init?(coder: NSCoder) {
        guard let user = coder.text(Key.user), coder.containsValue(forKey: Key.persistence),
            let number = UInt(exactly: coder.decodeInteger(forKey: Key.persistence)),
            let persistence = Persistence(rawValue: number)
        else { return nil }
        contents = .password(user: user, password: coder.text(Key.password))
        kept = persistence
    }

    /// Writes a user and a password. Of an identity, and of trust in a server, nothing is written: reading it back
    /// fails.
    open func encode(with coder: NSCoder) {
        guard coder.allowsKeyedCoding, case .password(let user, let password) = contents else { return }
        coder.encode(text: user, forKey: Key.user)
        if let password { coder.encode(text: password, forKey: Key.password) }
        coder.encode(Int(kept.rawValue), forKey: Key.persistence)
    }

    // MARK: Equality

    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? URLCredential, kept == other.kept else { return false }
        switch (contents, other.contents) {
        case (.password(let user, let password), .password(let otherUser, let otherPassword)):
            return user == otherUser && password == otherPassword
        case (.identity(let identity, let certificates), .identity(let otherIdentity, let otherCertificates)):
            return identity == otherIdentity && certificates == otherCertificates
        case (.trust(let trust), .trust(let otherTrust)): return trust == otherTrust
        default: return false
        }
    }

    open override var hash: Int {
        var hasher = Hasher()
        switch contents {
        case .password(let user, _): hasher.combine(user)
        case .identity(let identity, _): hasher.combine(identity)
        case .trust(let trust): hasher.combine(trust)
        }
        hasher.combine(kept)
        return hasher.finalize()
    }

    // MARK: Text

    open override var description: String {
        switch contents {
        case .password: "<URLCredential: a user and a password (hidden)>"
        case .identity(let identity, _): "<URLCredential: \(CFCopyDescription(identity) as String? ?? "an identity")>"
        case .trust: "<URLCredential: trust in a server>"
        }
    }

    open override var debugDescription: String { description }
}

extension URLCredential: CustomReflectable {
    /// Without children: a dump would show the password.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
