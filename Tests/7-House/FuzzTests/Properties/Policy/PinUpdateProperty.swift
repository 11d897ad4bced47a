import HoldfastStatements
import HoldfastTrust
import HoldfastX509

@testable import HoldfastPins

/// Whatever comes as an update of pins, as its signature or as what a store keeps of it: what is read says the same
/// once it is written anew, what is refused is refused in bounded words, and what nobody signed is never taken.
func checkPinUpdate(_ bytes: [UInt8]) throws(Violation) {
    try checkUpdate(bytes)
    try checkSignatures(bytes)
    if let state = try? PinUpdateState(bytes) {
        try expect((try? PinUpdateState(state.bytes)) == state, "a state that is written anew says something else")
    }
    if let report = try? SpooledReport(bytes) {
        try expect((try? SpooledReport(report.bytes)) == report, "a report that is written anew says something else")
    }
    if let recent = RecentReports(bytes) {
        try expect(RecentReports(recent.bytes) == recent, "an index that is written anew says something else")
    }
}

private func checkUpdate(_ bytes: [UInt8]) throws(Violation) {
    let suffixes = PublicSuffixes(identity: "two") { $0 == "com" || $0 == "co.uk" ? .icann : nil }
    do throws(PinUpdateFailure) {
        let update = try PinUpdate(bytes, publicSuffixes: suffixes)
        let written = update.bytes
        try expectSame(update, try PinUpdate(written, publicSuffixes: suffixes))
        for pattern in update.hosts.keys {
            let isWide = pattern.domain.map { ["com", "co.uk"].contains($0.text) } ?? false
            if isWide { throw PinUpdateFailure(.malformed("a wildcard below a public suffix was taken")) }
        }
        if PinUpdateText.isCut(bytes) { throw PinUpdateFailure(.malformed("what can be read was taken for cut")) }
    } catch {
        if case .malformed(let statement) = error.reason {
            let words = statement.description
            if words.hasSuffix("was taken") || words.hasSuffix("for cut") { throw Violation(words) }
        }
        try checkWords(error)
    }
}

private func expectSame(_ one: PinUpdate, _ other: PinUpdate) throws(PinUpdateFailure) {
    guard one == other else { throw PinUpdateFailure(.malformed("another update than was written was taken")) }
}

private func checkSignatures(_ bytes: [UInt8]) throws(Violation) {
    let keys = try prepared { try PinUpdateKeys(base64: publicKeys) }
    do throws(PinUpdateFailure) {
        let document = try PinSignatureDocument(bytes)
        let again = try? PinSignatureDocument(document.bytes)
        try? document.verify(Array("{}".utf8), by: keys)
        if again != document { throw PinUpdateFailure(.malformedSignature("")) }
    } catch {
        if case .malformedSignature(let words) = error.reason, words.description.isEmpty {
            throw Violation("signatures that are written anew say something else")
        }
        try checkWords(error)
    }
    let verifier = PinUpdateVerifier(keys: keys)
    for signed in [
        SignedPinUpdate(update: bytes, signature: bytes), SignedPinUpdate(update: Array("{}".utf8), signature: bytes),
    ] {
        let verified = try? verifier.verify(
            signed, after: PinUpdateHistory(), at: Instant(secondsSince1970: 1_795_000_000))
        try expect(verified == nil, "an update was taken that nobody has signed")
    }
}

private func checkWords(_ refusal: PinUpdateFailure) throws(Violation) {
    for text in [refusal.message, refusal.advice] {
        try expect((1..<4_000).contains(text.utf8.count), "a refusal without words, or with too many")
        let isOneLine = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f }
        try expect(isOneLine, "a refusal on several lines")
    }
}

/// Those of RFC 8032 §7.1, tests 1 and 2.
private let publicKeys = [
    "MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
    "MCowBQYDK2VwAyEAPUAXw+hDiVqStwqnTRt+vJyYLM8uxJaMwM1V8Sr0Zgw=",
]
