public import HoldfastFiles
import HoldfastTrust

/// Hosts that want nothing but TLS, by a list that a program is given (RFC 6797 §12.3), and not by their own word.
///
/// A line is a host, with a dot before it where the hosts below it are meant too, and what follows it is an end that is
/// not looked at: the form of curl's `--hsts`. Empty lines and those that begin with `#` are remarks. Addresses, and
/// what is no host, are passed over.
public struct PreloadedHosts: Hashable, Sendable {
    /// Octets of a list that is read; browsers' has some 4 MiB in this form.
    public static let byteLimit = 32 << 20

    private let hosts: [String: Bool]
    /// Lines that name no host; at most a hundred are told, by their numbers.
    public let problems: [Int]

    /// A list without hosts.
    public static let none = PreloadedHosts([])

    /// The number of hosts.
    public var count: Int { hosts.count }

    /// Reads a list.
    public init(_ bytes: [UInt8]) {
        var (hosts, problems) = ([String: Bool](), [Int]())
        // Line by line: a list of line ends alone would be many times its size as lines.
        var (rest, number) = (bytes[...], 0)
        while !rest.isEmpty {
            let line = rest.prefix { $0 != 0x0A }
            rest = rest.dropFirst(line.count + 1)
            number += 1
            let word = line.drop { $0 == 0x20 || $0 == 0x09 }
                .prefix { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D && $0 != UInt8(ascii: ",") }
            guard let first = word.first, first != UInt8(ascii: "#") else { continue }
            let includesSubdomains = first == UInt8(ascii: ".")
            let text = String(decoding: includesSubdomains ? word.dropFirst() : word, as: UTF8.self)
            guard case .dns(let name)? = try? ServerName(unicode: text) else {
                if problems.count < 100 { problems.append(number) }
                continue
            }
            // Of two lines for a host the wider one counts.
            hosts[name.text] = hosts[name.text] == true || includesSubdomains
        }
        (self.hosts, self.problems) = (hosts, problems)
    }

    /// Reads a list from a file, which nobody but the process's user or root may have written or can change.
    ///
    /// - Throws: ``StoreError`` for a file that is not such a one, is too large, or cannot be read.
    public init(path: String) throws(StoreError) {
        do throws(GuardedFileError) {
            self.init(try GuardedFile.bytes(path, limit: Self.byteLimit))
        } catch {
            throw StoreError(error, path)
        }
    }

    /// The host of the list by which a name is meant; nil for none.
    func host(covering name: ServerName) -> String? {
        guard !hosts.isEmpty else { return nil }
        return KnownHostTable.names(coveringOf: name).first { candidate in
            hosts[candidate.name].map { candidate.isItself || $0 } ?? false
        }?.name
    }
}
