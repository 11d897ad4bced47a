import HoldfastAuthority
import HoldfastDiagnostics
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// The rules of a profile asked about one certificate, without a chain.
@Suite(.ownThread)
struct InspectionLintTests {
    private let samples: Samples

    init() throws { samples = try Samples() }

    private func lint(
        _ der: [UInt8], issuer: [UInt8]? = nil, _ profile: Profile = .rfc5280
    ) throws -> CertificateLint {
        let above = try issuer.map { try Certificate(der: $0) }
        return CertificateLint(try Certificate(der: der), issuer: above, profile: profile, at: samples.at)
    }

    private func errors(_ lint: CertificateLint) -> Set<String> {
        Set(lint.findings.filter { $0.severity == .error }.map(\.code.rawValue))
    }

    @Test("Good certificates have no error under rfc5280, each as what its extensions make it")
    func good() throws {
        let leaf = try lint(samples.leaf().certificate)
        #expect(leaf.role == .server && errors(leaf) == [])
        let middle = try lint(samples.intermediate.certificate)
        #expect(middle.role == .authority && errors(middle) == [])
        let root = try lint(samples.root.certificate)
        #expect(root.role == .root && errors(root) == [])
    }

    @Test("What is no authority is looked at as what its purposes say; without any, as what its names say")
    func roles() throws {
        func role(_ usage: [ObjectIdentifier]?, names: [GeneralName]) throws -> CertificateLint.Role {
            var template = CertificateTemplate.server(names: ["www.example.com"], at: samples.at)
            template.extendedKeyUsage = usage
            template.names = []
            template.alternativeNames = names
            return try lint(try samples.root.issue(template).certificate).role
        }
        let host = [try GeneralName(alternativeName: "www.example.com")]
        let mailbox = [try GeneralName(alternativeName: "who@example.com")]
        #expect(try role([.serverAuth, .clientAuth], names: host) == .server)
        #expect(try role([.anyExtendedKeyUsage], names: host) == .server)
        #expect(try role([.clientAuth], names: host) == .client)
        #expect(try role([.emailProtection], names: mailbox) == .other)
        // RFC 5280 §4.2.1.12 restricts a key "If the extension is present".
        #expect(try role(nil, names: host) == .server)
        #expect(try role(nil, names: host + mailbox) == .server)
        #expect(try role(nil, names: mailbox) == .other)
    }

    @Test("What is too much to look at is a finding, and not passed over")
    func tooMuch() throws {
        var template = CertificateTemplate.intermediate(name: "Constrained", at: samples.at)
        template.nameConstraints = NameConstraints(
            permittedSubtrees: (0..<1_100).compactMap { IA5String("a\($0).test").map { GeneralSubtree(.dnsName($0)) } })
        let authority = CertificateAuthority(try samples.root.issue(template))
        let names = (0..<1_000).map { "www.a\($0).test" }
        let leaf = try authority.issue(.server(names: names, at: samples.at)).certificate
        let found = try lint(leaf, issuer: authority.certificate)
        #expect(errors(found).contains("workLimit"), "\(found.findings)")
    }

    /// RFC 5280 §4.2.1.9: "CAs MUST NOT include the pathLenConstraint field unless the cA boolean is asserted and the
    /// key usage extension asserts the keyCertSign bit."; §4.1.2.2: "serial number MUST be a positive integer".
    @Test(
        "An authority is looked at as one, not as a server, and a root's own form counts although it could be an anchor"
    )
    func authorities() throws {
        var template = CertificateTemplate.root(name: "Root", at: samples.at)
        template.serialNumber = SerialNumber(0)
        let root = try lint(try Identity.selfSigned(template).certificate)
        #expect(errors(root) == ["serialNumber"], "\(root.findings)")
        template = .intermediate(name: "Middle", at: samples.at)
        template.keyUsage = [.cRLSign]
        let middle = try lint(try samples.root.issue(template).certificate)
        #expect(errors(middle).contains("keyUsage"), "\(middle.findings)")
        #expect(!errors(middle).contains("extendedKeyUsage"))
    }

    /// RFC 5280 §4.2.1.1: the issuer's key is identified by "the value in the issuer's subject key identifier".
    @Test("Compared with its issuer, a certificate has findings that it has not alone")
    func issuer() throws {
        var template = CertificateTemplate.intermediate(name: "Constrained", at: samples.at)
        template.nameConstraints = try NameConstraints.only(domains: ["other.test"])
        let authority = CertificateAuthority(try samples.root.issue(template))
        let leaf = try authority.issue(.server(names: ["www.example.com"], at: samples.at)).certificate
        #expect(errors(try lint(leaf)) == [])
        #expect(!errors(try lint(leaf, issuer: authority.certificate)).isEmpty)
    }

    @Test("Trust is not looked at: a bad signature, a name, a missing issuer give no finding")
    func trust() throws {
        let leaf = try samples.leaf { $0.signatureEdit = ByteEdit { bytes in bytes.map { $0 ^ 1 } } }.certificate
        let lint = try lint(leaf, .webpki)
        let codes = Set(lint.findings.map(\.code.rawValue))
        #expect(codes.isDisjoint(with: ["badSignature", "hostMismatch", "issuerNotFound", "noAnchor"]), "\(codes)")
        #expect(lint.findings.allSatisfy { $0.position == .certificate(depth: 0) })
    }

    /// CA/B BR 7.1.2.7.6: a subscriber's certificate MUST have certificate policies; RFC 5280 does not ask for them.
    @Test("The profile decides: what the web's programme asks for, RFC 5280 does not")
    func profiles() throws {
        let leaf = try samples.leaf().certificate
        #expect(errors(try lint(leaf, .webpki)).contains("extensionPresence"))
        #expect(!errors(try lint(leaf)).contains("extensionPresence"))
    }
}
