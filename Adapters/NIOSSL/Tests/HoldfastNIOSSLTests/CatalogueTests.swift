import Holdfast
import HoldfastNIOSSL
import HoldfastTestBed
import NIOCore
import NIOSSL
import Testing

/// The whole catalogue of the test bed through NIOSSL: what the entries expect of `holdfast check` comes out here, but
/// for what BoringSSL cannot do and what NIOSSL does not hand over, by name.
@Suite("The catalogue through NIOSSL", .serialized)
struct CatalogueTests {
    /// What comes out in the place of what the entry expects, and why.
    enum Difference: Sendable {
        /// Refused by TLS, without a verdict of the judge.
        case brokenOff(String)
        /// Refused for another reason.
        case refused(Set<String>, String)
    }

    static let differences: [String: Difference] = [
        "sans-10000": .brokenOff("BoringSSL takes 100 KiB of certificates"),
        "key-usage": .brokenOff("BoringSSL compares the key usage with the handshake before it asks"),
        "key-usage-documents": .brokenOff("BoringSSL compares the key usage with the handshake before it asks"),
        "key-usage-rsa": .brokenOff("BoringSSL compares the key usage with the handshake before it asks"),
        "broken-der": .brokenOff("BoringSSL cannot read the certificate"),
        "trailing-bytes": .brokenOff("BoringSSL cannot read the certificate"),
        "version1-extensions": .brokenOff("BoringSSL cannot read the certificate"),
        "client-certificate-tls12": .brokenOff("it refuses before its client is done, as it does with `request`"),
        "revocation-good-staple": .refused(["revocationUnknown"], "NIOSSL hands no staple over"),
        "revoked-staple": .refused(["revocationUnknown"], "NIOSSL hands no staple over"),
        "ct-tls13": .refused(["transparency"], "NIOSSL hands no timestamps over"),
        "ct-tls12": .refused(["transparency"], "NIOSSL hands no timestamps over"),
        "ct-stapled-tls13": .refused(["transparency"], "NIOSSL hands no staple over"),
        "ct-stapled-tls12": .refused(["transparency"], "NIOSSL hands no staple over"),
    ]

    @Test("each difference is of a server that there is, and none lets in who would be refused")
    func differences() throws {
        for (name, difference) in Self.differences {
            let entry = try #require(TestBed.entry(name), "\(name)")
            if case .refused(let codes, _) = difference { #expect(codes != entry.expectedFindings) }
        }
    }

    /// A proxy stands in front of them, which is no business of an adapter for TLS.
    static let entries = TestBed.available.filter { !$0.name.hasPrefix("prox") }

    @Test(
        "each server gets the verdict that it is in the catalogue for, and bytes only where that is trust",
        arguments: entries.map(\.name))
    func judged(_ name: String) async throws {
        let server = try TestBed.start(name)
        let arguments = Arguments(server.arguments)
        let anchors = TrustAnchors.only(try server.anchors.map { try Certificate(der: $0) })
        let logs = try server.logList.map { try TransparencyLogList(json: Array($0.utf8)) }
        var settings = JudgeSettings(evidence: arguments.fetcher)
        if let at = server.at { settings.clock = { at } }
        let judge = ServerJudge(settings: settings) { name in
            var policy = TrustPolicy.ssl(name)
            policy.anchors = anchors
            policy.publicSuffixes = .system
            arguments.apply(to: &policy, logs)
            return policy
        }
        let limit: TimeAmount = arguments.has("--timeout") ? .seconds(1) : .seconds(30)
        let outcome = try await TestClient(judge).ask(server, giveUpAfter: limit)
        let seen = Self.seen(outcome)
        #expect(seen == Self.expected(server.entry), "\(server.story) \(outcome)")
        _ = await server.becomesIdle(afterAtLeast: 1)
        if seen != .accepted { #expect(server.applicationBytesReceived == 0) }
        // Where TLS broke off, the judge had accepted nobody, unless the entry says that it breaks off later.
        let breaksOffLater = server.entry.expectedExit == 5 || name == "client-certificate-tls12"
        if seen == .brokenOff, !breaksOffLater { #expect(judge.counters.accepted == 0) }
    }

    /// The end that a connection came to, with the codes of errors.
    enum Seen: Equatable {
        case accepted
        case refused(Set<String>)
        case brokenOff
    }

    private static func seen(_ outcome: TestClient.Outcome) -> Seen {
        switch outcome {
        case .accepted: .accepted
        case .refused(let refusal): .refused(Set(refusal.failure?.errors.map(\.code.rawValue) ?? ["\(refusal)"]))
        case .broken: .brokenOff
        }
    }

    private static func expected(_ entry: BadServer) -> Seen {
        switch differences[entry.name] {
        case .brokenOff: return .brokenOff
        case .refused(let codes, _): return .refused(codes)
        case nil: break
        }
        switch entry.expectedExit {
        case 0: return .accepted
        // 4: nothing was judged; 5: accepted, and TLS failed afterwards; 7: nothing came.
        case 4, 5, 7: return .brokenOff
        default: return .refused(entry.expectedFindings)
        }
    }
}

/// Arguments of `holdfast check`, as far as entries of the catalogue have them.
struct Arguments: Sendable {
    private let words: [String]

    init(_ words: [String]) { self.words = words }

    func has(_ option: String) -> Bool { words.contains(option) }

    func value(_ option: String) -> String? {
        words.firstIndex(of: option).flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
    }

    var fetcher: EvidenceFetcher {
        var configuration = EvidenceFetcher.Configuration()
        configuration.dangerouslyAllowsPrivateNetworks = has("--dangerously-fetch-from-private-networks")
        return EvidenceFetcher(configuration: configuration)
    }

    func apply(to policy: inout TrustPolicy, _ logs: TransparencyLogList?) {
        if let profile = value("--profile").flatMap(Profile.named) { policy.profile = profile }
        if let mode = value("--revocation").flatMap(RevocationChecking.init) {
            policy.revocation = mode
            policy.fetching.revocation = mode == .off ? [] : .any
        }
        policy.fetching.issuers = has("--aia")
        if let programme = value("--ct-policy").flatMap(TransparencyPolicy.named) {
            policy.transparency = .required(TransparencyRequirement(policy: programme, logs: logs))
        }
    }
}
