import HoldfastX509

/// The address and port at which a server asks the one behind it.
package struct BackendAddress: Hashable, Sendable {
    /// An address of IPv6 in its brackets.
    let host: String
    let port: String
}

/// The server that a line names: by a URL of HTTPS, by a pool of urllib3, or by its name alone.
enum NamedServer {
    /// A URL's or a pool's server, and where in the line it is named.
    private struct Place {
        let host: String
        let port: String?
        let start: Int

        var text: String { port.map { "\(host):\($0)" } ?? host }
    }

    private static let scheme = Array("https://".utf8)
    private static let pool = Array("HTTPSConnectionPool(host='".utf8)

    /// The host, with its port where the line has it; nil where it names none.
    ///
    /// A URL or pool counts where it is of the same host as the name, or stands before it: what follows a name may be
    /// the address behind it, or a page of documentation.
    ///
    /// - Parameter names: where the line's words have a server's name.
    static func of(_ line: [UInt8], names: [Range<Int>]) -> String? {
        let place = place(in: line)
        for range in names {
            guard let name = host(line[range]) else { continue }
            guard let place, place.host == name || place.start < range.lowerBound else { return name }
            break
        }
        return place?.text
    }

    /// The address behind nginx's `upstream: "https://…` or in Apache's `[remote …]`; nil where the line has none.
    static func backend(of line: [UInt8]) -> BackendAddress? {
        for beginning in backends {
            guard let range = line.firstRange(of: beginning),
                let place = authority(line[range.upperBound...], at: range.upperBound), isAddress(place.host)
            else { continue }
            return BackendAddress(host: place.host, port: place.port ?? "443")
        }
        return nil
    }

    private static let backends = ["upstream: \"https://", "[remote "].map { Array($0.utf8) }

    /// Whether a host of a line is four numbers with points, or stands in brackets.
    private static func isAddress(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return host.hasPrefix("[") || (parts.count == 4 && parts.allSatisfy { UInt8($0) != nil })
    }

    private static func place(in line: [UInt8]) -> Place? {
        for start in line.indices {
            let rest = line[start...]
            if rest.starts(with: scheme) {
                if let found = authority(rest.dropFirst(scheme.count), at: start) { return found }
            } else if rest.starts(with: pool) {
                let name = rest.dropFirst(pool.count).prefix { $0 != UInt8(ascii: "'") }
                guard let host = host(name) else { continue }
                let middle = Array("', port=".utf8)
                let behind = line[name.endIndex...]
                return Place(
                    host: host, port: behind.starts(with: middle) ? port(behind.dropFirst(middle.count)) : nil,
                    start: start)
            }
        }
        return nil
    }

    /// A URL's host and port, an address of IPv6 in its brackets.
    private static func authority(_ rest: ArraySlice<UInt8>, at start: Int) -> Place? {
        if rest.first == UInt8(ascii: "[") {
            let name = rest.dropFirst().prefix { $0 != UInt8(ascii: "]") }
            guard name.endIndex < rest.endIndex, let host = host(name), host.hasPrefix("[") else { return nil }
            let behind = rest[(name.endIndex + 1)...]
            return Place(
                host: host, port: behind.first == UInt8(ascii: ":") ? port(behind.dropFirst()) : nil, start: start)
        }
        let name = rest.prefix { ASCIIText.isLetterOrDigit($0) || $0 == 0x2d || $0 == 0x2e }
        guard let host = host(name) else { return nil }
        let behind = rest[name.endIndex...]
        return Place(
            host: host, port: behind.first == UInt8(ascii: ":") ? port(behind.dropFirst()) : nil, start: start)
    }

    /// The digits of a port; nil for none, and for more than a port has.
    private static func port(_ rest: ArraySlice<UInt8>) -> String? {
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        return (1...5).contains(digits.count) ? String(decoding: digits, as: UTF8.self) : nil
    }

    /// A host of the line; nil for what cannot be one.
    private static func host(_ octets: ArraySlice<UInt8>) -> String? {
        var octets = octets
        while octets.last == UInt8(ascii: ".") { octets = octets.dropLast() }
        guard (1...253).contains(octets.count), let first = octets.first, ASCIIText.isLetterOrDigit(first),
            octets.allSatisfy({ ASCIIText.isLetterOrDigit($0) || [0x2d, 0x2e, 0x3a].contains($0) })
        else { return nil }
        let text = String(decoding: octets, as: UTF8.self)
        return text.filter { $0 == ":" }.count > 1 ? "[\(text)]" : text
    }
}
