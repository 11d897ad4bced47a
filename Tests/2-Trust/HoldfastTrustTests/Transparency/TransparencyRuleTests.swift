import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrust

/// RFC 6962 §5.2: "Upon receiving an SCT, [TLS clients] SHOULD validate it by computing the signature input from the
/// SCT data as well as the certificate and verifying the signature, using the corresponding log's public key"; "TLS
/// clients MUST reject SCTs whose timestamp is in the future".
@Suite("Certificate transparency of a chain", .ownThread)
struct TransparencyRuleTests {
    private let given = LoggedChain.given

    @Test("timestamps of two logs, of two operators, are enough for both programmes")
    func enough() throws {
        let logged = try LoggedChain()
        let sent = try logged.made()
        for policy in TransparencyPolicy.all {
            let outcome = try logged.outcome(sent, policy)
            #expect(outcome.unmet == [], "\(policy.name)")
            #expect(outcome.transparency.result == .passed)
            #expect(outcome.transparency.policy == policy.name)
            #expect(outcome.transparency.timestamps.map(\.isVerified) == [true, true])
            #expect(outcome.transparency.timestamps.map(\.logName) == ["One's", "Two's"])
            #expect(outcome.transparency.timestamps.map(\.source) == [.embedded, .embedded])
            #expect(outcome.transparency.timestamps.map(\.at) == [given, given])
        }
    }

    @Test("none, one, and two of one operator, are too few")
    func tooFew() throws {
        let logged = try LoggedChain(["One", "Two", "One"])
        for policy in TransparencyPolicy.all {
            for (sent, count) in [
                (try logged.chain.intermediate.issue(logged.leaf).chain, 0), (try logged.made(loggedBy: [0]), 1),
                (try logged.made(loggedBy: [0, 2]), 2),
            ] {
                let outcome = try logged.outcome(sent, policy)
                #expect(outcome.unmet == ["transparency.\(policy.name)"], "\(policy.name), \(count)")
                #expect(outcome.findings.first?.code == .transparency)
                #expect(outcome.transparency.result == .failed)
                #expect(outcome.transparency.timestamps.count == count)
            }
        }
    }

    @Test("timestamps that were made for another certificate prove nothing")
    func otherCertificate() throws {
        let logged = try LoggedChain()
        let other = try Certificate(der: logged.made()[0])
        let list = try #require(other.embeddedSCTList)
        var template = logged.leaf
        template.add(.embeddedSCTList, EmbeddedSCTList(list))
        let outcome = try logged.outcome(try logged.chain.intermediate.issue(template).chain)
        #expect(outcome.unmet == ["transparency.apple"])
        #expect(outcome.transparency.timestamps.map(\.isVerified) == [false, false])
    }

    @Test("a timestamp beside the certificate that its log never signed")
    func forged() throws {
        let logged = try LoggedChain()
        let sent = try logged.chain.intermediate.issue(logged.leaf).chain
        let forged = try logged.logs.map { one in
            let good = try #require(try one.log.timestamp(.certificate(sent[0]), at: given).version1)
            var bad = good
            bad.timestamp += 1
            return SignedCertificateTimestamp(bad)
        }
        let outcome = try logged.outcome(sent, beside: forged)
        #expect(outcome.unmet == ["transparency.apple"])
        #expect(outcome.transparency.timestamps.map(\.isVerified) == [false, false])
    }

    @Test("timestamps by the handshake: two logs of two operators for both programmes")
    func handshake() throws {
        let logged = try LoggedChain()
        let sent = try logged.chain.intermediate.issue(logged.leaf).chain
        let beside = try logged.logs.map { try $0.log.timestamp(.certificate(sent[0]), at: given) }
        for policy in TransparencyPolicy.all {
            let outcome = try logged.outcome(sent, policy, beside: beside)
            #expect(outcome.unmet == [])
            #expect(outcome.transparency.timestamps.map(\.source) == [.tls, .tls])
        }
        #expect(try logged.outcome(sent, beside: [beside[0]]).unmet == ["transparency.apple"])
    }

