import Foundation
import HoldfastAuthority
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import PeerPrograms
import TestSupport
import Testing

/// Lists of every kind, and the verdicts on a server because of them: of OpenSSL (`verify -crl_check`), of GnuTLS
/// (`certtool --verify --load-crl`) and of this project.
@Suite(
    "Lists, as OpenSSL and GnuTLS see them", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct ListOpinionsPeerTests {
    /// The server's certificate, who issued it, and the time.
    struct World: Sendable {
        let root: CertificateAuthority
        let serial: SerialNumber
        let now: Instant

        func list(
            by signer: CertificateAuthority? = nil, _ change: (inout RevocationListTemplate) -> Void
        ) throws -> [UInt8] {
            var template = RevocationListTemplate(at: now)
            change(&template)
            return try (signer ?? root).issue(template)
        }
    }

    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        let ours: String
        let openssl: String
        let gnutls: String
        /// The argument where the three differ, from RFC 5280.
        let because: String
        let make: @Sendable (World) throws -> [[UInt8]]
        var testDescription: String { name }

        init(
            _ name: String, ours: String, openssl: String, gnutls: String, because: String = "",
            _ make: @escaping @Sendable (World) throws -> [[UInt8]]
        ) {
            self.name = name
            self.ours = ours
            self.openssl = openssl
            self.gnutls = gnutls
            self.because = because
            self.make = make
        }
    }

    private static let unknown = Extension(ObjectIdentifier(2, 999, 1), isCritical: true, value: [5, 0])
    private static let lenient = """
        GnuTLS takes a certificate for good unless a list that it could use has it; §6.3.3 ends with UNDETERMINED \
        where no list has determined the status
        """

    static let rows: [Row] = [
        Row("no list", ours: "unknown", openssl: "unable to get certificate CRL", gnutls: "trusted", because: lenient) {
            _ in []
        },
        Row("a list without it", ours: "good", openssl: "OK", gnutls: "trusted") { try [$0.list { _ in }] },
        Row("a list that has it", ours: "revoked", openssl: "certificate revoked", gnutls: "revoked") { world in
            [try world.list { $0.revoke(world.serial, for: .keyCompromise) }]
        },
        Row(
            "an outdated list without it", ours: "unknown", openssl: "CRL has expired", gnutls: "trusted",
            because: "§6.3.3(a)(1): after nextUpdate the list is to be had anew; " + lenient
        ) { world in [try world.list { $0.nextUpdate = world.now.advanced(bySeconds: -60) }] },
        Row(
            "an outdated list that has it", ours: "revoked", openssl: "CRL has expired", gnutls: "revoked",
            because: """
                §5.3.1: only certificateHold ends; "the certificate MUST NOT be […] used" once it is on a list of its \
                issuer, and the next list has it too (§3.3)
                """
        ) { world in
            [
                try world.list {
                    $0.nextUpdate = world.now.advanced(bySeconds: -60)
                    $0.revoke(world.serial)
                }
            ]
        },
        Row(
            "signed by another key of the issuer's name", ours: "unknown", openssl: "CRL signature failure",
            gnutls: "revoked",
            because: """
                §6.3.3(g): "Validate the signature on the complete CRL"; certtool takes the lists that it is handed as \
                they are
                """
        ) { world in
            let stranger = try CertificateAuthority.root(name: "Stranger", at: world.now)
            return [
                try world.list(by: stranger) {
                    $0.issuer = world.root.identity.subject
                    $0.authorityKeyIdentifier = .omitted
                    $0.revoke(world.serial)
                }
            ]
        },
        Row(
            "of another authority, with its number", ours: "unknown", openssl: "unable to get certificate CRL",
            gnutls: "trusted", because: "§6.3.3(b)(1): " + lenient
        ) { world in
            let stranger = try CertificateAuthority.root(name: "Stranger", at: world.now)
            return [try world.list(by: stranger) { $0.revoke(world.serial) }]
        },
        Row("of tomorrow", ours: "unknown", openssl: "CRL is not yet valid", gnutls: "trusted", because: lenient) {
            world in
            [try world.list { $0.thisUpdate = world.now.advanced(byDays: 1) }]
        },
        Row(
            "an unknown critical extension", ours: "unknown", openssl: "unhandled critical CRL extension",
            gnutls: "trusted",
            because: """
                §5.2: "the application MUST NOT use that CRL to determine the status of certificates"; GnuTLS uses it
                """
        ) { world in [try world.list { $0.additionalExtensions = [unknown] }] },
        Row(
            "an unknown critical extension of its own entry", ours: "unknown",
            openssl: "unhandled critical CRL extension", gnutls: "revoked",
            because: """
                §5.3: "the application MUST NOT use that CRL to determine the status of any certificates"; GnuTLS uses
                it
                """
        ) { world in
            [
                try world.list {
                    $0.entries = [
                        RevokedCertificate(
                            world.serial, revocationDate: Time(world.now.advanced(byDays: -1)), further: [unknown])
                    ]
                }
            ]
        },
        Row(
            "a list of changes alone", ours: "unknown", openssl: "unable to get certificate CRL", gnutls: "trusted",
            because: "§5.2.4: a delta list adds to a complete one; alone it covers nothing. GnuTLS reads it as complete"
        ) { world in
            [
                try world.list {
                    $0.cRLNumber = CRLNumber(2)
                    $0.deltaCRLIndicator = CRLNumber(1)
                }
            ]
        },
        Row(
            "a complete list without it, and changes that have it", ours: "revoked", openssl: "OK", gnutls: "revoked",
            because: """
                §5.2.4: an application that does deltas combines them; OpenSSL looks for them where the certificate or \
                the list has freshestCRL alone
                """
        ) { world in
            [
                try world.list { _ in },
                try world.list {
                    $0.cRLNumber = CRLNumber(2)
                    $0.deltaCRLIndicator = CRLNumber(1)
                    $0.revoke(world.serial)
                },
            ]
        },
        Row(
            "authorities alone", ours: "unknown", openssl: "different CRL scope", gnutls: "trusted",
            because: """
                §6.3.3(b)(2)(iii); GnuTLS does not read the scope
                """
        ) { world in
            [
                try world.list {
                    $0.issuingDistributionPoint = IssuingDistributionPoint(onlyContainsCACerts: true)
                }
            ]
        },
        Row(
            "taken back on a complete list", ours: "unknown", openssl: "OK", gnutls: "revoked",
            because: """
                §5.3.1: removeFromCRL "may only appear in delta CRLs": the list says nothing that could be relied on
                """
        ) { world in [try world.list { $0.revoke(world.serial, for: .removeFromCRL) }] },
    ]

    @Test("each row, by all three", arguments: rows)
    func opinions(_ row: Row) throws {
        let bench = try Loopback(hasIntermediate: false)
        let identity = try bench.identity()
        let world = World(
            root: bench.root, serial: try Certificate(der: identity.certificate).serialNumber, now: bench.now)
        let lists = try row.make(world)
        #expect(try Self.ours(identity, lists, bench) == row.ours, "\(row.because)")

        let folder = try TemporaryFolder()
        func pem(_ label: PEMLabel, _ contents: [[UInt8]]) -> String {
            contents.map { PEMBlock(label, contents: $0).encoded }.joined()
        }
        let leaf = try folder.write(pem(.certificate, [identity.certificate]), to: "leaf.pem")
        let root = try folder.write(pem(.certificate, [bench.root.certificate]), to: "root.pem")
        let list = try folder.write(pem(.x509CRL, lists), to: "lists.pem")
        let ofOpenSSL = lists.isEmpty ? [] : ["-CRLfile", list]
        let openssl = try Peer.run(
            "openssl",
            ["verify", "-crl_check", "-extended_crl", "-use_deltas", "-no-CApath", "-no-CAstore", "-CAfile", root]
                + ofOpenSSL + [leaf])
        #expect(Self.words(ofOpenSSL: openssl.all) == row.openssl, "\(openssl.all)")
        let gnutls = try Peer.run(
            "certtool",
            ["--verify", "--verify-profile", "low", "--load-ca-certificate", root, "--infile", leaf]
                + (lists.isEmpty ? [] : ["--load-crl", list]))
        #expect(Self.words(ofGnuTLS: gnutls.all) == row.gnutls, "\(gnutls.all)")
    }

    private static func ours(_ identity: Identity, _ lists: [[UInt8]], _ bench: Loopback) throws -> String {
        var policy = bench.trusting(try ServerName(Loopback.host))
        policy.revocation = .hard
        let trust = try ServerTrust(derChain: identity.chain)
        let answer: RevocationAnswer?
        do throws(TrustFailure) {
            answer = try TrustEngine().evaluate(
                trust, with: policy, at: bench.now,
                supplying: [.revocationLists(lists.map { SuppliedRevocationList(der: $0) }, from: .file)]
            ).revocation.first
        } catch {
            answer = error.revocation.first
        }
        switch answer {
        case .good: return "good"
        case .revoked: return "revoked"
        default: return "unknown"
        }
    }

    /// The first error of `openssl verify`, as `error 23 at 0 depth lookup: certificate revoked`.
    private static func words(ofOpenSSL text: String) -> String {
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("error ") }) else {
            return text.contains(": OK") ? "OK" : text
        }
        return line.split(separator: ":", maxSplits: 1).last.map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
    }

    private static func words(ofGnuTLS text: String) -> String {
        guard let line = text.split(separator: "\n").last(where: { $0.contains("Chain verification output") }) else {
            return text
        }
        if line.contains("is trusted") { return "trusted" }
        if line.contains("chain is revoked") { return "revoked" }
        return String(line)
    }
}
