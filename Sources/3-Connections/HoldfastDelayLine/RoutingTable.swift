import HoldfastLibC

/// The networks that this machine has a route to, but for the default route.
package struct RoutingTable {
    private var networks: [(destination: UInt32, mask: UInt32)] = []

    /// Reads `/proc/net/route` (proc_net(5)): columns 2 and 8 are the destination and the mask, in hexadecimal, as they
    /// lie in memory.
    package init(text: String) {
        for line in text.split(separator: "\n").dropFirst() {
            let columns = line.split(separator: "\t").map { $0.filter { $0 != " " } }
            guard columns.count >= 8, let destination = UInt32(columns[1], radix: 16),
                let mask = UInt32(columns[7], radix: 16), mask != 0
            else { continue }
            networks.append((UInt32(bigEndian: destination), UInt32(bigEndian: mask)))
        }
    }

    static func current() -> RoutingTable {
        let file = unsafe open("/proc/net/route", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return RoutingTable(text: "") }
        defer { close(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while true {
            let size = unsafe read(file, &part, part.count)
            guard size > 0 else { break }
            bytes += part[..<size]
        }
        return RoutingTable(text: String(decoding: bytes, as: UTF8.self))
    }

    /// Whether one of the networks holds the address.
    package func reaches(_ address: IPv4Address) -> Bool {
        networks.contains { address.number & $0.mask == $0.destination }
    }
}
