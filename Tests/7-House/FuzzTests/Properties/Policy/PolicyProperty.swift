import HoldfastJSON
import HoldfastTrust
import HoldfastX509

@testable import HoldfastPolicy

/// A document that is read is read again from what it is written as; of another, each problem is at a place of the
/// text, in the order of the text, and in bounded words.
func checkPolicy(_ bytes: [UInt8]) throws(Violation) {
    let now = Instant(secondsSince1970: 1_795_000_000)
    let suffixes = PublicSuffixes(identity: "two") { $0 == "com" || $0 == "co.uk" ? .icann : nil }
    let document: PolicyDocument
    do throws(PolicyDocumentError) {
        document = try PolicyDocument(bytes, publicSuffixes: suffixes, dangerouslyAllowingDebugOverridesAt: now)
    } catch {
        try checkProblems(error.problems, error.count, of: bytes)
        let positions = error.problems.map(\.position)
        return try expect(
            zip(positions, positions.dropFirst()).allSatisfy { $0 <= $1 }, "problems in another order")
    }
    let written = document.bytes
    let again = try? PolicyDocument(written, publicSuffixes: suffixes, dangerouslyAllowingDebugOverridesAt: now)
    try expect(again == document, "written anew it says something else")
    try expect(again?.bytes == written, "written twice it is not the same")
    for (pattern, host) in document.hosts {
        try expect(pattern.domain == nil || (host.connectTo == nil && host.dangerousDebug == nil), "\(pattern)")
        try expect(host.dangerousDebug.map { $0.until <= now.advanced(byDays: 30) } ?? true, "an override without end")
    }
    let lists = Set(document.hosts.values.compactMap { $0.transparency?.demand?.logs })
    try expect(lists.count <= TransparencyDemand.maximumLists, "\(lists.count) lists of logs")
    try expect(lists.allSatisfy { !$0.isEmpty }, "a list of logs without a file")
    // Without the word for danger the overrides are refused, and everything else is as it was.
    let isPlain = document.hosts.values.allSatisfy { $0.dangerousDebug == nil }
    let plain = try? PolicyDocument(bytes, publicSuffixes: suffixes)
    try expect(plain == (isPlain ? document : nil), "an override was taken that nobody asked for")
}

/// States that what is wrong in a document is at a place of its text, and told in bounded words.
func checkProblems(_ problems: [DocumentProblem], _ count: Int, of bytes: [UInt8]) throws(Violation) {
    let lines = TextLines(bytes)
    try expect((1...100).contains(problems.count), "\(problems.count) problems")
    try expect(count >= problems.count, "fewer problems than are told")
    for problem in problems {
        try expect(lines.have(problem.position), "'\(problem)' is at no place of the text")
        try expect((1..<2_000).contains(problem.message.utf8.count), "a problem without words, or with too many")
        try expect(problem.path.utf8.count < 4_000, "a path of \(problem.path.utf8.count) octets")
        let isOneLine = problem.description.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f }
        try expect(isOneLine, "a problem on several lines")
    }
}
