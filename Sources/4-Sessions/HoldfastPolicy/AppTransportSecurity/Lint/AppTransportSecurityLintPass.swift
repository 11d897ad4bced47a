import HoldfastJSON
import HoldfastPins
import HoldfastStatements
import HoldfastTrust

/// One look at an Info.plist.
struct AppTransportSecurityLintPass {
    /// A dictionary of which the keys are known, with each key's type in the words of Apple's documentation.
    enum Level: CaseIterable {
        case settings, exception, pins, identity

        /// The types by key.
        var types: [String: String] { Self.table[self] ?? [:] }

        private static let table: [Level: [String: String]] = [
            .settings: [
                "NSAllowsArbitraryLoads": "Boolean", "NSAllowsArbitraryLoadsForMedia": "Boolean",
                "NSAllowsArbitraryLoadsInWebContent": "Boolean", "NSAllowsLocalNetworking": "Boolean",
                "NSExceptionDomains": "dictionary", "NSPinnedDomains": "dictionary",
                "NSRequiresNIAPTLSPackageVersion": "string",
            ],
            .exception: [
                "NSIncludesSubdomains": "Boolean", "NSExceptionAllowsInsecureHTTPLoads": "Boolean",
                "NSExceptionMinimumTLSVersion": "string", "NSExceptionRequiresForwardSecrecy": "Boolean",
                "NSRequiresCertificateTransparency": "Boolean",
                "NSExceptionRequiresNIAPTLSPackageVersion": "string",
            ],
            .pins: [
                "NSIncludesSubdomains": "Boolean", "NSPinnedCAIdentities": "array", "NSPinnedLeafIdentities": "array",
            ],
            .identity: ["SPKI-SHA256-BASE64": "string"],
        ]
    }

    /// A dictionary with its first entry for each key, and its path.
    struct Keys {
        let path: [String]
        let entries: [String: PropertyListNode.Entry]

        func flag(_ key: String) -> Bool? { entries[key]?.value.flag }
        func text(_ key: String) -> String? { entries[key]?.value.text }
        func has(_ key: String) -> Bool { entries[key] != nil }
    }

    private(set) var problems: [AppTransportSecurityLint.Problem] = []
    /// The global keys; known before the domains are looked at.
    private(set) var settings = Keys(path: [AppTransportSecurity.key], entries: [:])

    /// The problems in the order of a text; those of a binary file as they were found.
    var inOrder: [AppTransportSecurityLint.Problem] {
        let places = problems.enumerated().sorted { one, other in
            guard let left = one.element.position, let right = other.element.position, left != right else {
                return one.offset < other.offset
            }
            return left < right
        }
        return places.map(\.element)
    }

    /// Whether a global key loosens something for domains without an exception: requests on some system, films or web
    /// views. "Domains you specify in that dictionary aren’t affected by this key’s value" (Apple, each key's page), so
    /// that an exception without a word takes it back.
    var loosensGlobally: Bool {
        ["NSAllowsArbitraryLoads", "NSAllowsArbitraryLoadsForMedia", "NSAllowsArbitraryLoadsInWebContent"]
            .contains { settings.flag($0) == true }
    }

    private static let finer = [
        "NSAllowsArbitraryLoadsForMedia", "NSAllowsArbitraryLoadsInWebContent", "NSAllowsLocalNetworking",
    ]

    mutating func report(
        _ rule: AppTransportSecurityLintRule, _ sentence: ATSLintSentence, at path: [String], _ position: TextPosition?,
        advice: ATSLintAdvice? = nil, source: String? = nil
    ) {
        guard problems.count < AppTransportSecurityLint.problemLimit else { return }
        problems.append(
            AppTransportSecurityLint.Problem(
                rule: rule, severity: rule.severity, statement: sentence.statement,
                adviceStatement: (advice ?? .mend(rule)).statement, source: source ?? rule.source,
                keyPath: path.map { JSONText.excerpt($0) }, position: position))
    }

    // MARK: The file and its settings

    mutating func look(at root: [PropertyListNode.Entry]) {
        for entry in root {
            guard let level = Level.allCases.first(where: { $0.types[entry.key] != nil }), level != .identity else {
                continue
            }
            report(
                .misplacedKey, .besideSettings(key: entry.key), at: [entry.key], entry.position,
                advice: .moveInto(level))
        }
        var isSeen = false
        for entry in root where entry.key == AppTransportSecurity.key {
            if isSeen {
                report(.duplicateKey, .secondTime(key: nil), at: [entry.key], entry.position)
            } else {
                look(atSettings: entry)
            }
            isSeen = true
        }
        let near = root.first { entry in
            entry.key != AppTransportSecurity.key
                && abs(entry.key.utf8.count - AppTransportSecurity.key.utf8.count) <= 3
                && Suggestion.closest(to: entry.key, among: [AppTransportSecurity.key]) != nil
        }
        guard let near else { return }
        report(
            .unknownKey, .noKeyOfApples(JSONText.excerpt(near.key)), at: [near.key], near.position,
            advice: .didYouMean(AppTransportSecurity.key))
    }

