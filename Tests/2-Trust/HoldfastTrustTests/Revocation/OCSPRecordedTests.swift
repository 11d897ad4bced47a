import Foundation
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// Responses that `openssl ocsp` made (`Vectors/ocsp/make`), judged here and, when they were made, by `openssl ocsp`.
@Suite("Revocation: OCSP responses of OpenSSL", .ownThread)
struct OCSPRecordedTests {
    struct Case: CustomStringConvertible, Sendable {
        let description: String
        let certificate: String
        let isVerified: Bool
        let status: String
    }

    private static let folder = ProjectFolder.top.appending(path: "Vectors/ocsp")

    /// Where OpenSSL believes what is not believed here: a delegate whose status has to be known. A response of today
    /// that does not say until when it holds counts here too, with a warning (CA/B BR 4.9.7: seven days).
    private static let stricter: Set<String> = ["delegate-checked"]

    static let cases: [Case] = {
        let text = (try? String(contentsOf: folder.appending(path: "cases.txt"), encoding: .utf8)) ?? ""
        return text.split(separator: "\n").map { line in
            let words = line.split(separator: " ").map(String.init)
            return Case(
                description: words[0], certificate: words[1], isVerified: words[2] == "verified", status: words[3])
        }
    }()

    private static func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    private static func certificate(_ name: String) throws -> Certificate {
        let pem = Array(try Data(contentsOf: folder.appending(path: "\(name).pem")))
        let der = try #require(try EncodedObject.certificates(in: pem).first)
        return try Certificate(der: Array(der))
    }

    private func answer(_ item: Case, _ checking: RevocationChecking) throws -> RevocationAnswer? {
        let base64 = try Self.text("\(item.description).b64")
        let der = [UInt8](try #require(Data(base64Encoded: base64, options: .ignoreUnknownCharacters)))
        var policy = TrustPolicy.basicX509
        policy.anchors = .only([try Self.certificate("authority")])
        policy.revocation = checking
        let trust = try ServerTrust(presentedChain: [Self.certificate(item.certificate)], stapledOCSP: der)
        let at = try Self.text("at.txt").trimmingCharacters(in: .whitespacesAndNewlines)
        let moment = try #require(Instant(rfc3339: at))
        do throws(TrustFailure) {
            return try TrustEngine().evaluate(trust, with: policy, at: moment).revocation.first
        } catch {
            return error.revocation.first
        }
    }

    @Test("what OpenSSL says of them", arguments: cases)
    func opinions(_ item: Case) throws {
        let hard = try answer(item, .hard)
        switch (item.isVerified, item.status) {
        case (true, "good") where Self.stricter.contains(item.description): #expect(hard?.problem != nil)
        case (true, "good"): #expect(hard == .good)
        case (true, "revoked"): #expect(hard?.isRevoked == true)
        default: #expect(hard?.problem != nil)
        }
        if item.description == "delegate-checked" { #expect(try answer(item, .soft) == .good) }
        if item.certificate == "held" {
            let since = try #require(Instant(year: 2026, month: 1, day: 1))
            #expect(hard == .revoked(since: since, reason: .certificateHold))
        }
    }

    @Test("all that was recorded is judged, and every kind is there")
    func complete() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        let recorded = files.filter { $0.hasSuffix(".b64") }.map { String($0.dropLast(4)) }
        #expect(Set(recorded) == Set(Self.cases.map(\.description)))
        #expect(Set(Self.cases.map(\.status)) == ["good", "revoked", "unknown", "none"])
        #expect(Set(Self.cases.map(\.isVerified)) == [true, false])
    }
}