    @Test("one in the certificate and one by the handshake: Apple counts both, Chrome takes no mixture")
    func mixture() throws {
        // Apple: "at least two SCTs from currently approved CT logs with one SCT presented via TLS extension". Chrome:
        // "can no longer be met by a mix of embedded, OCSP, and TLS SCTs".
        let logged = try LoggedChain()
        let sent = try logged.made(loggedBy: [0])
        let beside = [try logged.logs[1].log.timestamp(.certificate(sent[0]), at: given)]
        #expect(try logged.outcome(sent, .apple, beside: beside).unmet == [])
        #expect(try logged.outcome(sent, .chrome, beside: beside).unmet == ["transparency.chrome"])
        let same = [try logged.logs[0].log.timestamp(.certificate(sent[0]), at: given)]
        #expect(try logged.outcome(sent, .apple, beside: same).unmet == ["transparency.apple"])
    }

    /// The stapled response of the intermediate, with answers that carry these extensions.
    private func staple(
        _ logged: LoggedChain, about serialNumber: SerialNumber, _ extensions: [[Extension]]
    ) throws -> [UInt8] {
        var template = OCSPResponseTemplate(at: LoggedChain.moment)
        let certID = try logged.chain.intermediate.certID(for: serialNumber)
        for one in extensions { template.answer(certID, .good, singleExtensions: one) }
        return try logged.chain.intermediate.issue(template)
    }

    /// The extension of an answer with a timestamp of each log.
    private func carried(_ logged: LoggedChain, by certificate: [UInt8]) throws -> Extension {
        let list = SignedCertificateTimestampList(
            try logged.logs.map { try $0.log.timestamp(.certificate(certificate), at: given) })
        return Extension(.ocspResponseSCTList, value: EmbeddedSCTList(list.encoded[...]).der)
    }

    @Test("timestamps in the stapled response, about this certificate alone")
    func stapled() throws {
        let logged = try LoggedChain()
        let sent = try logged.chain.intermediate.issue(logged.leaf).chain
        let serialNumber = try Certificate(der: sent[0]).serialNumber
        let list = try carried(logged, by: sent[0])
        let good = try logged.outcome(sent, stapled: staple(logged, about: serialNumber, [[list]]))
        #expect(good.unmet == [])
        #expect(good.transparency.timestamps.map(\.source) == [.ocsp, .ocsp])
        // Chrome's policy page has no way by OCSP since 20 March 2026 (Chrome 148).
        let chrome = try logged.outcome(sent, .chrome, stapled: staple(logged, about: serialNumber, [[list]]))
        #expect(chrome.unmet == ["transparency.chrome"])
        #expect(chrome.transparency.policyDay == RootProgram.day(2026, 3, 20))
        let objection = "the policy counts no timestamps of stapled OCSP responses"
        #expect(chrome.objections == [objection, objection])
        let beside = try logged.logs.map { try $0.log.timestamp(.certificate(sent[0]), at: given) }
        #expect(try logged.outcome(sent, .chrome, beside: beside).unmet == [])
        let other = try logged.outcome(sent, stapled: staple(logged, about: SerialNumber(UInt64(4_711)), [[list]]))
        #expect(other.unmet == ["transparency.apple"])
        #expect(other.transparency.timestamps == [])
    }

    /// RFC 6962 §3.3: the list is "an OCTET STRING" in the extension; RFC 6960 §4.4 and RFC 5280 §4.2: an extension of
    /// a kind once.
    @Test("a stapled response whose timestamps cannot be read is told of, and gives nothing")
    func brokenStaple() throws {
        let logged = try LoggedChain()
        let sent = try logged.chain.intermediate.issue(logged.leaf).chain
        let serialNumber = try Certificate(der: sent[0]).serialNumber
        let list = try carried(logged, by: sent[0])
        for (extensions, word) in [
            // The TLS encoding without the OCTET STRING around it.
            ([Extension(.ocspResponseSCTList, value: [0x05, 0x00])], "OCTET STRING"), ([list, list], "twice"),
            // An OCTET STRING that holds no list.
            ([Extension(.ocspResponseSCTList, value: [0x04, 0x02, 0x00, 0x00])], "nothing"),
        ] {
            let outcome = try logged.outcome(sent, stapled: staple(logged, about: serialNumber, [extensions]))
            #expect(outcome.unmet == ["transparency.apple"])
            #expect(outcome.transparency.timestamps == [])
            #expect(outcome.transparency.problems.map(\.source) == [.ocsp])
            let reason = outcome.transparency.problems.first?.reason ?? ""
            #expect(reason.contains(word), "\(reason)")
            let seen = outcome.findings.first { $0.requirement == "transparency.apple" }?.seen ?? ""
            #expect(seen.contains("a list (ocsp) that cannot be read: \(reason)"), "\(seen)")
        }
        // A response that is no DER at all.
        let torn = try logged.outcome(sent, stapled: [0x30, 0x05, 0x0A])
        #expect(torn.unmet == ["transparency.apple"])
        #expect(torn.transparency.problems.map(\.source) == [.ocsp])
        // Another answer of the same response may be in order.
        let mixed = try logged.outcome(sent, stapled: staple(logged, about: serialNumber, [[list, list], [list]]))
        #expect(mixed.unmet == [])
        #expect(mixed.transparency.problems.count == 1)
    }