    private mutating func look(atSettings entry: PropertyListNode.Entry) {
        guard let keys = keys(of: entry, at: [], .settings) else { return }
        settings = keys
        lookAtGlobalKeys()
        lookAtPackage(keys, "NSRequiresNIAPTLSPackageVersion")
        if let domains = keys.entries["NSExceptionDomains"] { lookAtExceptions(domains, at: keys.path) }
        if let domains = keys.entries["NSPinnedDomains"] { lookAtPins(domains, at: keys.path) }
    }

    private mutating func lookAtGlobalKeys() {
        let present = Self.finer.filter { settings.has($0) }
        guard let arbitrary = settings.entries["NSAllowsArbitraryLoads"], arbitrary.value.flag == true,
            let first = present.first
        else { return }
        let row = DiscontinuedSetting.row(.arbitraryLoadsBesideFinerKeys)
        report(
            .discontinuedKey, .countsAsNo(row.name, since: first), at: settings.path + [arbitrary.key],
            arbitrary.position, advice: .takeOutUnlessOld, source: row.source)
    }

    /// Looks at a key whose value is a version of NIAP's package.
    mutating func lookAtPackage(_ keys: Keys, _ key: String) {
        guard let text = keys.text(key), AppTransportSecurity.NIAPTLSPackage(rawValue: text) == nil else { return }
        let known = AppTransportSecurity.NIAPTLSPackage.allCases.map(\.rawValue)
        reportUnknown(text, known, keys.path + [key], keys.entries[key]?.value.position)
    }

    mutating func reportUnknown(_ text: String, _ known: [String], _ path: [String], _ position: TextPosition?) {
        let near = Suggestion.closest(to: text, among: known)
        report(
            .unknownValue, .noValue(JSONText.excerpt(text)), at: path, position,
            advice: near.map { .didYouMean($0) } ?? .writeOneOf(known))
    }

    // MARK: Dictionaries

    /// The entries of a dictionary whose keys are known, once those that are not, stand there twice or have another
    /// type are told; nil for what is no dictionary.
    mutating func keys(of entry: PropertyListNode.Entry, at path: [String], _ level: Level) -> Keys? {
        keys(of: entry.value, at: path + [entry.key], level)
    }

    mutating func keys(of value: PropertyListNode, at path: [String], _ level: Level) -> Keys? {
        guard let entries = dictionary(value, at: path) else { return nil }
        var first: [String: PropertyListNode.Entry] = [:]
        for entry in entries {
            guard first[entry.key] == nil else {
                report(
                    .duplicateKey, .secondTime(key: JSONText.excerpt(entry.key)), at: path + [entry.key], entry.position
                )
                continue
            }
            first[entry.key] = entry
            guard let type = level.types[entry.key] else {
                lookAtStranger(entry, at: path, level)
                continue
            }
            if entry.value.typeName != type { reportType(entry.value, type, at: path + [entry.key]) }
        }
        return Keys(path: path, entries: first)
    }

    /// The entries of a dictionary, whichever its keys are; nil for what is none.
    mutating func dictionary(_ value: PropertyListNode, at path: [String]) -> [PropertyListNode.Entry]? {
        guard let entries = value.entries else {
            reportType(value, "dictionary", at: path)
            return nil
        }
        return entries
    }

    mutating func reportType(_ value: PropertyListNode, _ type: String, at path: [String]) {
        report(.wrongType, .wrongType(found: value.typeName, expected: type), at: path, value.position)
    }

    private mutating func lookAtStranger(_ entry: PropertyListNode.Entry, at path: [String], _ level: Level) {
        guard problems.count < AppTransportSecurityLint.problemLimit else { return }
        let shown = JSONText.excerpt(entry.key)
        let old = [DiscontinuedSetting.row(.thirdPartyKeys), .row(.temporaryKeys)]
        if let row = old.first(where: { $0.keys.contains(entry.key) }) {
            let meant =
                "NSException" + (entry.key.split(separator: "Exception", maxSplits: 1).last.map(String.init) ?? "")
            report(
                .discontinuedKey, .undocumented(key: shown, row.name), at: path + [entry.key], entry.position,
                advice: level.types[meant] == nil ? .takeOut : .writeKey(meant),
                source: row.source)
            return
        }
        if let home = Level.allCases.first(where: { $0.types[entry.key] != nil }) {
            report(
                .misplacedKey, .notRead(key: shown, in: level), at: path + [entry.key], entry.position,
                advice: .moveInto(home))
            return
        }
        let near = Suggestion.closest(to: entry.key, among: level.types.keys.sorted())
        report(
            .unknownKey, .noKey(shown, of: level), at: path + [entry.key], entry.position,
            advice: near.map { .didYouMean($0) })
    }
}
