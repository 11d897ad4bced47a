import Foundation
import HoldfastAuthority
import HoldfastCrypto
import HoldfastServing
import HoldfastX509
import LoopbackSupport
import PeerPrograms
import TestSupport
import Testing

/// `holdfast ats` against servers of each kind: which of the sixteen rows pass.
///
/// Apple, *Preventing Insecure Network Connections*: "The connection must use Transport Layer Security (TLS) protocol
/// version 1.2 or later. Data must be exchanged using either the AES-128 or the AES-256 symmetric cipher. The link must
/// support perfect forward secrecy (PFS) through Elliptic Curve Diffie-Hellman Ephemeral (ECDHE) key exchange." Each
/// expectation follows from that and from the row's keys.
@Suite("The matrix of App Transport Security, by server", .ownThread)
struct ATSMatrixTests {
    private static let standard: Set = ["ATS Default Connection"]
    private static let all: Set = ["Allow All Loads"]
    /// Rows of NSExceptionRequiresForwardSecrecy alone, with and without NSExceptionAllowsInsecureHTTPLoads.
    private static let secrecy: Set = [
        "Disabling Perfect Forward Secrecy", "Disabling Perfect Forward Secrecy and Allowing Insecure HTTP",
    ]

    /// Rows of NSExceptionMinimumTLSVersion alone.
    private static func version(_ versions: String...) -> Set<String> { Set(versions.map { "TLSv\($0)" }) }

    /// Rows of that with NSExceptionRequiresForwardSecrecy, with and without NSExceptionAllowsInsecureHTTPLoads, which
    /// changes nothing for HTTPS: "Using only this key also doesn’t change the TLS or forward secrecy requirements
    /// imposed by ATS" (Apple, NSExceptionAllowsInsecureHTTPLoads).
    private static func relaxed(_ versions: String...) -> Set<String> {
        let names = versions.map { "TLSv\($0) with PFS disabled" }
        return Set(names + names.map { "\($0) and insecure HTTP allowed" })
    }

    private static let everything =
        standard.union(all).union(secrecy).union(version("1.3", "1.2", "1.1", "1.0"))
        .union(relaxed("1.3", "1.2", "1.1", "1.0"))
    private static let withoutTLS13 = everything.subtracting(version("1.3")).subtracting(relaxed("1.3"))

    struct Kind: Sendable, CustomTestStringConvertible {
        let name: String
        var versions: ClosedRange<TLSVersion> = .tls12 ... .tls13
        var ciphers: String?
        var key = KeyKind.p256
        let passing: Set<String>
        var exception: [String: JSONDocument]?

        var testDescription: String { name }
    }

    static let kinds = [
        Kind(name: "TLS 1.2 and 1.3", passing: everything),
        Kind(name: "TLS 1.2 and 1.3, RSA-2048", key: .rsa(bits: 2048), passing: everything),
        Kind(name: "TLS 1.3 alone", versions: .tls13 ... .tls13, passing: everything),
        Kind(name: "TLS 1.2 alone", versions: .tls12 ... .tls12, passing: withoutTLS13),
        Kind(
            name: "TLS 1.2, ECDHE with AES in CBC mode", versions: .tls12 ... .tls12,
            ciphers: "ECDHE-ECDSA-AES256-SHA", passing: withoutTLS13),
        Kind(
            name: "TLS 1.1 alone", versions: .tls11 ... .tls11,
            passing: all.union(version("1.1", "1.0")).union(relaxed("1.1", "1.0")),
            exception: ["NSExceptionMinimumTLSVersion": .text("TLSv1.1")]),
        Kind(
            name: "TLS 1.0 alone", versions: .tls10 ... .tls10,
            passing: all.union(version("1.0")).union(relaxed("1.0")),
            exception: ["NSExceptionMinimumTLSVersion": .text("TLSv1.0")]),
        Kind(
            name: "TLS 1.2, key exchange by RSA alone", versions: .tls12 ... .tls12, ciphers: "AES128-GCM-SHA256",
            key: .rsa(bits: 2048), passing: all.union(secrecy).union(relaxed("1.2", "1.1", "1.0")),
            exception: ["NSExceptionRequiresForwardSecrecy": .bool(false)]),
        Kind(
            name: "TLS 1.0, key exchange by RSA alone", versions: .tls10 ... .tls10, ciphers: "AES256-SHA",
            key: .rsa(bits: 2048), passing: all.union(relaxed("1.0")),
            exception: [
                "NSExceptionMinimumTLSVersion": .text("TLSv1.0"), "NSExceptionRequiresForwardSecrecy": .bool(false),
            ]),
        Kind(
            name: "TLS 1.2, ChaCha20 alone", versions: .tls12 ... .tls12, ciphers: "ECDHE-ECDSA-CHACHA20-POLY1305",
            passing: all),
        Kind(
            name: "TLS 1.2, DHE alone", versions: .tls12 ... .tls12, ciphers: "DHE-RSA-AES128-GCM-SHA256",
            key: .rsa(bits: 2048), passing: []),
    ]

