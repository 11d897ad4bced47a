import HoldfastTrust
import HoldfastX509

/// A call `add("PATTERN", "PIN"…)` of OkHttp's `CertificatePinner.Builder`, or a line of a list that stands for one.
public struct OkHttpCall: Hashable, Sendable {
    public let pattern: String
    /// The pins as they are written.
    public let pins: [String]
    /// The place in the file.
    public let place: String

    public init(pattern: String, pins: [String], place: String) {
        (self.pattern, self.pins, self.place) = (pattern, pins, place)
    }
}

/// Pins of OkHttp's `CertificatePinner` (square.github.io/okhttp/5.x/okhttp/okhttp3/-certificate-pinner), in two forms:
/// lines `PATTERN PIN…`, and source code in Kotlin or Java with its calls of `add("PATTERN", "PIN"…)`.
///
/// "If multiple patterns match a hostname, any match is sufficient": the pins of all patterns that match are one set
/// there. Here the most specific pattern counts alone, so each one gets the pins of the wider ones too.
enum OkHttpPins {
    /// Reads pins from a list, or from source code.
    ///
    /// - Parameter source: reads source code; nil where only lists are read.
    static func read(
        _ bytes: [UInt8], _ source: PinFile.OkHttpSourceReader?
    ) throws(PinFileError) -> PinFile {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw PinFileError(.notUTF8) }
        var file = PinFile(.okHttp)
        let calls: [OkHttpCall]
        if isSourceCode(text) {
            guard let source else { throw PinFileError(.sourceCode) }
            calls = source(text, &file.notes)
        } else {
            calls = lines(of: text)
        }
        guard !calls.isEmpty else { throw PinFileError(.noPin) }
        var order: [String] = []
        var entries: [String: PinFile.Entry] = [:]
        for call in calls {
            let pattern = call.pattern.asciiLowercased()
            if entries[pattern] == nil { order.append(pattern) }
            let pins = call.pins.map { WrittenPin($0, as: .prefixed, .anywhere, at: call.place) }
            entries[pattern, default: PinFile.Entry(pattern, at: call.place)].pins += pins
        }
        file.entries = order.compactMap { entries[$0] }
        return file
    }

    private static func isSourceCode(_ text: String) -> Bool { text.contains("(") && text.contains("\"") }

    private static func lines(of text: String) -> [OkHttpCall] {
        var calls: [OkHttpCall] = []
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.prefix { $0 != "#" }.split { $0.isWhitespace || $0 == "," }
            guard let pattern = words.first else { continue }
            let column = line[..<pattern.startIndex].unicodeScalars.count + 1
            calls.append(
                OkHttpCall(
                    pattern: String(pattern), pins: words.dropFirst().map(String.init),
                    place: "\(number + 1):\(column)"))
        }
        return calls
    }

    /// Gives each pattern the pins of those that match the same servers.
    static func joined(_ file: PinFile, _ suffixes: PublicSuffixes?) throws(PinFileError) -> PinFile {
        var patterns: [HostPattern: PinFile.Entry] = [:]
        for entry in file.entries { patterns[try PinFile.pattern(of: entry, suffixes)] = entry }
        var notes = file.notes
        // `**.b.c` and `*.c` have b.c in common, and neither contains the other.
        for case .withSubdomains(let domain) in Array(patterns.keys) {
            guard let parent = domain.parent, let above = patterns[.oneLabelBelow(parent)],
                let host = try? ServerName(domain.text), patterns[.host(host)] == nil
            else { continue }
            patterns[.host(host)] = PinFile.Entry(domain.text, at: above.place)
        }
        var entries: [PinFile.Entry] = []
        for (pattern, entry) in patterns.sorted(by: { $0.key.description < $1.key.description }) {
            var entry = entry
            for (wider, other) in patterns.sorted(by: { $0.key.description < $1.key.description })
            where wider != pattern && wider.contains(pattern) {
                let texts = Set(entry.pins.map(\.text))
                let added = other.pins.filter { !texts.contains($0.text) }
                guard !added.isEmpty else { continue }
                entry.pins += added
                notes.add(.adapted, .wider(count: added.count, pattern: "\(wider)"), at: "\(pattern)")
            }
            entries.append(entry)
        }
        return PinFile(.okHttp, entries: entries, notes: notes)
    }
}

