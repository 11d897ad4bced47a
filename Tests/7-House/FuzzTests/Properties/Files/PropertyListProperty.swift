import HoldfastPolicy

@testable import HoldfastPins
import HoldfastStatements

/// A property list, XML or binary, has no more values than its limit, and is the same once it has been written; pins
/// and settings out of it are such, or are refused in words.
func checkPropertyList(_ bytes: [UInt8]) throws(Violation) {
    for format in [PinFormat.trustKit, .pinnedDomains] {
        do throws(PinFileError) {
            for file in try PinFile.read(bytes, as: format) { _ = try file.pins(publicSuffixes: nil) }
        } catch {
            try expect((1...70_000).contains(error.description.utf8.count), "a refusal without words")
        }
    }
    try checkLint(of: bytes)
    let value: Any
    do throws(PropertyList.FormatError) {
        value = try PropertyList.value(of: bytes, limit: 1 << 20)
    } catch {
        try expect(!error.statement.description.isEmpty, "a refusal without words")
        return
    }
    var left = PropertyList.valueLimit
    try expect(count(value, &left), "there are more than \(PropertyList.valueLimit) values")
    // A text or a truth value alone is no list that anybody writes, and Foundation writes none.
    guard value is [Any] || value is [String: Any], let written = PropertyListValue(value) else { return }
    // XML 1.0 cannot hold every character.
    _ = try? PropertyList.value(of: Array(written.xml.utf8), limit: 1 << 24)
    guard let binary = try? written.binary(), let again = try? PropertyList.value(of: binary, limit: 1 << 24) else {
        throw Violation("what was read cannot be written, or cannot be read again")
    }
    try expect(words(again) == words(value), "written and read again it is another value")
}

extension PropertyListValue {
    /// Nil where a number, a date or data stands in it: nobody writes these.
    fileprivate init?(_ value: Any) {
        if let text = value as? String {
            self = .text(text)
        } else if let flag = value as? Bool {
            self = .flag(flag)
        } else if let list = value as? [Any] {
            let values = list.compactMap { PropertyListValue($0) }
            guard values.count == list.count else { return nil }
            self = .list(values)
        } else if let keys = value as? [String: Any] {
            let entries = keys.compactMap { key, value in PropertyListValue(value).map { (key: key, value: $0) } }
            guard entries.count == keys.count else { return nil }
            self = .dictionary(entries)
        } else {
            return nil
        }
    }
}

/// A value in words, in which no two values are alike.
private func words(_ value: Any) -> String {
    if let text = value as? String { return text.debugDescription }
    if let list = value as? [Any] { return "[" + list.map(words).joined(separator: ",") + "]" }
    guard let keys = value as? [String: Any] else { return "\(value)" }
    let entries = keys.sorted { $0.key < $1.key }.map { "\($0.key.debugDescription):\(words($0.value))" }
    return "{" + entries.joined(separator: ",") + "}"
}

/// Whether no more than `left` values stand in one another; what a binary list shares counts each time.
private func count(_ value: Any, _ left: inout Int) -> Bool {
    left -= 1
    guard left >= 0 else { return false }
    if let list = value as? [Any] {
        for item in list where !count(item, &left) { return false }
    } else if let keys = value as? [String: Any] {
        for (_, item) in keys where !count(item, &left) { return false }
    }
    return true
}

/// The lint of an Info.plist tells of each problem in words and where it is, and of no more than its limit.
private func checkLint(of bytes: [UInt8]) throws(Violation) {
    let lint: AppTransportSecurityLint
    do throws(AppTransportSecurityLintError) {
        lint = try AppTransportSecurityLint(infoPlist: bytes)
    } catch {
        try expect(!error.statement.description.isEmpty, "a refusal without words")
        return
    }
    try expect(lint.problems.count <= AppTransportSecurityLint.problemLimit, "more problems than are told")
    try expect(lint.problems.allSatisfy { !$0.message.isEmpty && !$0.keyPath.isEmpty }, "a problem without words")
}