    @Test("of many answers about one certificate the first are read")
    func manyAnswers() throws {
        let logged = try LoggedChain()
        let sent = try logged.chain.intermediate.issue(logged.leaf).chain
        let serialNumber = try Certificate(der: sent[0]).serialNumber
        let answers = Array(repeating: [try carried(logged, by: sent[0])], count: 100)
        let outcome = try logged.outcome(sent, stapled: staple(logged, about: serialNumber, answers))
        #expect(outcome.transparency.timestamps.count == 2 * PresentedTimestamps.maximumAnswers)
        #expect(outcome.unmet == [])
    }

    @Test("a timestamp of the future, to the millisecond")
    func future() throws {
        let logged = try LoggedChain()
        let moment = LoggedChain.moment
        #expect(try logged.outcome(logged.made(at: moment)).unmet == [])
        let later = try logged.outcome(
            logged.made(at: Instant(secondsSince1970: moment.secondsSince1970, nanoseconds: 1_000_000)))
        #expect(later.unmet == ["transparency.apple"])
        #expect(later.objections == Array(repeating: "it was given later than now", count: 2))
    }

    @Test("a log that the list does not have")
    func unknown() throws {
        let logged = try LoggedChain()
        let stranger = try LoggedChain()
        let sent = try logged.chain.intermediate.issue(
            logged.leaf, loggedBy: [logged.logs[0].log, stranger.logs[1].log], at: given
        ).chain
        let outcome = try logged.outcome(sent)
        #expect(outcome.unmet == ["transparency.apple"])
        #expect(outcome.transparency.timestamps.map(\.isVerified) == [true, nil])
        #expect(outcome.transparency.timestamps.map(\.logName) == ["One's", nil])
        #expect(outcome.transparency.timestamps[1].logID == stranger.logs[1].log.id)
    }

    @Test(
        "the state of the second log",
        arguments: [
            ("qualified", true), ("usable", true), ("pending", false), ("rejected", false),
        ])
    func states(state: String, counts: Bool) throws {
        var logged = try LoggedChain()
        logged.logs[1].state = state
        #expect(try logged.outcome(logged.made()).unmet == (counts ? [] : ["transparency.apple"]))
    }

    @Test("a log that retired: timestamps from before count, where another log is approved still")
    func retired() throws {
        // Apple: "at least one embedded SCT from a currently approved log" and others "from once or currently approved
        // logs". Chrome: "an SCT must have been issued before the Log's Retired timestamp".
        var logged = try LoggedChain()
        logged.logs[1].state = "retired"
        for policy in TransparencyPolicy.all {
            logged.logs[1].since = given.advanced(bySeconds: 1).description
            #expect(try logged.outcome(logged.made(), policy).unmet == [], "\(policy.name)")
            logged.logs[1].since = given.description
            #expect(try logged.outcome(logged.made(), policy).unmet == ["transparency.\(policy.name)"])
        }
        logged.logs[0].state = "retired"
        logged.logs[0].since = given.advanced(bySeconds: 1).description
        logged.logs[1].since = logged.logs[0].since
        #expect(try logged.outcome(logged.made()).unmet == ["transparency.apple"])
        // It retires later than the chain is judged for, and is approved until then.
        logged.logs[0].since = LoggedChain.moment.advanced(bySeconds: 1).description
        #expect(try logged.outcome(logged.made()).unmet == [])
    }