extension HostPattern {
    /// Whether every server of another pattern is one of this pattern.
    func contains(_ other: HostPattern) -> Bool {
        switch (self, other) {
        case (_, .host(let name)): matches(name)
        case (.host, _): false
        case (.oneLabelBelow(let own), .oneLabelBelow(let domain)): own == domain
        case (.oneLabelBelow, .withSubdomains): false
        case (.withSubdomains(let own), .oneLabelBelow(let domain)),
            (.withSubdomains(let own), .withSubdomains(let domain)):
            own == domain || domain.text.hasSuffix("." + own.text)
        }
    }
}

extension OkHttpPins {
    /// Kotlin source code that makes a `CertificatePinner`.
    static func source(_ pins: ExchangedPins, _ notes: inout [PinNote]) -> String {
        var written: [HostPattern: [Pin]] = [:]
        var excluded: [HostPattern] = []
        var lines = ["CertificatePinner.Builder()"]
        for pattern in pins.patterns {
            let place = "\(pattern)"
            if pins.reportURIs[pattern] != nil { notes.add(.cannotExpress, .reportURIs, at: place) }
            guard let rule = pins.hosts.rules[pattern] else { continue }
            guard case .pinned(let set) = rule else {
                excluded.append(pattern)
                continue
            }
            guard set.enforcement == .enforce else {
                notes.append(.onlyReporting(at: place))
                continue
            }
            if set.expiry != nil { notes.add(.cannotExpress, .endless, at: place) }
            guard let keys = PinnedKeys(set, pins.notation(pattern), of: place, &notes) else { continue }
            if case .withSubdomains = pattern {
                // OkHttp's change log: 4.3.0 of 2019-12-31 brought `**` patterns.
                notes.add(.newerReader, .okHttp43, at: place)
            }
            written[pattern] = keys.pins
            lines += call(pattern, keys.pins, pins.notation(pattern).labels)
        }
        for pattern in excluded {
            notes.append(
                ExchangedPins.stillPinned(pattern, by: Array(written.keys))
                    ?? PinNote(.cannotExpress, .takenOut, at: "\(pattern)"))
        }
        for (pattern, pins) in written.sorted(by: { $0.key.description < $1.key.description }) {
            for (other, more) in written.sorted(by: { $0.key.description < $1.key.description })
            where other != pattern && other.meets(pattern) && !Set(more).isSubset(of: pins) {
                notes.add(.cannotExpress, .notAlone(other: "\(other)"), at: "\(pattern)")
            }
        }
        return (lines + ["    .build()", ""]).joined(separator: "\n")
    }
}

extension OkHttpPins {
    /// A call of `add`; with labels a pin a line.
    private static func call(_ pattern: HostPattern, _ pins: [Pin], _ labels: [Pin: PinLabel]) -> [String] {
        guard pins.contains(where: { labels[$0] != nil }) else {
            return ["    .add(\"\(pattern)\", \(pins.map { "\"\($0)\"" }.joined(separator: ", ")))"]
        }
        let lines = pins.enumerated().map { index, pin in
            // Java reads \u000a as the end of the comment (JLS §3.3).
            let comment = labels[pin].map { " // " + "\($0)".replacing("\\", with: "/") } ?? ""
            return "        \"\(pin)\"" + (index + 1 < pins.count ? "," : "") + comment
        }
        return ["    .add(", "        \"\(pattern)\","] + lines + ["    )"]
    }
}

extension HostPattern {
    /// Whether another pattern that is more specific has servers of this one.
    func meets(_ narrower: HostPattern) -> Bool {
        if contains(narrower) { return true }
        // `*.c` and `**.b.c` have b.c in common.
        guard case .withSubdomains(let domain) = narrower, let name = try? ServerName(domain.text) else { return false }
        return matches(name)
    }
}
