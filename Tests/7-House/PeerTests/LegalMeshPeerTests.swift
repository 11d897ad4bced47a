import Foundation
import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import PeerPrograms
import TestSupport
import Testing

/// Random meshes of authorities that certify each other, all on P-384, judged by Go's crypto/x509 too: its limit is on
/// the number of checks, ours on what they cost, and no chain that it accepts is to be refused here.
@Suite(
    "Legal meshes in Go's verifier", .ownThread,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"),
    .enabled(if: GoToolchain.isInstalled, "Go is not installed (scripts/setup peers)"))
struct LegalMeshPeerTests {
    private static let moment = Instant(secondsSince1970: seconds)
    private static let seconds: Int64 = 1_780_300_800  // 2026-06-01T08:00:00Z
    private static let host = "www.holdfast.test"
    private static let program = ProjectFolder.top.appending(path: "scripts/peer-verify.go")

    @Test("of 120 meshes of 8 to 30 authorities none is refused that Go accepts")
    func meshes() throws {
        let keys = try (0..<30).map { _ in try PrivateKey.generate(.p384) }
        let meshes = try (0..<120).map { try Mesh(seed: UInt64($0), keys) }
        let answers = try answers(to: meshes)
        try #require(answers.count == meshes.count)
        for (seed, mesh) in meshes.enumerated() {
            let answer = try #require(answers["\(seed)"])
            guard answer == "accepted" else { continue }
            if let failure = try refusal(of: mesh) { Issue.record("mesh \(seed): \(failure.explanation)") }
        }
        // Some two thirds are legal. Were all refused, nothing would have been asked; were all accepted, anything is.
        let count = answers.values.filter { $0 == "accepted" }.count
        #expect((40...110).contains(count), "Go accepts \(count)")
    }

    /// What is refused for another host shows that the name and the time reach the program.
    @Test("Go refuses another name and another time")
    func asked() throws {
        let mesh = try Mesh(seed: 0, (0..<30).map { _ in try PrivateKey.generate(.p384) }, isStraight: true)
        #expect(try answers(to: [mesh]) == ["0": "accepted"])
        #expect(try refusal(of: mesh) == nil)
        for (host, seconds) in [("other.holdfast.test", Self.seconds), (Self.host, Self.seconds + 400 * 86_400)] {
            let answer = try #require(try answers(to: [mesh], host, seconds)["0"])
            #expect(answer.hasPrefix("refused"), "\(host) at \(seconds)")
        }
    }

    private func refusal(of mesh: Mesh) throws -> TrustFailure? {
        var policy = TrustPolicy.ssl(try ServerName(Self.host))
        policy.anchors = .only(try mesh.anchors.map { try Certificate(der: $0) })
        let trust = try ServerTrust(derChain: [mesh.leaf] + mesh.others)
        do throws(TrustFailure) {
            _ = try TrustEngine().evaluate(trust, with: policy, at: Self.moment)
            return nil
        } catch {
            return error
        }
    }

    /// The words of Go on each mesh, by its number: `accepted`, or `refused` with the reason.
    private func answers(
        to meshes: [Mesh], _ host: String = host, _ seconds: Int64 = seconds
    ) throws -> [String: String] {
        let folder = try TemporaryFolder()
        for (number, mesh) in meshes.enumerated() {
            for (name, certificates) in [
                ("leaf", [mesh.leaf]), ("intermediates", mesh.others), ("roots", mesh.anchors),
            ] {
                let text = certificates.map { PEMBlock(.certificate, contents: $0).encoded }.joined()
                try folder.write(text, to: "meshes/\(number)/\(name).pem")
            }
        }
        let build = try Peer.run(
            "env",
            ["GOCACHE=\(folder.path("cache"))", "go", "build", "-o", folder.path("verify"), Self.program.path])
        try #require(build.status == 0, "\(build.all)")
        let result = try Peer.run(folder.path("verify"), [folder.path("meshes"), host, "\(seconds)"])
        try #require(result.status == 0, "\(result.errors)")
        var answers: [String: String] = [:]
        for line in result.output.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
            try #require(parts.count == 2, "\(line)")
            answers[parts[0]] = parts[1]
        }
        return answers
    }

    /// A server's certificate, all that authorities say of each other, and one or two of them as anchors.
    private struct Mesh {
        let leaf: [UInt8]
        let others: [[UInt8]]
        let anchors: [[UInt8]]

        /// - Parameters:
        ///   - keys: Those of the authorities, 30.
        ///   - isStraight: Whether it is no mesh but one path, on which every certificate serves.
        init(seed: UInt64, _ keys: [PrivateKey], isStraight: Bool = false) throws {
            var random = SeededGenerator(seed)
            let count = random.number(8...30)
            let hasIdentifiers = !random.oneIn(4)
            let authorities = try (0..<count).map {
                try CertificateAuthority.root(name: "Authority \($0)", at: moment, key: keys[$0])
            }
            let firstAnchor = count - random.number(1...2)
            var certificates: [[UInt8]] = []
            for subject in 0..<firstAnchor {
                var issuers = Set(
                    (0..<random.number(1...3)).map { _ in
                        // Now and then one further up, else anybody.
                        random.oneIn(2) ? min(count - 1, subject + random.number(1...4)) : random.below(count)
                    })
                if isStraight { issuers = [subject + 1] }
                for issuer in issuers.sorted() where issuer != subject {
                    var template = CertificateTemplate.intermediate(name: "", at: moment, pathLength: nil)
                    if !hasIdentifiers {
                        template.subjectKeyIdentifier = .omitted
                        template.authorityKeyIdentifier = .omitted
                    }
                    if !isStraight { try Self.constrain(&template, &random) }
                    certificates.append(try authorities[issuer].certify(authorities[subject], template))
                }
            }
            var server = CertificateTemplate.server(names: [host], at: moment)
            if !hasIdentifiers { server.authorityKeyIdentifier = .omitted }
            leaf = try authorities[random.below(3)].issue(server, key: .generate(.p384)).certificate
            others = certificates.shuffled(using: &random)
            anchors = authorities[firstAnchor...].map(\.certificate)
        }

        /// Seven of twenty bound what may stand below them: by a number, or so that no path for the server leads here.
        private static func constrain(_ template: inout CertificateTemplate, _ random: inout SeededGenerator) throws {
            switch random.below(20) {
            case 0...3:
                template.basicConstraints = BasicConstraints(isCA: true, pathLengthConstraint: random.number(0...4))
            case 4:
                let domain = try #require(IA5String("holdfast.test"))
                template.nameConstraints = NameConstraints(excludedSubtrees: [GeneralSubtree(.dnsName(domain))])
            case 5:
                template.notAfter = moment.advanced(byDays: -1)
                template.notBefore = moment.advanced(byDays: -100)
            case 6: template.extendedKeyUsage = [.clientAuth]
            default: break
            }
        }
    }
}

/// Go, as the tests find it.
enum GoToolchain {
    /// Whether its command is on the path.
    static let isInstalled = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        .contains { FileManager.default.isExecutableFile(atPath: "\($0)/go") }
}
