import HoldfastFiles
import HoldfastLibC
import HoldfastSystem
import HoldfastX509
import Synchronization

/// The user whose process has the other end of a connection on this machine, as the kernel says (sock_diag(7)); where
/// it cannot be asked for one socket, as its tables say (proc_pid_net(5), `/proc/net/tcp` and `tcp6`).
///
/// It is asked for each connection anew: a port is somebody else's a moment later.
enum PeerUser {
    /// Bytes of a table that are read; 16 MiB, some hundred thousand sockets.
    private static let maximumBytes = 16 << 20
    /// The state of a connection that is open in both directions.
    private static let established = "01"

    /// Whether the kernel has ever told of a socket: then it has none where it tells of none.
    private static let tells = Atomic(false)

    /// The user of a client's socket; nil where there is no such socket, where it cannot be told whose it is, and for
    /// one by which a gate hands somebody else's connection through (``HandedThrough``).
    static func user(of client: Endpoint, connectedTo server: Endpoint) -> UInt32? {
        guard let socket = socket(of: client, connectedTo: server) else {
            return tells.load(ordering: .relaxed) ? nil : userInTables(of: client, connectedTo: server)
        }
        return owner(of: socket)
    }

    /// The user of a client's socket, where the kernel tells of it in a moment; nil also where it does not.
    static func quickUser(of client: Endpoint, connectedTo server: Endpoint) -> UInt32? {
        socket(of: client, connectedTo: server).flatMap(owner)
    }

    private static func socket(of client: Endpoint, connectedTo server: Endpoint) -> SocketDiagnosis? {
        guard case .socket(let socket) = SocketDiagnosis.ask(for: client, connectedTo: server) else { return nil }
        tells.store(true, ordering: .relaxed)
        return socket
    }

    /// The user of a socket that is open in both directions and has a process.
    static func owner(of socket: SocketDiagnosis) -> UInt32? {
        guard socket.state == SocketDiagnosis.established, socket.inode != 0,
            !HandedThrough.isMark(socket.trafficClass)
        else { return nil }
        return socket.user
    }

    private static func userInTables(of client: Endpoint, connectedTo server: Endpoint) -> UInt32? {
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

/// The mark of connections that a gate hands through to this machine: they come from a process of the gate's user, and
/// are whoever's stands behind them. Another gate lets none of them in for its socket alone.
///
/// It is a traffic class for local use (RFC 2474 §6, pool 2), which the kernel tells with the socket. Whoever sets it
/// themselves is let in less, and never more.
enum HandedThrough {
    /// The code point 101011, in the upper six bits.
    static let trafficClass: UInt8 = 0b1010_1100

    /// Whether a traffic class is the mark. The lower two bits are ECN's (RFC 3168 §5): the kernel sets them itself
    /// where its congestion control asks for that.
    static func isMark(_ trafficClass: UInt8) -> Bool { trafficClass & 0b1111_1100 == Self.trafficClass }

    /// Marks a socket before it connects.
    static func mark(_ descriptor: Int32, isIPv4: Bool) throws(SystemError) {
        let value = Int32(trafficClass)
        // A socket of IPv6 may lead to an address of IPv4.
        guard OwnedDescriptor.set(IP_TOS, of: Int32(IPPROTO_IP), to: value, on: descriptor),
            isIPv4 || OwnedDescriptor.set(IPV6_TCLASS, of: Int32(IPPROTO_IPV6), to: value, on: descriptor)
        else { throw SystemError(errno) }
    }
}
