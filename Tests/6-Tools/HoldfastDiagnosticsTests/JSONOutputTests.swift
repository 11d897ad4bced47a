import Foundation
import HoldfastAuthority
import HoldfastStatements
import HoldfastTrust
import HoldfastX509
import Testing

@testable import HoldfastDiagnostics

/// The writer of JSON beside Foundation's: the same bytes, whatever is written.
@Suite("JSON as it is written")
struct JSONOutputTests {
    private struct Plain: Encodable {
        let text: String
        let number: Double?
        let list: [Int]
    }

    private enum Word: String, Encodable { case one, two }

    private static func both(_ value: some Encodable) throws -> (own: String, foundation: String) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var output = JSONOutput()
        try output.write(value)
        return (
            String(decoding: output.bytes, as: UTF8.self), String(decoding: try encoder.encode(value), as: UTF8.self)
        )
    }

    @Test("Texts, with every octet below 128 and what lies beyond")
    func texts() throws {
        let low = String(String.UnicodeScalarView((0..<0x80).compactMap { Unicode.Scalar($0) }))
        for text in [low, "", "/\\\"", "é中文😀", "\u{2028}\u{202e}\u{feff}", "e\u{301}", "\u{85}\u{9f}"] {
            let (own, foundation) = try Self.both(["a": text])
            #expect(own == foundation)
        }
    }

    @Test("Numbers, truths, and nothing")
    func numbers() throws {
        let least = Double.leastNonzeroMagnitude
        for number in [0, -0.0, 1, 1.5, -3.25, 0.001, 123_456.789, 1e15, 2e16, 1e300, least, 1.0 / 3] {
            let (own, foundation) = try Self.both([number])
            #expect(own == foundation)
        }
        let whole = try Self.both([Int.min, 0, Int.max])
        #expect(whole.own == whole.foundation)
        let mixed = try Self.both(
            JSONObject(
                ["b": true, "a": Int?.none, "C": [String?](["x", nil]), "d": Int32(-7)], unlessNone: ["e": nil]))
        #expect(mixed.own == mixed.foundation && mixed.own == #"{"C":["x",null],"a":null,"b":true,"d":-7}"#)
        #expect(throws: (any Error).self) { try Self.both([Double.nan]) }
        #expect(throws: (any Error).self) { try Self.both([-Double.infinity]) }
    }

    @Test("Values that write themselves otherwise, and objects in objects")
    func nested() throws {
        let plain = Plain(text: "a/b", number: nil, list: [3, 1])
        let object = JSONObject([
            "plain": plain, "word": Word.two, "words": [Word.one, .two], "empty": [Int](),
            "inner": JSONObject(["z": ["k": "v"], "y": JSONObject([:])]),
        ])
        let (own, foundation) = try Self.both(object)
        #expect(own == foundation)
    }

    @Test("Verdicts: trusted, refused, and of a target that was not reached")
    func verdicts() throws {
        let samples = try Samples()
        let failure = FailureReport(
            phase: .connect, code: "connectionRefused", message: "a\nb", hint: nil, exitCode: 3, librarySays: ["x"])
        let policy = TrustPolicy.ssl(try ServerName("www.example.com"))
        for report in [
            try samples.verdict(samples.leaf().chain), try samples.verdict([samples.leaf().certificate]),
            try samples.verdict(samples.leaf { $0.notAfter = samples.at.advanced(byDays: -1) }.chain),
            VerdictReport(failure, target: "dead.example", policy: policy, at: samples.at),
        ] {
            let (own, foundation) = try Self.both(report)
            #expect(own == foundation)
            let result = try Self.both(ScanResult(ScanTarget(index: 0, key: "k", text: "t"), report))
            #expect(result.own == result.foundation)
        }
    }
}
