import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509
import TestSupport
import Testing
import PeerPrograms

/// Each deviation is one line, and openssl sees that one fault and no other.
@Suite("Certificates with one deviation", .ownThread)
struct DeviationTests {
    struct Row: CustomTestStringConvertible {
        let name: String
        let verdict: String
        var options = "-purpose sslserver -verify_hostname example.test"
        let deviate: @Sendable (inout CertificateTemplate) -> Void
        var testDescription: String { name }
    }

    private static let moment = TestHierarchy.moment
    private static let strict = "-x509_strict -purpose sslserver -verify_hostname example.test"

    /// An extension of nobody's: the number is set aside for documentation (RFC 5612).
    private static let unknown = ObjectIdentifier(1, 3, 6, 1, 4, 1, 32473, 1)

    private static func subtree(_ name: String) -> [GeneralSubtree] {
        IA5String(name).map { [.init(.dnsName($0))] } ?? []
    }

    static let servers = [
        Row(name: "none", verdict: "OK", options: strict) { _ in },
        Row(name: "expired a second ago", verdict: "certificate has expired") {
            $0.notAfter = moment.advanced(bySeconds: -1)
        },
        Row(name: "not valid for another second", verdict: "certificate is not yet valid") {
            $0.notBefore = moment.advanced(bySeconds: 1)
        },
        Row(name: "wrong name", verdict: "hostname mismatch") { $0.names = ["other.test"] },
        Row(name: "a common name only, which openssl still takes", verdict: "OK") { $0.names = [] },
        Row(name: "for clients", verdict: "unsuitable certificate purpose") { $0.extendedKeyUsage = [.clientAuth] },
        Row(name: "key usage for signing certificates only", verdict: "unsuitable certificate purpose") {
            $0.keyUsage = .keyCertSign
        },
        Row(name: "a flipped bit in the signature", verdict: "certificate signature failure") {
            $0.signatureEdit = .flippingBit(at: -1)
        },
        Row(name: "an issuer of another name", verdict: "unable to get local issuer certificate") {
            $0.issuer = DistinguishedName([(.commonName, "Nobody")])
        },
        Row(
            name: "SHA-1", verdict: "CA signature digest algorithm too weak",
            options: "-auth_level 2 -purpose sslserver -verify_hostname example.test"
        ) { $0.signatureAlgorithm = .ecdsa(.sha1) },
        Row(name: "an unknown critical extension", verdict: "unhandled critical extension") {
            $0.additionalExtensions = [Extension(unknown, isCritical: true, value: [5, 0])]
        },
        Row(name: "an unknown extension", verdict: "OK") {
            $0.additionalExtensions = [Extension(unknown, value: [5, 0])]
        },
        // In these two openssl no longer takes the intermediate for an issuer, and says no more than that.
        Row(name: "an extension twice", verdict: "unable to get local issuer certificate") {
            $0.add(.keyUsage, KeyUsage.digitalSignature, isCritical: true)
        },
        Row(name: "another issuer's key identifier", verdict: "unable to get local issuer certificate") {
            $0.authorityKeyIdentifier = .value([1, 2, 3])
        },
        Row(name: "no authority key identifier", verdict: "Missing Authority Key Identifier", options: strict) {
            $0.authorityKeyIdentifier = .omitted
        },
        Row(name: "version 1", verdict: "OK", options: "-purpose sslserver") { $0.downgrade(to: .v1) },
        Row(
            name: "version 1 with extensions", verdict: "using cert extension requires at least X509v3",
            options: strict
        ) { $0.version = .v1 },
        Row(
            name: "two algorithms", verdict: "cert info signature and signature algorithm mismatch", options: strict
        ) { $0.innerAlgorithm = .ecdsa(.sha384) },
        Row(name: "basic constraints not critical", verdict: "OK", options: strict) {
            $0.criticality[.basicConstraints] = false
        },
    ]

    @Test("of the server's", arguments: servers)
    func server(_ row: Row) throws {
        var template = TestHierarchy.server()
        row.deviate(&template)
        let hierarchy = try TestHierarchy()
        let server = try hierarchy.intermediate.issue(template)
        let verdict = try OpenSSLCommand().verdict(
            chain: server.chain, roots: [hierarchy.root.certificate], options: row.options)
        #expect(verdict.lowercased() == row.verdict.lowercased())
    }

    static let authorities = [
        Row(name: "none", verdict: "OK", options: strict) { _ in },
        Row(name: "not a CA", verdict: "invalid CA certificate") {
            $0.basicConstraints = BasicConstraints(isCA: false)
        },
        Row(name: "no basic constraints", verdict: "invalid CA certificate") { $0.basicConstraints = nil },
        Row(name: "may not sign certificates", verdict: "invalid CA certificate") { $0.keyUsage = .cRLSign },
        Row(name: "expired", verdict: "certificate has expired") { $0.notAfter = moment.advanced(bySeconds: -1) },
        Row(name: "a path length that leaves no room", verdict: "path length constraint exceeded") {
            $0.basicConstraints = BasicConstraints(isCA: true, pathLengthConstraint: 0)
        },
        Row(name: "other names permitted", verdict: "permitted subtree violation") {
            $0.nameConstraints = NameConstraints(permittedSubtrees: subtree("other.test"))
        },
        Row(name: "the name excluded", verdict: "excluded subtree violation") {
            $0.nameConstraints = NameConstraints(excludedSubtrees: subtree("test"))
        },
        Row(name: "no subject key identifier", verdict: "Missing Subject Key Identifier", options: strict) {
            $0.subjectKeyIdentifier = .omitted
        },
        Row(
            name: "basic constraints not critical", verdict: "Basic Constraints of CA cert not marked critical",
            options: strict
        ) { $0.criticality[.basicConstraints] = false },
    ]

    @Test("of an authority's", arguments: authorities)
    func authority(_ row: Row) throws {
        // Root, the deviating authority, one more intermediate, the server.
        var template = CertificateTemplate.intermediate(name: "Upper", at: Self.moment, pathLength: 1)
        row.deviate(&template)
        let root = try CertificateAuthority.root(name: "Test Root", at: Self.moment)
        let lower = try CertificateAuthority(root.issue(template)).intermediate(name: "Lower", at: Self.moment)
        let server = try lower.issue(TestHierarchy.server())
        #expect(server.chain.count == 3)
        let verdict = try OpenSSLCommand().verdict(
            chain: server.chain, roots: [root.certificate], options: row.options)
        #expect(verdict.lowercased() == row.verdict.lowercased())
    }
}
