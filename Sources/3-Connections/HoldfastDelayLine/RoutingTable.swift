import HoldfastFiles
package import HoldfastX509

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
        let bytes = (try? BoundedFile.bytes("/proc/net/route", limit: 16 << 20)) ?? []
        return RoutingTable(text: String(decoding: bytes, as: UTF8.self))
    }

    /// Whether one of the networks holds an address of IPv4.
    package func reaches(_ address: IPAddress) -> Bool {
        let number = address.bytes.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return networks.contains { number & $0.mask == $0.destination }
    }
}