    /// Chromium, ChromeCTPolicyEnforcer: "If the log is disqualified, it only counts towards quorum if the certificate
    /// was issued before the log was disqualified, and the SCT was obtained before the log was disqualified", where
    /// "issuance date is defined as the earliest of all SCTs" that are verified and of logs that are not disqualified.
    /// Apple, CertificateTransparency.c: "qualified at the time of SCT AND at the time of issuance".
    @Test(
        "a retired log's timestamp counts where it and one of an approved log are older than the end of the log",
        arguments: [
            // Seconds from the end of the second log to the timestamps of the first and of the second.
            (-60, -60, true), (-60, -1, true), (-1, -60, true), (0, -60, false), (60, -60, false), (-60, 0, false),
            (-60, 60, false),
        ] as [(Int64, Int64, Bool)])
    func retirement(current: Int64, retired: Int64, counts: Bool) throws {
        var logged = try LoggedChain()
        let end = given.advanced(bySeconds: -120)
        logged.logs[1].state = "retired"
        logged.logs[1].since = end.description
        let sent = try logged.made { log in end.advanced(bySeconds: log == 0 ? current : retired) }
        for policy in TransparencyPolicy.all {
            let outcome = try logged.outcome(sent, policy)
            #expect(outcome.unmet == (counts ? [] : ["transparency.\(policy.name)"]), "\(policy.name)")
            let objection =
                retired < 0
                ? "its log was retired on \(end), before a log that is approved now took the certificate"
                : "its log was retired on \(end), before the timestamp was given"
            #expect(outcome.objections == ["", counts ? "" : objection])
            #expect(outcome.transparency.timestamps.map(\.isVerified) == [true, retired < 0 ? true : nil])
        }
    }

    @Test("a timestamp that nobody can verify makes no certificate older than its logs say")
    func unverifiedAge() throws {
        var logged = try LoggedChain()
        logged.logs[1].state = "retired"
        logged.logs[1].since = given.advanced(bySeconds: -60).description
        let sent = try logged.made { log in given.advanced(bySeconds: log == 0 ? 0 : -120) }
        let early = given.advanced(bySeconds: -600)
        let strange = try LoggedChain().logs[0].log.timestamp(.certificate(sent[0]), at: early)
        var forged = try #require(try logged.logs[0].log.timestamp(.certificate(sent[0]), at: given).version1)
        forged.timestamp = UInt64(early.secondsSince1970) * 1_000
        for beside in [strange, SignedCertificateTimestamp(forged)] {
            for policy in TransparencyPolicy.all {
                let outcome = try logged.outcome(sent, policy, beside: [beside])
                #expect(outcome.unmet == ["transparency.\(policy.name)"], "\(policy.name)")
            }
        }
    }

    /// Apple, CertificateTransparency.c: "If the log is temporally sharded, the certificate expiry date must be within
    /// the temporal shard window", from `start_inclusive` to before `end_exclusive`. Neither Chrome's policy nor
    /// Chromium's code asks.
    @Test("the interval of a log, by the end of the certificate: Apple asks, Chrome does not")
    func interval() throws {
        var logged = try LoggedChain()
        let sent = try logged.made()
        let end = try Certificate(der: sent[0]).validity.notAfter.instant
        func moment(_ seconds: Int64) -> String { end.advanced(bySeconds: seconds).description }
        let cases: [(Int64, Int64, Bool)] = [(0, 1, true), (-60, 60, true), (1, 60, false), (-60, 0, false)]
        for (first, last, counts) in cases {
            logged.logs[1].interval = (moment(first), moment(last))
            let apple = try logged.outcome(sent, .apple)
            #expect(apple.unmet == (counts ? [] : ["transparency.apple"]), "\(first) to \(last)")
            let objection = "its log takes certificates that end from \(moment(first)) on, before \(moment(last))"
            #expect(apple.objections == ["", counts ? "" : objection])
            #expect(try logged.outcome(sent, .chrome).unmet == [])
        }
        // Of a log that was retired, too.
        logged.logs[1].state = "retired"
        logged.logs[1].since = LoggedChain.moment.description
        #expect(try logged.outcome(sent, .apple).unmet == ["transparency.apple"])
        #expect(try logged.outcome(sent, .chrome).unmet == [])
    }

