import HoldfastFiles
import HoldfastLibC
import HoldfastTransport
import HoldfastTrust

/// The user whose process has the other end of a connection on this machine, as the kernel's tables say
/// (proc_pid_net(5), `/proc/net/tcp` and `tcp6`).
///
/// The tables are asked for each connection anew: a port is somebody else's a moment later.
enum PeerUser {
    /// Bytes of a table that are read; 16 MiB, some hundred thousand sockets.
    private static let maximumBytes = 16 << 20
    /// The state of a connection that is open in both directions.
    private static let established = "01"

    /// The user of a client's socket; nil where there is no such socket, or it cannot be told whose it is.
    static func user(of client: Endpoint, connectedTo server: Endpoint) -> UInt32? {
        // A socket of IPv6 may be connected by IPv4 (RFC 4291 §2.5.5.2): it stands in the other table.
        let names = client.address.bytes.count == 4 ? ["tcp", "tcp6"] : ["tcp6"]
        var users: Set<UInt32> = []
        for name in names {
            guard let bytes = try? BoundedFile.bytes("/proc/self/net/\(name)", limit: maximumBytes) else { continue }
            users.formUnion(Self.users(of: client, connectedTo: server, in: String(decoding: bytes, as: UTF8.self)))
        }
        // Two of them would mean that it is anybody's guess.
        return users.count == 1 ? users.first : nil
    }

    /// The users of the sockets with these ends in a table.
    static func users(of client: Endpoint, connectedTo server: Endpoint, in table: String) -> Set<UInt32> {
        let ends = Set(spellings(of: client)).flatMap { one in spellings(of: server).map { "\(one) \($0)" } }
        var users: Set<UInt32> = []
        for line in table.split(separator: "\n").dropFirst() {
            let words = line.split(separator: " ", omittingEmptySubsequences: true)
            // sl, local, remote, state, queues, timer, retransmissions, uid, timeout, inode.
            guard words.count >= 10, ends.contains("\(words[1]) \(words[2])"), words[3] == established,
                // One that its process has closed has no inode any more, and the user 0.
                words[9] != "0", let user = UInt32(words[7])
            else { continue }
            users.insert(user)
        }
        return users
    }

    /// The spellings of an endpoint in the tables: groups of four octets as numbers of this machine, in hexadecimal.
    private static func spellings(of endpoint: Endpoint) -> [String] {
        let port = hexadecimal(UInt32(endpoint.port), digits: 4)
        let bytes = endpoint.address.bytes
        guard bytes.count == 4 else { return [groups(bytes) + ":" + port] }
        let mapped = [UInt8](repeating: 0, count: 10) + [255, 255] + bytes
        return [groups(bytes) + ":" + port, groups(mapped) + ":" + port]
    }

    private static func groups(_ bytes: [UInt8]) -> String {
        stride(from: 0, to: bytes.count, by: 4).map { start in
            let number = bytes[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            return hexadecimal(UInt32(bigEndian: number), digits: 8)
        }.joined()
    }

    private static func hexadecimal(_ number: UInt32, digits: Int) -> String {
        let text = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
