/// The name of a way to authenticate (RFC 9110 §11.1), compared without regard to case.
package enum AuthenticationScheme: Hashable, Sendable, CustomStringConvertible {
    case basic
    case digest
    case negotiate
    case ntlm
    case bearer
    /// A scheme that is not known here, in lower case.
    case other(String)

    /// The scheme that a token names.
    init(_ token: String) {
        let name = token.lowercased()
        self = Self.known.first { $0.description.lowercased() == name } ?? .other(name)
    }

    private static let known: [AuthenticationScheme] = [.basic, .digest, .negotiate, .ntlm, .bearer]

    /// Whether a challenge of it makes no sense without a realm, which RFC 7617 §2 and RFC 7616 §3.3 ask for.
    ///
    /// The response of Digest is made with it. A server that says `Basic` alone is asked for as one whose realm has no
    /// name; a token68 in its place is no challenge of Basic.
    func requiresRealm(in content: OfferedChallenge.Content) -> Bool {
        switch (self, content) {
        case (.digest, _), (.basic, .token68): true
        default: false
        }
    }

    /// The name as IANA's registry spells it; one that is not known, in lower case.
    package var description: String {
        switch self {
        case .basic: "Basic"
        case .digest: "Digest"
        case .negotiate: "Negotiate"
        case .ntlm: "NTLM"
        case .bearer: "Bearer"
        case .other(let name): name
        }
    }
}
