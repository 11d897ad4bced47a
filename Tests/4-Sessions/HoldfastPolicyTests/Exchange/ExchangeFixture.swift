import HoldfastPins
import HoldfastPolicy
import HoldfastTrust
import HoldfastX509
import Testing

/// Pins of no keys in particular, and files of them.
enum ExchangeFixture {
    /// SHA-256 of "a", of "abc", of the 448-bit message and of a million "a" (FIPS 180-2, appendix B; RFC 6234 §8.5).
    static let hashes = [
        "ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs=", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=",
        "JI1qYdIGOLjlwCaTDD5gOaM85FlkR/FnOyvc+UOb1Go=", "zcdub5klOLQMwbSBFA9RRlY2Bm1nVCOIVUDQ5khK9JY=",
    ]

    static func pin(_ index: Int) throws -> Pin { try Pin("sha256/\(hashes[index])") }

    static func set(
        _ indices: [Int], _ enforcement: PinSet.Enforcement = .enforce, until expiry: PinExpiry? = nil
    ) throws -> PinSet {
        try PinSet(anywhere: Set(indices.map(pin)), enforcement: enforcement, expiry: expiry, backup: .waived)
    }

    static func day(_ text: String) throws -> Instant { try #require(Instant(rfc3339: text + "T00:00:00Z")) }

    static func read(_ text: String, as format: PinFormat? = nil, for pattern: String = "") throws -> PinFile {
        let files = try PinFile.read(Array(text.utf8), as: format, for: pattern)
        #expect(files.count == 1)
        return try #require(files.first)
    }

    /// What a file says, by pattern.
    static func rules(_ text: String, as format: PinFormat? = nil) throws -> [String: PinnedHosts.Rule] {
        try rules(of: read(text, as: format).pins(publicSuffixes: nil).pins)
    }

    static func rules(of pins: ExchangedPins) -> [String: PinnedHosts.Rule] {
        Dictionary(uniqueKeysWithValues: pins.hosts.rules.map { ("\($0.key)", $0.value) })
    }

    static func failure(_ text: String, as format: PinFormat? = nil) -> PinFileError? {
        do throws(PinFileError) {
            for file in try PinFile.read(Array(text.utf8), as: format) { _ = try file.pins(publicSuffixes: nil) }
            return nil
        } catch {
            return error
        }
    }

    static func hosts(_ rules: [String: PinnedHosts.Rule]) throws -> PinnedHosts {
        var patterns: [HostPattern: PinnedHosts.Rule] = [:]
        for (text, rule) in rules { patterns[try HostPattern(text, publicSuffixes: nil)] = rule }
        return try PinnedHosts(patterns)
    }

    static func written(
        _ pins: ExchangedPins, as format: PinFormat, _ options: ExchangedPins.WritingOptions = .init()
    ) throws -> (text: String, notes: [PinNote]) {
        let (bytes, notes) = try pins.written(as: format, options)
        return (String(decoding: bytes, as: UTF8.self), notes)
    }
}
