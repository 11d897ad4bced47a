import HoldfastAuthority
import HoldfastPolicy
import HoldfastTrust
import HoldfastStatements
import HoldfastX509
import Testing

@Suite("The warning before a connection")
struct InterstitialTests {
    private let moment = Instant(secondsSince1970: 1_780_300_800)
    private let host = "www.holdfast.test"
    private let root: CertificateAuthority

    init() throws { root = try CertificateAuthority.root(name: "Root", at: moment) }

    private func refusal(
        _ policy: TrustPolicy? = nil, _ change: (inout CertificateTemplate) -> Void
    ) throws -> TrustFailure {
        var template = CertificateTemplate.server(names: [host], at: moment)
        change(&template)
        let trust = try ServerTrust(derChain: [try root.issue(template).certificate])
        let policy = try policy ?? self.policy()
        do throws(TrustFailure) {
            _ = try TrustEngine().evaluate(trust, with: policy, at: moment)
        } catch {
            return error
        }
        throw Accepted()
    }

    private struct Accepted: Error {}

    private func policy() throws -> TrustPolicy {
        var policy = TrustPolicy.ssl(try ServerName(host))
        policy.anchors = .only([try Certificate(der: root.certificate)])
        return policy
    }

    private func expired(_ template: inout CertificateTemplate) {
        template.notAfter = moment.advanced(bySeconds: -1)
    }

    @Test("what may be overlooked may be, for exactly what was shown and for as long as it says")
    func proceeding() throws {
        let failure = try refusal { expired(&$0) }
        let warning = Interstitial(failure, atMost: .seconds(3_600))
        #expect(warning.proceeding == .possible(atMost: .seconds(3_600)) && warning.mayProceed)
        let far = moment.advanced(byDays: 30)
        let exception = try #require(warning.exception(until: far, at: moment))
        #expect(exception.until == moment.advanced(bySeconds: 3_600))
        #expect(try exception.codes == [.expired] && exception.host == ServerName(host))
        #expect(warning.exception(until: moment, at: moment) == nil)

        var policy = try policy()
        policy.exceptions = .only([exception])
        let trust = failure.presented
        #expect(try TrustEngine().evaluate(trust, with: policy, at: moment).exception == exception)
        policy.purpose = .ssl(try ServerName("other.holdfast.test"))
        #expect(throws: TrustFailure.self) { try TrustEngine().evaluate(trust, with: policy, at: moment) }
        policy.purpose = .ssl(try ServerName(host))
        #expect(throws: TrustFailure.self) {
            try TrustEngine().evaluate(trust, with: policy, at: moment.advanced(bySeconds: 3_600))
        }
    }

    @Test("what nobody may overlook has no way on, beside other findings too")
    func never() throws {
        var pinned = try policy()
        let pin = try Pin(subject: .publicKey, algorithm: .sha256, digest: Array(repeating: 7, count: 32))
        pinned.pins = TrustPins(.everywhere(try PinSet(anywhere: [pin], backup: .waived)))
        let failure = try refusal(pinned) { expired(&$0) }
        let warning = Interstitial(failure)
        #expect(warning.code == .pinMismatch)
        #expect(warning.proceeding == .impossible([.pinMismatch]))
        #expect(warning.exception(until: moment.advanced(byDays: 1), at: moment) == nil)
    }

    @Test("without a name there is nothing that a decision could hold for")
    func nameless() throws {
        var policy = try policy()
        policy.purpose = .basicX509
        let failure = try refusal(policy) { expired(&$0) }
        #expect(Interstitial(failure).proceeding == .withoutName)
    }

    @Test("a limit beyond what an exception may last counts as that, and none at all as a second")
    func limits() throws {
        let failure = try refusal { expired(&$0) }
        #expect(
            Interstitial(failure, atMost: .seconds(1 << 40)).proceeding
                == .possible(atMost: .seconds(TrustException.maximumDays * 86_400)))
        #expect(Interstitial(failure, atMost: .zero).proceeding == .possible(atMost: .seconds(1)))
    }

    @Test("every code has its texts, in both languages", arguments: PageLanguage.allCases)
    func texts(_ language: PageLanguage) throws {
        let late = Interstitial(try refusal { expired(&$0) })
        let other = Interstitial(try refusal { $0.names = ["other.holdfast.test"] })
        #expect(late.title(in: language) != other.title(in: language))
        for warning in [late, other] {
            let texts = [
                warning.title(in: language), warning.reason(in: language), warning.advice(in: language),
                warning.consequence(in: language),
            ]
            #expect(texts.allSatisfy { !$0.isEmpty } && Set(texts).count == 4)
            #expect(warning.reason(in: language).contains(host))
            let isChinese = texts.allSatisfy { $0.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) } }
            #expect(isChinese == (language == .chinese))
        }
        #expect(late.evidence.map(\.code) == [.expired] && late.evidence.first?.certificate?.contains(host) == true)
    }
}
