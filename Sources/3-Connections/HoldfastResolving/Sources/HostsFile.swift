package import HoldfastTrust
package import HoldfastX509

/// The contents of a file as hosts(5) describes it: an address and its names a line, and comments.
///
/// A line that is no such line is left out and told; none of them makes the file unusable.
package struct HostsFile: Hashable, Sendable {
    /// Lines that are told at most.
    package static let maximumProblems = 100

    /// The addresses of both kinds that each name has, in the file's order, none twice.
    package private(set) var addresses: [DNSName: [IPAddress]] = [:]
    package private(set) var problems: [HostsFileProblem] = []

    package init(_ bytes: some Collection<UInt8>) {
        var seen: [DNSName: Set<IPAddress>] = [:]
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let said = line.prefix { $0 != UInt8(ascii: "#") }
            let words = said.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d }.map {
                String(decoding: $0, as: UTF8.self)
            }
            guard let first = words.first else { continue }
            guard let address = IPAddress(first) else {
                tell(index, "it begins with no address")
                continue
            }
            if words.count == 1 { tell(index, "it has an address without a name") }
            for word in words.dropFirst() {
                guard word.utf8.count <= 254 else {
                    tell(index, "a name is longer than any can be")
                    continue
                }
                do throws(ServerNameError) {
                    let name = try DNSName(word)
                    if seen[name, default: []].insert(address).inserted { addresses[name, default: []].append(address) }
                } catch {
                    tell(index, "\(error)")
                }
            }
        }
    }

    private mutating func tell(_ index: Int, _ reason: String) {
        guard problems.count < Self.maximumProblems else { return }
        problems.append(HostsFileProblem(line: index + 1, reason: reason))
    }
}

/// A line of a hosts file that is left out.
public struct HostsFileProblem: Hashable, Sendable, CustomStringConvertible {
    /// Counted from 1.
    public let line: Int
    /// A clause.
    public let reason: String

    public var description: String { "line \(line): \(reason)" }
}
