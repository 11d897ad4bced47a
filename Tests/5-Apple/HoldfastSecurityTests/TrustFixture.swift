import Foundation
import HoldfastAuthority
import HoldfastCrypto
import HoldfastSecurity
import HoldfastX509
import Testing

/// A root, an intermediate and a moment, and trust objects over chains of theirs.
struct TrustFixture {
    static let moment = Instant(secondsSince1970: 1_780_300_800)  // 2026-06-01T08:00:00Z
    static let host = "www.holdfast.test"

    let root: CertificateAuthority
    let intermediate: CertificateAuthority

    init() throws {
        root = try CertificateAuthority.root(name: "Test Root", at: Self.moment)
        intermediate = try root.intermediate(name: "Test Intermediate", at: Self.moment)
    }

    static func date(_ instant: Instant = moment) -> CFDate {
        Date(timeIntervalSince1970: Double(instant.secondsSince1970)) as CFDate
    }

    static func server(_ change: (inout CertificateTemplate) -> Void = { _ in }) -> CertificateTemplate {
        var template = CertificateTemplate.server(names: [host], at: moment)
        change(&template)
        return template
    }

    /// Leaf and intermediate; the leaf changed where a test says so.
    func chain(_ change: (inout CertificateTemplate) -> Void = { _ in }) throws -> [SecCertificate] {
        try Self.certificates(intermediate.issue(Self.server(change)).chain)
    }

    var rootCertificate: SecCertificate {
        get throws { try Self.certificate(root.certificate) }
    }

    static func certificate(_ der: [UInt8]) throws -> SecCertificate {
        try #require(SecCertificateCreateWithData(nil, Data(der) as CFData))
    }

    static func certificates(_ chain: [[UInt8]]) throws -> [SecCertificate] { try chain.map(certificate) }

    static var ssl: SecPolicy { SecPolicyCreateSSL(true, host as CFString) }

    /// A trust object at the fixed moment, under the root alone.
    func trust(
        _ chain: [SecCertificate]? = nil, policies: [SecPolicy] = [ssl], at instant: Instant = Self.moment
    ) throws -> SecTrust {
        let trust = try Self.unanchored(chain ?? self.chain(), policies: policies, at: instant)
        #expect(SecTrustSetAnchorCertificates(trust, [try rootCertificate] as CFArray) == errSecSuccess)
        return trust
    }

    static func unanchored(
        _ chain: [SecCertificate], policies: [SecPolicy] = [ssl], at instant: Instant = Self.moment
    ) throws -> SecTrust {
        var trust: SecTrust?
        #expect(SecTrustCreateWithCertificates(chain as CFArray, policies as CFArray, &trust) == errSecSuccess)
        let made = try #require(trust)
        #expect(SecTrustSetVerifyDate(made, date(instant)) == errSecSuccess)
        return made
    }

    static func result(_ trust: SecTrust) -> SecTrustResultType {
        var result = SecTrustResultType.invalid
        return SecTrustEvaluate(trust, &result) == errSecSuccess ? result : .otherError
    }

    /// The code of the refusal; nil where there is none.
    static func code(_ trust: SecTrust) -> OSStatus? {
        var error: CFError?
        return SecTrustEvaluateWithError(trust, &error) ? nil : error.map { OSStatus($0.code) }
    }

    static func chain(of trust: SecTrust) -> [SecCertificate] {
        SecTrustCopyCertificateChain(trust) as? [SecCertificate] ?? []
    }
}
