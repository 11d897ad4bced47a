import Foundation
import HoldfastAuthority
import HoldfastCrypto
import HoldfastPins
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import Testing

/// Against RFC 7469 §3 and the members that TrustKit's `TSKPinFailureReport` writes.
@Suite("What a report of a pin failure says")
struct PinFailureReportTests {
    let bench: Loopback
    let host = "api.holdfast.test"
    let chain: [[UInt8]]

    init() throws {
        bench = try Loopback.ofTests()
        chain = [try bench.lasting(host).certificate, bench.intermediate.certificate]
    }

    private func policy(_ pins: PinnedHosts) throws -> TrustPolicy {
        var policy = TrustPolicy.ssl(try ServerName(host))
        policy.anchors = bench.anchors
        policy.pins = TrustPins(pins)
        return policy
    }

    private func report(
        _ pins: PinnedHosts, _ chain: [[UInt8]]? = nil, at now: Instant = UpdateBench.moment
    ) throws -> PinFailureReport? {
        let trust = try ServerTrust(derChain: chain ?? self.chain)
        let policy = try policy(pins)
        do throws(TrustFailure) {
            let evaluation = try TrustEngine().evaluate(trust, with: policy, at: now)
            return PinFailureReport(evaluation, host: host, port: 8443)
        } catch {
            return PinFailureReport(error, host: host, port: 8443)
        }
    }

    private func wrong(_ enforcement: PinSet.Enforcement = .enforce, ends: Instant? = nil) throws -> PinSet {
        try UpdateBench.pins(9).with(enforcement: enforcement).with(expiry: ends.map { PinExpiry($0, then: .open) })
    }

    private static func pem(_ certificate: [UInt8]) -> String {
        PEMBlock(label: "CERTIFICATE", contents: certificate).encoded
    }

    @Test func theStandardsForm() throws {
        let end = UpdateBench.moment.advanced(byDays: 10)
        let pins = try PinnedHosts([UpdateBench.pattern: .pinned(try wrong(ends: end))])
        let found = try json(try #require(try report(pins)).bytes(.httpPublicKeyPinning))
        #expect(
            Set(found.keys) == [
                "date-time", "hostname", "port", "effective-expiration-date", "include-subdomains", "noted-hostname",
                "served-certificate-chain", "validated-certificate-chain", "known-pins", "enforce-pinning",
                "validation-result",
            ])
        #expect(found["date-time"] as? String == "2026-11-18T11:06:40Z")
        #expect(found["effective-expiration-date"] as? String == "2026-11-28T11:06:40Z")
        #expect(found["hostname"] as? String == host)
        #expect(found["port"] as? Int == 8443)
        #expect(found["include-subdomains"] as? Bool == true)
        #expect(found["noted-hostname"] as? String == "holdfast.test")
        #expect(found["served-certificate-chain"] as? [String] == chain.map(Self.pem))
        #expect(
            found["validated-certificate-chain"] as? [String] == (chain + [bench.root.certificate]).map(Self.pem))
        let known = [0, 1].map { "pin-sha256=\"\(Base64.encode(Digest.sha256([9, UInt8($0)])))\"" }
        #expect(Set(found["known-pins"] as? [String] ?? []) == Set(known))
        #expect(found["validation-result"] as? Int == 1)
        #expect(found["enforce-pinning"] as? Bool == true)
    }

    @Test func aChainThatIsNotTrustedEitherIsSaidToBeSo() throws {
        let pins = try PinnedHosts([.host(try ServerName(host)): .pinned(try wrong())])
        let late = UpdateBench.moment.advanced(byDays: 400)
        let found = try json(try #require(try report(pins, at: late)).bytes(.httpPublicKeyPinning))
        #expect(found["validation-result"] as? Int == 2)
        #expect(found["include-subdomains"] as? Bool == false)
        #expect(found["noted-hostname"] as? String == host)
        #expect(found["effective-expiration-date"] == nil)
    }

    @Test func whatOnlyReportsIsReportedToo() throws {
        let pins = try PinnedHosts([UpdateBench.pattern: .pinned(try wrong(.reportOnly))])
        let found = try json(try #require(try report(pins)).bytes(.httpPublicKeyPinning))
        #expect(found["enforce-pinning"] as? Bool == false)
        #expect(found["validation-result"] as? Int == 1)
    }

    @Test func whatIsInOrderIsNotReported() throws {
        let key = try Certificate(der: chain[0]).subjectPublicKeyInfo
        let right = try PinSet(anywhere: [Pin(key)], backup: .waived)
        #expect(try report(.everywhere(right)) == nil)
        #expect(try report(.none) == nil)
        let ended = try wrong(ends: UpdateBench.moment)
        #expect(try report(.everywhere(ended)) == nil)
        // Refused, but not for its pins.
        #expect(try report(.everywhere(right), at: UpdateBench.moment.advanced(byDays: 400)) == nil)
    }

    @Test func ourOwnForm() throws {
        let found = try json(try #require(try report(.everywhere(try wrong()))).bytes(.holdfast))
        #expect(found["schema"] as? String == "holdfast.pin-report/1")
        let served = found["served"] as? [[String: String]] ?? []
        #expect(served.map { $0["fingerprintSHA256"] } == chain.map { HexString.encode(Digest.sha256($0[...])) })
        #expect(served[0]["pin"] == Pin(try Certificate(der: chain[0])).description)
        let findings = found["findings"] as? [[String: String]] ?? []
        #expect(findings.contains { $0["code"] == "pinMismatch" && $0["severity"] == "error" })
        #expect(found["notedHost"] == nil)
    }

    @Test func programsSayWhatTheyLike() throws {
        var report = try #require(try report(.everywhere(try wrong())))
        report.program = .init(identifier: "com.example.app", version: "1.2", platform: "LINUX")
        let found = try json(report.bytes(.httpPublicKeyPinning))
        #expect(found["app-bundle-id"] as? String == "com.example.app")
        #expect(found["app-version"] as? String == "1.2")
        #expect(found["app-platform"] as? String == "LINUX")
    }

    /// Wherever a name could stand: in members and in certificates.
    @Test(arguments: PinFailureReport.Form.allCases)
    func redactionTakesTheNamesOut(form: PinFailureReport.Form) throws {
        let pins = try PinnedHosts([UpdateBench.pattern: .pinned(try wrong())])
        let report = try #require(try report(pins))
        let whole = String(decoding: report.bytes(form), as: UTF8.self)
        #expect(whole.contains(host))
        #expect(whole.contains("BEGIN CERTIFICATE") == (form == .httpPublicKeyPinning))
        let bare = String(decoding: report.withoutCertificates.bytes(form), as: UTF8.self)
        #expect(bare.contains(host) && !bare.contains("BEGIN CERTIFICATE"))
        let key = [UInt8](repeating: 7, count: 16)
        for redacted in [report.withoutNames, try report.hashingNames(key: key)] {
            let text = String(decoding: redacted.bytes(form), as: UTF8.self)
            #expect(!text.contains("holdfast.test") && !text.contains("BEGIN CERTIFICATE"))
        }
        let hashed = try HMAC.authenticate(Array(host.utf8), key: key, digest: .sha256)
        #expect(try report.hashingNames(key: key).host == HexString.encode(hashed))
    }

    @Test func aCertificateThatCannotBeReadIsCarried() throws {
        let broken = chain + [[0x30, 0x03, 1, 2]]
        let report = try #require(try report(.everywhere(try wrong()), broken))
        #expect(report.served.last?.pin == nil)
        #expect(report.served.last?.certificate == [0x30, 0x03, 1, 2])
    }
}
