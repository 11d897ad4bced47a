import Foundation
import HoldfastPolicy

@testable import HoldfastPins

/// A property list, XML or binary, has no more values than its limit, and is the same once Foundation has written it;
/// pins and settings out of it are such, or are refused in words.
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
        value = try PropertyList.value(of: Data(bytes), limit: 1 << 20)
    } catch {
        try expect(!error.reason.isEmpty, "a refusal without words")
        return
    }
    var left = PropertyList.valueLimit
    try expect(count(value, &left), "there are more than \(PropertyList.valueLimit) values")
    for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
        guard let data = try? PropertyListSerialization.data(fromPropertyList: value, format: format, options: 0) else {
            continue
        }
        _ = try? PropertyList.value(of: data, limit: 1 << 22)
    }
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
        try expect(!error.reason.isEmpty, "a refusal without words")
        return
    }
    try expect(lint.problems.count <= AppTransportSecurityLint.problemLimit, "more problems than are told")
    try expect(lint.problems.allSatisfy { !$0.message.isEmpty && !$0.keyPath.isEmpty }, "a problem without words")
}
