import HoldfastAuthority
import HoldfastCredentials
import HoldfastCrypto
import HoldfastHTTP
import HoldfastTransport
import HoldfastWeb
import HoldfastX509

extension OutgoingRequest {
    /// Makes the view of a session's request as it leaves.
    ///
    /// - Parameters:
    ///   - request: with the session's fields, and with its cookies.
    ///   - user: whom the answer to a challenge stands for; nil where there is none.
    ///   - ground: what its answer rests on beside; nil for the policy alone, where nothing is kept.
    convenience init(
        _ request: HTTPSRequest, as user: AuthenticationSecret?, identity: [UInt8]?, policyDigest: [UInt8],
        ground: AnswerGround? = nil
    ) {
        self.init(
            request.url, method: request.method,
            fields: request.hasConnectionFields ? request.fields + request.connectionFields : request.fields,
            as: user ?? request.unansweredUser, identity: identity, policyDigest: policyDigest,
            hasContent: request.body?.isEmpty == false || request.upload != nil && request.upgrade == nil,
            hostField: request.hostField,
            ground: ground)
    }
}

extension AuthenticationSecret: RequestUser {
    /// Whether a password is behind it.
    var isPassword: Bool {
        switch self {
        case .password: true
        case .kerberos(let credential): if case .password = credential.source { true } else { false }
        }
    }

    /// All of it, as texts.
    var parts: [String] {
        switch self {
        case .password(let password): return ["password", password.user, password.password]
        case .kerberos(let credential):
            let delegates = credential.delegatesToServer ? "delegates" : "does not delegate"
            return switch credential.source {
            case .password(let password): ["Kerberos", delegates, password.user, password.password]
            case .defaultCache: ["default cache", delegates]
            case .user(let name): ["tickets of", name, delegates]
            case .cache(let name): ["cache", delegates, name]
            }
        }
    }
}

extension HTTPSRequest {
    /// The user whom the URL names, where the request has no answer of its own to a challenge.
    fileprivate var unansweredUser: AuthenticationSecret? {
        guard !fields.contains(where: { $0.isNamed("Authorization") }) else { return nil }
        return url.namedUser.map { .password($0.credential) }
    }
}

extension HTTPSSession {
    /// SHA-256 of the certificate that a server would be shown without anybody being asked; nil for none.
    func identityDigest(for request: HTTPSRequest, under policyDigest: [UInt8]) -> [UInt8]? {
        let key = HandshakeMemory.IdentityKey(
            role: .server, host: request.url.host, port: request.url.port, policyDigest: policyDigest)
        let known = handshakes.identity(for: key, isAttended: request.challenges != nil)?.identity.certificates.first
        let own = ownIdentity(for: request.url.host, by: nil)
        return (known ?? own?.identity.certificate).map { Digest.sha256($0[...]) }
    }
}
