import Foundation
import HoldfastAuthority
import HoldfastCrypto
import HoldfastNetworking
import HoldfastSecurityNames
import HoldfastTrust
import HoldfastX509
import Testing

/// A root, an intermediate and a server below them, at a fixed moment, and what either side makes of them.
struct PeerFixture {
    static let moment = Instant(secondsSince1970: 1_780_300_800)  // 2026-06-01T08:00:00Z

    let host: String
    let root: CertificateAuthority
    let identity: HoldfastAuthority.Identity

    init(host: String = "a.test", _ change: (inout CertificateTemplate) -> Void = { _ in }) throws {
        self.host = host
        root = try CertificateAuthority.root(name: "Root", at: Self.moment)
        var template = CertificateTemplate.server(names: [host], at: Self.moment)
        change(&template)
        identity = try root.intermediate(name: "Intermediate", at: Self.moment).issue(template)
    }

    /// What the server sends.
    func presented() throws -> ServerTrust { try ServerTrust(derChain: identity.chain) }

    static func certificates(_ chain: [[UInt8]]) throws -> [SecCertificate] {
        try chain.map { try #require(SecCertificateCreateWithData(nil, Data($0) as CFData)) }
    }

    func certificates() throws -> [SecCertificate] { try Self.certificates(identity.chain) }

    func rootCertificates() throws -> [SecCertificate] { try Self.certificates([root.certificate]) }

    func secIdentity() throws -> SecIdentity { try #require(SecIdentity(identity)) }

    /// Trust as a program makes it, not as a challenge has it.
    func trust(_ policy: SecPolicy? = nil) throws -> SecTrust {
        var trust: SecTrust?
        let policy = policy ?? SecPolicyCreateSSL(true, host as CFString)
        #expect(SecTrustCreateWithCertificates(try certificates() as CFArray, policy, &trust) == errSecSuccess)
        return try #require(trust)
    }

    static func date(_ instant: Instant = moment) -> CFDate {
        Date(timeIntervalSince1970: Double(instant.secondsSince1970)) as CFDate
    }
}