    /// Apple, CertificateTransparency.c: "SCTs from after the transition to read-only are not valid (and indicate a
    /// operator failure)". Chrome, CT Log Lifecycle: ReadOnly is "functionally equivalent to Qualified and Usable".
    @Test("a log that is read-only gives nothing more: Apple asks, Chrome does not")
    func readOnly() throws {
        var logged = try LoggedChain()
        let sent = try logged.made()
        logged.logs[1].state = "readonly"
        for (seconds, counts) in [(Int64(0), true), (60, true), (-1, false)] {
            let since = given.advanced(bySeconds: seconds)
            logged.logs[1].since = since.description
            let apple = try logged.outcome(sent, .apple)
            #expect(apple.unmet == (counts ? [] : ["transparency.apple"]))
            let objection = "its log has taken nothing since \(since), before the timestamp was given"
            #expect(apple.objections == ["", counts ? "" : objection])
            #expect(try logged.outcome(sent, .chrome).unmet == [])
        }
    }

    /// Google, `3p_libraries.md`: "Private keys for these log mimics are available for download".
    @Test("a log whose private key everybody has counts for nothing, whatever the list says")
    func publishedKey() throws {
        #expect(TransparencyLogList.publishedKeys.map(\.count) == [32, 32])
        let logged = try LoggedChain()
        let sent = try logged.chain.intermediate.issue(logged.leaf).chain
        let logs = try TransparencyLogList.publishedKeys.map { id in
            let like = try logged.list().logs[0]
            return TransparencyLogList.Log(
                id: id, name: "mimic", key: like.key, kind: .rfc6962, state: .usable, stateSince: like.stateSince,
                operatorName: "Google", previousOperators: [], interval: nil)
        }
        let beside = logs.map { log in
            SignedCertificateTimestamp(
                SignedCertificateTimestamp.Version1(
                    logID: log.id[...], timestamp: UInt64(given.secondsSince1970) * 1_000, signature: [1]))
        }
        let trust = try ServerTrust(
            derChain: sent, signedCertificateTimestamps: SignedCertificateTimestampList(beside).encoded)
        let policy = try logged.policy(logs: TransparencyLogList(publishedAt: nil, logs: logs))
        let outcome = try logged.outcome(trust, policy)
        #expect(outcome.unmet == ["transparency.apple"])
        #expect(outcome.objections == Array(repeating: "its log's private key is published", count: 2))
    }

    @Test("the operator at the time of a timestamp is the one that counts")
    func operators() throws {
        var logged = try LoggedChain(["One", "Two"])
        logged.logs[1].previous = ("One", given.advanced(bySeconds: 1).description)
        #expect(try logged.outcome(logged.made(), .chrome).unmet == ["transparency.chrome"])
        logged.logs[1].previous = ("One", given.description)
        #expect(try logged.outcome(logged.made(), .chrome).unmet == [])
    }

    @Test("without a list nothing is said to have passed, and nothing is refused for it")
    func withoutList() throws {
        let logged = try LoggedChain()
        let trust = try ServerTrust(derChain: try logged.made())
        let outcome = try logged.outcome(trust, logged.policy(logs: nil))
        #expect(outcome is TrustEvaluation)
        #expect(outcome.transparency.result == .notChecked)
        #expect(outcome.transparency.timestamps.map(\.isVerified) == [nil, nil])
        #expect(outcome.severity(of: "transparency.list") == .warning)
    }

