import Foundation
import HoldfastAuthority
import HoldfastHTTPS
import HoldfastPins
import HoldfastPolicy
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import Testing

/// Apple, `NSRequiresCertificateTransparency`: "Earlier versions of the system used this key to enable or disable CT
/// for a given domain." "The system now requires this behavior in all cases, making the key irrelevant."
@Suite("Certificate transparency where an Info.plist asks for it")
struct RequiredTransparencyTests {
    private let now = Instant(secondsSince1970: 1_795_000_000)  // 2026-11-18T11:06:40Z
    private let bench: Loopback
    private let logs: [ListedLog]
    private let list: TransparencyLogList
    private let root: Certificate

    init() throws {
        bench = try Loopback(at: now)
        logs = try ListedLog.two(at: now)
        list = try TransparencyLogList(json: Array(ListedLog.list(logs, published: now).utf8))
        root = try Certificate(der: bench.root.certificate)
    }

    private static func settings(_ value: String = "<true/>") throws -> AppTransportSecurity {
        let text = """
            <plist><dict><key>NSAppTransportSecurity</key><dict><key>NSAllowsArbitraryLoads</key><true/>
            <key>NSExceptionDomains</key><dict><key>\(Loopback.host)</key><dict>
            <key>NSRequiresCertificateTransparency</key>\(value)</dict></dict></dict></dict></plist>
            """
        return try AppTransportSecurity(infoPlist: Data(text.utf8))
    }

    /// The policy of a session for a host, once the settings are applied to what it had.
    private func policy(
        _ settings: AppTransportSecurity, logs: TransparencyLogList?, had: TransparencyChecking = .off,
        anchors: TrustAnchors? = nil, host: String = Loopback.host,
        on system: AppTransportSecurity.SystemGeneration = .latest
    ) throws -> TrustPolicy {
        let anchors = anchors ?? .onlyAsPublic([root])
        var configuration = HTTPSSession.Configuration()
        configuration.trust.policy = { name in
            var policy = TrustPolicy.ssl(name)
            policy.anchors = anchors
            policy.profile = .rfc5280
            policy.transparency = had
            return policy
        }
        settings.apply(to: &configuration, on: system, logs: logs)
        return configuration.trust.policy(try ServerName(host))
    }

    private func outcome(loggedBy chosen: [ListedLog], _ policy: TrustPolicy) throws -> any TrustOutcome {
        let template = CertificateTemplate.server(names: [Loopback.host], at: now)
        let leaf = try bench.intermediate.issue(
            template, loggedBy: chosen.map(\.log), at: now.advanced(bySeconds: -3_600))
        let trust = try ServerTrust(derChain: leaf.chain)
        do throws(TrustFailure) {
            return try TrustEngine().evaluate(trust, with: policy, at: now)
        } catch { return error }
    }

    @Test("it is asked for by Apple's rules where the key says so, whatever the system; NO asks for nothing")
    func asked() throws {
        let expected = TransparencyChecking.required(
            TransparencyRequirement(policy: .apple, logs: list, scope: .publicAnchors))
        for system in AppTransportSecurity.SystemGeneration.allCases {
            #expect(try policy(Self.settings(), logs: list, on: system).transparency == expected)
            #expect(try policy(Self.settings("<false/>"), logs: list, on: system).transparency == .off)
            #expect(try policy(Self.settings(), logs: list, host: "other.example", on: system).transparency == .off)
            #expect(try policy(AppTransportSecurity(), logs: list, on: system).transparency == .off)
        }
    }

    @Test("with a list: enough timestamps pass, none are refused; a private authority is not asked")
    func judged() throws {
        let asking = try policy(Self.settings(), logs: list)
        let good = try outcome(loggedBy: logs, asking)
        #expect(good.transparency.result == .passed && !good.findings.contains { $0.code == .transparency })
        let bad = try outcome(loggedBy: [], asking)
        #expect(bad.transparency.result == .failed && bad is TrustFailure)
        #expect(bad.findings.contains { $0.code == .transparency && $0.severity == .error })
        // "certificates issued […] from a system-trusted root certificate" (Apple Platform Security, "TLS security").
        let own = try outcome(loggedBy: [], policy(Self.settings(), logs: list, anchors: .only([root])))
        #expect(own.transparency.result == .notRequired && own is TrustEvaluation)
    }

    @Test("without a list: not checked, with a warning, and never passed")
    func withoutList() throws {
        let asking = try policy(Self.settings(), logs: nil)
        for chosen in [logs, []] {
            let outcome = try outcome(loggedBy: chosen, asking)
            #expect(outcome.transparency.result == .notChecked && outcome.transparency.policy == "apple")
            #expect(outcome.findings.filter { $0.code == .transparency }.map(\.severity) == [.warning])
        }
    }

    @Test("a demand of the program's own that can be checked stays; one without a list takes this one")
    func ownDemand() throws {
        let own = TransparencyChecking.required(TransparencyRequirement(policy: .chrome, logs: list))
        #expect(try policy(Self.settings(), logs: list, had: own).transparency == own)
        #expect(try policy(Self.settings(), logs: nil, had: own).transparency == own)
        let blind = TransparencyChecking.required(TransparencyRequirement(policy: .chrome, logs: nil))
        #expect(try policy(Self.settings(), logs: nil, had: blind).transparency == blind)
        let seeing = TransparencyChecking.required(
            TransparencyRequirement(policy: .apple, logs: list, scope: .everyAnchor))
        #expect(try policy(Self.settings(), logs: list, had: blind).transparency == seeing)
        #expect(try policy(Self.settings("<false/>"), logs: list, had: own).transparency == own)
    }

    @Test("a policy that no session has asked for is told by the requirements alone")
    func alone() throws {
        let requirements = try Self.settings().requirements(for: Loopback.host)
        var policy = TrustPolicy.ssl(try ServerName(Loopback.host))
        requirements.add(to: &policy)
        #expect(
            policy.transparency
                == .required(TransparencyRequirement(policy: .apple, logs: nil, scope: .publicAnchors)))
    }
}
