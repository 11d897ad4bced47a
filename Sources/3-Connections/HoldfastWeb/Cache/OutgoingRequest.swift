import HoldfastCrypto
package import HoldfastHTTP
import HoldfastX509

/// The user whom a server takes a request to come from, as the session's answer to its challenge says.
package protocol RequestUser: Sendable {
    /// Whether a password is behind it.
    var isPassword: Bool { get }
    /// All of it, as texts: two users with the same are one.
    var parts: [String] { get }
}

/// The ground of an answer beside what is sent: the policies, the way to the server, what of TLS is spoken.
package protocol AnswerBasis: Sendable {
    /// SHA-256 over all of it: the same in every process, since answers that rest on it outlive one.
    var digest: [UInt8] { get }
}

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
    package let user: (any RequestUser)?
    /// SHA-256 of the client's certificate that the server was shown, or would be if it asked; nil for none.
    package let identity: [UInt8]?
    /// The digest of the policy that the server is judged by; empty without TLS.
    package let policyDigest: [UInt8]
    /// Whether it carries content, be it of a method whose content means nothing (RFC 9110 §9.3.1).
    package let hasContent: Bool
    /// The field Host in place of the URL's: a part of the target (RFC 9110 §7.1), which the URL does not show.
    private let hostField: String?
    /// The ground of an answer beside what is sent; nil for the policy alone, where nothing is kept.
    private let ground: (any AnswerBasis)?

    /// Makes the view of a request as it leaves.
    ///
    /// - Parameters:
    ///   - fields: with the session's, and with its cookies.
    ///   - user: whom the server takes it to come from; nil for nobody.
    ///   - hostField: the field Host in place of the URL's; nil for that.
    ///   - ground: what its answer rests on beside; nil for the policy alone, where nothing is kept.
    package init(
        _ url: HTTPSURL, method: String, fields: [HTTPField], as user: (any RequestUser)?, identity: [UInt8]?,
        policyDigest: [UInt8], hasContent: Bool, hostField: String? = nil, ground: (any AnswerBasis)? = nil
    ) {
        (self.url, self.method, self.fields) = (url, method, fields)
        (self.user, self.identity, self.policyDigest) = (user, identity, policyDigest)
        (self.hasContent, self.hostField, self.ground) = (hasContent, hostField, ground)
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
    package func showing(_ identity: [UInt8]) -> OutgoingRequest { OutgoingRequest(self, identity: identity) }

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
    package var basis: [UInt8] {
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

/// Byte strings one after the other, each with its length in front: no two lists give the same bytes.
package struct PrefixedBytes {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func append(_ part: some Collection<UInt8>) {
        for shift in stride(from: 56, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: part.count >> shift))
        }
        bytes += part
    }
}