    @Test("Versions and suites", arguments: kinds)
    func kind(_ kind: Kind) throws {
        let site = try ATSSite()
        let server = try site.server(
            as: site.identity(kind.key), from: kind.versions.lowerBound, to: kind.versions.upperBound,
            ciphers: kind.ciphers)
        let judgement = try site.judgement(server.port)
        #expect(judgement.passing == kind.passing, "\(judgement.run.output)")
        let isAccepted = kind.passing.contains("ATS Default Connection")
        #expect(judgement.accepted == isAccepted && judgement.run.exitCode == (isAccepted ? 0 : 33))
        #expect(judgement.exception == kind.exception, "\(judgement.run.output)")
        #expect((judgement.object["smallestException"] == .null) == (kind.exception == nil))
        #expect(judgement.reasons.allSatisfy { !$0.isEmpty } && judgement.run.errors.isEmpty)
    }

    /// Debian's OpenSSL is built without 3DES and RC4; another may have them.
    fileprivate static func has(_ suite: String) -> Bool {
        (try? OpenSSLCommand()("ciphers -s -tls1_2 \(suite):@SECLEVEL=0"))?.contains(suite) == true
    }

    @Test(
        "3DES passes where ATS is off alone",
        .enabled(if: ATSMatrixTests.has("DES-CBC3-SHA"), "OpenSSL has no 3DES here"))
    func tripleDES() throws {
        let site = try ATSSite()
        let server = try site.server(as: site.identity(.rsa(bits: 2048)), to: .tls12, ciphers: "DES-CBC3-SHA")
        #expect(try site.judgement(server.port).passing == Self.all)
    }

    @Test("RC4 passes nowhere", .enabled(if: ATSMatrixTests.has("RC4-SHA"), "OpenSSL has no RC4 here"))
    func rc4() throws {
        let site = try ATSSite()
        let server = try site.server(as: site.identity(.rsa(bits: 2048)), to: .tls12, ciphers: "RC4-SHA")
        #expect(try site.judgement(server.port).passing.isEmpty)
    }

    // MARK: Certificates

    /// "ATS requires all of these things, and then provides extended security checks"; and of arbitrary loads: "HTTPS
    /// connections are also allowed, and are still subject to default server trust evaluation" (Apple).
    @Test(
        "A certificate that default trust evaluation refuses passes no row, and no exception would help",
        arguments: ["expired", "another name", "unknown issuer", "RSA-1024", "SHA-1"])
    func refused(_ fault: String) throws {
        let site = try ATSSite()
        let identity =
            switch fault {
            case "expired": try site.identity { $0.notAfter = $1.advanced(byDays: -1) }
            case "another name": try site.bench.identity("other.test")
            case "RSA-1024": try site.identity(.rsa(bits: 1024))
            case "SHA-1": try site.identity { template, _ in template.signatureAlgorithm = .ecdsa(.sha1) }
            default: try site.identity()
            }
        let server = try site.server(as: identity)
        let anchors = fault == "unknown issuer" ? "other.pem" : "anchor.pem"
        let judgement = try site.judgement(server.port, anchors: anchors)
        #expect(judgement.passing.isEmpty && judgement.accepted == false && judgement.run.exitCode == 33)
        #expect(judgement.object["smallestException"] == .null)
        #expect(judgement.reasons.allSatisfy { $0.hasPrefix("the certificate is refused: ") }, "\(judgement.reasons)")
        // The rules that the profile has of Apple's own refuse it too.
        let check = try CommandRun(
            "holdfast",
            ["check", "--profile", "apple", "--anchors-only", anchors, "https://\(ATSSite.host):\(server.port)/"]
                + ["--connect-to", "\(ATSSite.host):\(server.port):127.0.0.1:\(server.port)"], in: site.folder)
        #expect((20...31).contains(check.exitCode), "\(check.output)")
    }

    /// "The certificate must use the Secure Hash Algorithm 2 (SHA-2) with a digest length … of at least 256 bits":
    /// ATS's own demand, which is off with ATS, and which no key of an exception takes back.
    @Test("A signature over SHA-224 passes where ATS is off alone")
    func shortDigest() throws {
        let site = try ATSSite()
        let server = try site.server(
            as: site.identity { template, _ in template.signatureAlgorithm = .ecdsa(.sha224) })
        let judgement = try site.judgement(server.port)
        #expect(judgement.passing == Self.all && judgement.object["smallestException"] == .null)
        #expect(judgement.reason(of: "ATS Default Connection").contains("SHA-224"), "\(judgement.reasons)")
    }

    @Test("A server that wants a client's certificate passes where one is shown")
    func clientCertificate() throws {
        for version in [TLSVersion.tls12, .tls13] {
            let site = try ATSSite()
            let server = try site.server(from: version, to: version) { $0.requiresClientCertificate = true }
            let without = try site.judgement(server.port)
            #expect(without.passing.isEmpty && without.run.exitCode == 33, "\(without.run.output)")
            #expect(without.reason(of: "ATS Default Connection").contains("certificate of the client's"))
            let client = try site.bench.root.issue(.client(name: "Alice", at: site.bench.now))
            try site.folder.write("alice.pem", client.chainPEM + client.key.pem)
            // The file with the key is read only where nobody else may read it.
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o600], ofItemAtPath: site.folder.url.appending(path: "alice.pem").path)
            let with = try site.judgement(server.port, "--cert", "alice.pem")
            #expect(with.accepted == true && with.run.exitCode == 0, "\(with.run.output)\(with.run.errors)")
        }
    }
}