    @Test("an old list is told of, and judges all the same")
    func oldList() throws {
        // Chrome: "unable to obtain an updated CT log list … for 70 days or more".
        let logged = try LoggedChain()
        let (good, bad) = (try logged.made(), try logged.made(loggedBy: [0]))
        for (days, severity) in [(Int64(69), nil), (70, Severity.warning)] {
            let list = try logged.list(published: LoggedChain.moment.advanced(byDays: -days).description)
            let policy = try logged.policy(logs: list)
            #expect(
                try logged.outcome(try ServerTrust(derChain: good), policy).severity(of: "transparency.listAge")
                    == severity)
            #expect(try logged.outcome(try ServerTrust(derChain: bad), policy).unmet == ["transparency.apple"])
        }
    }

    @Test("where public anchors alone are meant, nothing is asked under one's own")
    func scope() throws {
        let logged = try LoggedChain()
        let trust = try ServerTrust(derChain: try logged.chain.intermediate.issue(logged.leaf).chain)
        var policy = try logged.policy(logs: logged.list(), .publicAnchors)
        let own = try logged.outcome(trust, policy)
        #expect(own.unmet == [])
        #expect(own.transparency.result == .notRequired)
        policy.anchors = .onlyAsPublic([try Certificate(der: logged.chain.root.certificate)])
        policy.profile = .rfc5280
        #expect(try logged.outcome(trust, policy).unmet == ["transparency.apple"])
        policy.purpose = .basicX509
        #expect(try logged.outcome(trust, policy).transparency.result == .notRequired)
    }

    @Test("a list that cannot be read is told of, and gives nothing")
    func broken() throws {
        let logged = try LoggedChain()
        let sent = try logged.chain.intermediate.issue(logged.leaf).chain
        let trust = try ServerTrust(derChain: sent, signedCertificateTimestamps: [0, 9, 1])
        let outcome = try logged.outcome(trust, logged.policy(logs: logged.list()))
        #expect(outcome.unmet == ["transparency.apple"])
        #expect(outcome.transparency.problems.map(\.source) == [.tls])
    }

    @Test("a list of forgeries costs no more checks than are looked at, and none of them counts")
    func flood() throws {
        let logged = try LoggedChain()
        let sent = try logged.chain.intermediate.issue(logged.leaf).chain
        let good = try #require(try logged.logs[0].log.timestamp(.certificate(sent[0]), at: given).version1)
        let forged = (1...64).map { number in
            var bad = good
            bad.timestamp -= UInt64(number)
            return SignedCertificateTimestamp(bad)
        }
        let before = try logged.outcome(sent).work.signatureWeight
        let outcome = try logged.outcome(sent, beside: forged)
        #expect(outcome.work.signatureWeight - before == TransparencyChecker.maximumChecked)
        #expect(outcome.unmet == ["transparency.apple"])
        #expect(outcome.transparency.timestamps.count == 64)
    }

    @Test("beyond the limit enough timestamps are enough, and of too few it is not known")
    func limit() throws {
        let logged = try LoggedChain(["One", "Two", "Three"])
        let trust = try ServerTrust(derChain: logged.made())
        var policy = try logged.policy(logs: logged.list())
        policy.limits.signatureWeight = 2
        let enough = try logged.outcome(trust, policy)
        #expect(enough.unmet == [] && enough.transparency.result == .passed)
        #expect(enough.findings.filter { $0.code == .workLimit }.map(\.severity) == [.warning])
        policy.limits.signatureWeight = 1
        let cut = try logged.outcome(trust, policy)
        #expect(cut.unmet == ["work.bounded"], "\(cut.findings)")
        #expect(cut.transparency.result == .notChecked)
        #expect(cut.transparency.timestamps.map(\.isVerified) == [true, nil, nil])
    }

    @Test("a policy that asks is another policy, and so is one with another list, programme or scope")
    func digests() throws {
        let (first, second) = (try LoggedChain(), try LoggedChain())
        let policies = [
            try first.chain.policy(), try first.policy(logs: nil), try first.policy(logs: first.list()),
            try first.policy(logs: second.list()), try first.policy(.chrome, logs: first.list()),
            try first.policy(logs: first.list(), .publicAnchors),
            try first.policy(logs: first.list(published: "2026-05-29T00:00:00Z")),
        ]
        let digests = policies.map { policy in
            var policy = policy
            policy.anchors = .system
            return policy.digest
        }
        #expect(Set(digests).count == policies.count)
    }

    @Test("what was accepted before a log retired is judged anew after it")
    func acceptedBefore() throws {
        var logged = try LoggedChain()
        logged.logs[1].state = "retired"
        logged.logs[1].since = LoggedChain.moment.description
        let policy = try logged.policy(logs: logged.list())
        let before = policy.digest(at: LoggedChain.moment.advanced(bySeconds: -1))
        #expect(before != policy.digest(at: LoggedChain.moment))
        #expect(before == policy.digest(at: LoggedChain.moment.advanced(bySeconds: -2)))
    }

    @Test("a timestamp that was verified is not verified again")
    func memory() throws {
        var logged = try LoggedChain()
        logged.chain.engine = TrustEngine(remembersVerdicts: false)
        let sent = try logged.made()
        let first = try logged.outcome(sent).work
        let second = try logged.outcome(sent).work
        #expect(first.signatureChecks == 4)
        #expect((second.signatureChecks, second.rememberedSignatures) == (0, 4))
        #expect(first.signatureWeight == second.signatureWeight)
    }
}
