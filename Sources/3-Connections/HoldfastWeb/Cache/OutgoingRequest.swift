import HoldfastAuthority
import HoldfastCredentials
import HoldfastCrypto
package import HoldfastHTTP
package import HoldfastTransport
import HoldfastTrust
import HoldfastX509

/// A request as it goes out: with the fields of every layer, as which user, with which identity, under which policy.
///
/// Whether one answer may stand for another is decided by this, and not by what a caller has written. Made once, and
/// referred to by its response.
package final class OutgoingRequest: Sendable {
    package let url: HTTPSURL
    package let method: String
    /// The request's, the session's and the cookies; for an answer to a challenge stands ``user``.
    package let fields: [HTTPField]
    /// The user whom the server takes the request to come from, of any scheme: as the session said, else as the URL
    /// names; nil for nobody.
    let user: AuthenticationSecret?
    /// SHA-256 of the client's certificate that the server was shown, or would be if it asked; nil for none.
    let identity: [UInt8]?
    /// The digest of the policy that the server is judged by; empty without TLS.
    package let policyDigest: [UInt8]
    /// Whether it carries content, be it of a method whose content means nothing (RFC 9110 §9.3.1).
    let hasContent: Bool
    /// The field Host in place of the URL's: a part of the target (RFC 9110 §7.1), which the URL does not show.
    private let hostField: String?
    /// The ground of an answer beside what is sent; nil for the policy alone, where nothing is kept.
    private let ground: AnswerGround?

    /// Makes the view of a request as it leaves.
    ///
    /// - Parameters:
    ///   - request: with the session's fields, and with its cookies.
    ///   - user: whom the answer to a challenge stands for; nil where there is none.
    ///   - ground: what its answer rests on beside; nil for the policy alone, where nothing is kept.
    init(
        _ request: HTTPSRequest, as user: AuthenticationSecret?, identity: [UInt8]?, policyDigest: [UInt8],
        ground: AnswerGround? = nil
    ) {
        url = request.url
        method = request.method
        fields = request.hasConnectionFields ? request.fields + request.connectionFields : request.fields
        self.user = user ?? request.unansweredUser
        self.identity = identity
        self.policyDigest = policyDigest
        hasContent = request.body?.isEmpty == false || request.upload != nil
        hostField = request.hostField
        self.ground = ground
    }

    private init(_ request: OutgoingRequest, identity: [UInt8]) {
        url = request.url
        method = request.method
        fields = request.fields
        user = request.user
        self.identity = identity
        policyDigest = request.policyDigest
        (hasContent, hostField, ground) = (request.hasContent, request.hostField, request.ground)
    }

    /// This request with the identity that the server was shown.
    func showing(_ identity: [UInt8]) -> OutgoingRequest { OutgoingRequest(self, identity: identity) }

    /// The values of all fields of a name as one (RFC 9110 §5.3); nil where there is none.
    package func value(of name: String) -> String? { fields[name] }

    /// Whether it says nothing of who asks, and nothing of a host but by its URL.
    package var isAnonymous: Bool {
        user == nil && identity == nil && hostField == nil && value(of: "Authorization") == nil
            && value(of: "Cookie") == nil
    }

    /// Whether it shows the server a password, or what follows from one: nothing of that is to be guessed at on a disk.
    package var showsPassword: Bool {
        let scheme = value(of: "Authorization")?.prefix { $0 != " " }.asciiLowercased()
        return user?.isPassword ?? false || scheme == "basic" || scheme == "digest"
    }

    /// SHA-256 over what an answer depends on beside method and URL: the named fields, `Authorization`, `Cookie`, the
    /// user, the identity, the policy, the way to the server, the field Host in place of the URL's. Equal digests mean
    /// that the server would be shown the same.
    ///
    /// - Parameter names: what the answer's `Vary` names, in any case and order.
    package func digest(varyingBy names: [String]) -> [UInt8] {
        var hashed = PrefixedBytes()
        for name in Set(names.map { $0.asciiLowercased() } + Self.secrets).sorted() {
            hashed.append(name.utf8)
            let values = fields.filter { $0.isNamed(name) }.map(\.value)
            if Self.secrets.contains(name) {
                hashed.append("\(values.count)".utf8)
                for value in values { hashed.append(value.utf8) }
            } else {
                hashed.append("\(min(values.count, 1))".utf8)
                if !values.isEmpty { hashed.append(values.combined) }
            }
        }
        for part in user?.parts ?? [] { hashed.append(part.utf8) }
        hashed.append("identity".utf8)
        hashed.append(identity ?? [])
        hashed.append(basis)
        return Digest.sha256(hashed.bytes[...])
    }

    /// The fields that say who asks, which are compared as they are written.
    private static let secrets = ["authorization", "cookie"]

    /// The digest of what an answer rests on beside what is sent, without what is sent: who asks is not in it.
    var basis: [UInt8] {
        let digest = ground?.digest ?? policyDigest
        guard let hostField else { return digest }
        var hashed = PrefixedBytes()
        hashed.append(digest)
        hashed.append(hostField.utf8)
        return hashed.bytes
    }
}

/// A response has it, and no text form of a response shows what its request carried.
extension OutgoingRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "\(method) \(url) (what else it carries is hidden)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension AuthenticationSecret {
    /// Whether a password is behind it.
    fileprivate var isPassword: Bool {
        switch self {
        case .password: true
        case .kerberos(let credential): if case .password = credential.source { true } else { false }
        }
    }

    /// All of it, as texts.
    fileprivate var parts: [String] {
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

extension [String] {
    /// The values of the field lines of one name as those of one line, without the space that may stand around commas
    /// (RFC 9110 §5.3, §5.6.1): two of the same are the same to a server (RFC 9111 §4.1).
    ///
    /// In a quoted string (RFC 9110 §5.6.4) nothing is left out; where one has no end, so is the rest of the line.
    fileprivate var combined: [UInt8] {
        var combined: [UInt8] = []
        for (index, line) in enumerated() {
            if index > 0 { combined.append(UInt8(ascii: ",")) }
            var (isQuoted, isEscaped) = (false, false)
            var space: [UInt8] = []
            for octet in line.utf8 {
                if !isQuoted, octet == UInt8(ascii: " ") || octet == UInt8(ascii: "\t") {
                    // Behind a comma, and at the line's beginning, it is left out; before one it may be.
                    if let last = combined.last, last != UInt8(ascii: ",") { space.append(octet) }
                    continue
                }
                if isQuoted || octet != UInt8(ascii: ",") { combined += space }
                space = []
                combined.append(octet)
                if isEscaped {
                    isEscaped = false
                } else if isQuoted, octet == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if octet == UInt8(ascii: "\"") {
                    isQuoted.toggle()
                }
            }
        }
        return combined
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
