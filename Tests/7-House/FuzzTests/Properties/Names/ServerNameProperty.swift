import Glibc
import HoldfastX509

@testable import HoldfastTrust

/// A name that can be read has one text, from which the same name is read, in whatever case. A second line is an
/// alternative name that it is held against, a third one the base of a name constraint.
func checkServerName(_ bytes: [UInt8]) throws(Violation) {
    let lines = bytes.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
    let text = String(decoding: lines[0], as: UTF8.self)
    try checkAddress(text)
    let name: ServerName
    do throws(ServerNameError) {
        name = try ServerName(text)
    } catch {
        try expect(error.text == text && !error.description.isEmpty, "an error about another text")
        return
    }
    try expect(text.utf8.allSatisfy { $0 < 0x80 }, "a name outside ASCII is read as '\(name)'")
    try expect((try? ServerName(name.description)) == name, "'\(name)' is read as another name")
    try expect((try? ServerName(text.uppercased())) == name, "'\(name)' is another name in capitals")
    guard case .dns(let host) = name else { return }
    try checkHost(host)
    guard lines.count > 1 else { return }
    try checkPattern(lines[1], host)
    guard lines.count > 2 else { return }
    try checkConstraint(lines[2], pattern: lines[1], host)
}

private func checkHost(_ host: DNSName) throws(Violation) {
    try expect(host.text.utf8.allSatisfy { $0 < 0x80 } && host.text == host.text.lowercased(), "not in lower case")
    try expect((1...253).contains(host.text.utf8.count), "\(host.text.utf8.count) octets")
    try expect((try? DNSName(host.text + ".")) == host, "'\(host).' is another name")
    try expect((try? DNSName(host.text + "..")) == nil, "a name with an empty label is read")
    try expect(IPAddress(host.text) == nil, "'\(host)' is a name and an address")
}

/// The second opinion is the C library's, which is as strict (inet_pton(3)).
private func checkAddress(_ text: String) throws(Violation) {
    let address = IPAddress(text)
    if let address {
        try expect(IPAddress(address.description) == address, "'\(address)' is read as another address")
        try expect(IPAddress(bytes: address.bytes) == address, "'\(address)' has the bytes of another address")
    }
    // A C text ends at the first NUL.
    guard !text.utf8.contains(0) else { return }
    try expect(address?.bytes == libraryAddress(text), "'\(text)' is another address to the C library")
}

private func libraryAddress(_ text: String) -> [UInt8]? {
    let kinds: [(CInt, Int)] = [(AF_INET, 4), (AF_INET6, 16)]
    for (family, count) in kinds {
        var bytes = [UInt8](repeating: 0, count: 16)
        if unsafe inet_pton(family, text, &bytes) == 1 { return Array(bytes.prefix(count)) }
    }
    return nil
}

private func isWildcard(_ pattern: ArraySlice<UInt8>) -> Bool { pattern.starts(with: "*.".utf8) }

/// RFC 9525 §6.3: exact without regard to case, or a wildcard that stands for exactly one label.
private func checkPattern(_ pattern: ArraySlice<UInt8>, _ host: DNSName) throws(Violation) {
    let matches = DNSPattern.matches(pattern, host)
    let capitals = pattern.map { (0x61...0x7A).contains($0) ? $0 ^ 0x20 : $0 }
    try expect(DNSPattern.matches(capitals[...], host) == matches, "case decides whether a name matches")
    try expect(DNSPattern.matches(Array(host.text.utf8)[...], host), "'\(host)' does not match itself")
    let read = try? DNSName(String(decoding: isWildcard(pattern) ? pattern.dropFirst(2) : pattern, as: UTF8.self))
    // A final dot is dropped from a reference name, and has no place in an alternative one.
    let fixed = pattern.last == UInt8(ascii: ".") ? nil : read
    if isWildcard(pattern) {
        let labels = host.text.split(separator: ".")
        let expected = labels.count > 2 && fixed?.text == labels.dropFirst().joined(separator: ".")
        try expect(matches == expected, "a wildcard that \(matches ? "matches" : "does not match") '\(host)'")
    } else {
        try expect(matches == (fixed == host), "'\(host)' and another name \(matches ? "match" : "do not match")")
    }
}

/// What a wildcard stands for is refused with it, and permitted only where all of it is (CVE-2025-61727).
private func checkConstraint(
    _ base: ArraySlice<UInt8>, pattern: ArraySlice<UInt8>, _ host: DNSName
) throws(Violation) {
    guard DNSConstraint.isValid(base: base), DNSConstraint.isReadable(name: pattern) else { return }
    let name = Array(host.text.utf8)[...]
    let isWithin = DNSConstraint.contains(base: base, name: name)
    let isExcluded = DNSConstraint.overlaps(base: base, name: name)
    // A dot before a domain permits what is below it alone, and excludes the domain too.
    let domain = DNSConstraint.domain(of: base)
    let isDomain =
        DNSConstraint.hasLeadingDot(base) && domain.count == name.count && DNSConstraint.isWithin(name, domain)
    try expect(isExcluded == (isWithin || isDomain), "a name that is partly within a subtree")
    let contains = DNSConstraint.contains(base: base, name: pattern)
    let overlaps = DNSConstraint.overlaps(base: base, name: pattern)
    try expect(!contains || overlaps, "a pattern within a subtree does not overlap it")
    guard DNSPattern.matches(pattern, host) else { return }
    try expect(!isExcluded || overlaps, "'\(host)' is excluded, and a pattern that it matches is not")
    try expect(!contains || isWithin, "a pattern is permitted, and '\(host)', which matches it, is not")
}
