import HoldfastCredentials
import HoldfastX509
import Testing

@testable import HoldfastWeb

/// What the tests of Digest share: RFC 7616 §3.9.1's user, and a session whose nonces are stated.
enum DigestTest {
    static let mufasa = PasswordCredential(user: "Mufasa", password: "Circle of Life")
    /// The `cnonce` of RFC 7616 §3.9.1.
    static let clientNonce = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
    static let realm = "http-auth@example.org"

    /// A challenge of RFC 7616 §3.9.1's server.
    static func challenge(
        algorithm: String? = "SHA-256", qop: String? = "auth, auth-int", realm: String = realm,
        nonce: String = "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", more: String = ""
    ) -> String {
        "Digest realm=\"\(realm)\"" + (qop.map { ", qop=\"\($0)\"" } ?? "")
            + (algorithm.map { ", algorithm=\($0)" } ?? "") + ", nonce=\"\(nonce)\"" + more
    }

    static func challenges(_ fields: String...) -> [OfferedChallenge] { ChallengeHeader(fields).challenges }

    /// A session whose every client nonce is the stated one.
    static func session(
        _ target: DigestSession.Target? = nil, clientNonce: String = clientNonce, prefersIntegrity: Bool = false,
        nonces: DigestAuthenticationNonces = DigestAuthenticationNonces()
    ) throws -> DigestSession {
        let bytes = try #require(Base64.decode(clientNonce))
        return DigestSession(
            try target ?? .server(HTTPSURL("https://www.example.org/")), prefersIntegrity: prefersIntegrity,
            random: { (_) throws(DigestAuthenticationError) in bytes }, nonces: nonces)
    }

    /// The parameters of an authorization, as the parser of challenges reads them: the grammar is the same.
    static func parameters(_ authorization: DigestAuthorization) throws -> [String: String] {
        let challenge = try #require(ChallengeHeader([authorization.fieldValue]).challenges.first)
        return Dictionary(uniqueKeysWithValues: challenge.parameters.map { ($0.name, $0.value) })
    }
}

extension DigestSession {
    /// ``authorization(method:uri:body:credential:)`` for what most tests ask for.
    mutating func get(_ credential: PasswordCredential = DigestTest.mufasa) throws -> DigestAuthorization {
        try authorization(method: "GET", uri: "/dir/index.html", credential: credential)
    }
}
