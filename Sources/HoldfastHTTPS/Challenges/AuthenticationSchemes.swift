import HoldfastCredentials
import HoldfastTransport

/// Which of the schemes this machine can carry out.
enum AuthenticationSchemes {
    /// Why a method cannot be used; nil where it can.
    typealias Obstacle = @Sendable (AuthenticationMethod) -> String?

    /// What the libraries here can do.
    static let here: Obstacle = { method in
        switch method {
        case .negotiate: GSSAPINegotiation.obstacle
        case .ntlm: NTLMCredential.isAvailable ? nil : "libcurl was built without NTLM"
        default: nil
        }
    }

    /// The method that a scheme stands for; nil for one that is not answered here.
    static func method(_ scheme: AuthenticationScheme) -> AuthenticationMethod? {
        switch scheme {
        case .negotiate: .negotiate
        case .ntlm: .ntlm
        case .digest: .httpDigest
        case .basic: .httpBasic
        case .bearer, .other: nil
        }
    }
}
