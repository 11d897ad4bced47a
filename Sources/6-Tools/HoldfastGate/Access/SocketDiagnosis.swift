import HoldfastLibC
import HoldfastSystem
import HoldfastX509

/// One socket of this machine, as the kernel tells it to whoever asks for exactly that one (sock_diag(7)).
///
/// It takes the same time however many sockets there are, which the tables of `/proc/net` do not.
struct SocketDiagnosis: Hashable, Sendable {
    /// The answers to a question.
    enum Answer: Hashable, Sendable {
        case socket(SocketDiagnosis)
        /// There is none, or this kernel has no such questions: it says the same of both.
        case none
    }

    /// The state of a connection that is open in both directions.
    static let established: UInt8 = 1

    let state: UInt8
    let user: UInt32
    /// The socket's file; 0 where its process has closed it.
    let inode: UInt32
    /// The traffic class (RFC 2474) that its process has given it, which anybody may.
    let trafficClass: UInt8

    // linux/netlink.h, linux/sock_diag.h and linux/inet_diag.h.
    private static let headerLength = 16
    private static let messageLength = 72
    private static let byFamily: UInt16 = 20
    private static let (typeOfService, trafficClassOf6): (UInt16, UInt16) = (5, 6)

    /// Asks for the socket with these ends.
    static func ask(for own: Endpoint, connectedTo other: Endpoint) -> Answer {
        guard own.address.bytes.count == other.address.bytes.count else { return .none }
        let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        // NETLINK_SOCK_DIAG.
        guard let owned = try? OwnedDescriptor(made: socket(AF_NETLINK, kind, 4)) else { return .none }
        let (descriptor, question) = (owned.number, request(own, other))
        guard unsafe send(descriptor, question, question.count, 0) == question.count else { return .none }
        // The kernel has answered before the question's call returns.
        let answer = unsafe [UInt8](unsafeUninitializedCapacity: 4 << 10) { buffer, count in
            count = unsafe max(0, recv(descriptor, buffer.baseAddress, buffer.count, 0))
        }
        return read(answer, for: own, connectedTo: other)
    }

    /// The question, `struct inet_diag_req_v2` behind a header.
    private static func request(_ own: Endpoint, _ other: Endpoint) -> [UInt8] {
        var bytes: [UInt8] = []
        append(UInt32(headerLength + 56), to: &bytes)
        append(byFamily, to: &bytes)
        // NLM_F_REQUEST; number and sender are of no concern.
        append(UInt16(1), to: &bytes)
        append(UInt64(0), to: &bytes)
        let isIPv4 = own.address.bytes.count == 4
        bytes += [UInt8(isIPv4 ? AF_INET : AF_INET6), UInt8(IPPROTO_TCP)]
        bytes += [1 << UInt8(typeOfService - 1) | 1 << UInt8(trafficClassOf6 - 1), 0]
        // Whatever its state.
        append(UInt32.max, to: &bytes)
        append(own.port.bigEndian, to: &bytes)
        append(other.port.bigEndian, to: &bytes)
        for end in [own, other] {
            bytes += end.address.bytes + [UInt8](repeating: 0, count: 16 - end.address.bytes.count)
        }
        // On any interface, and without a cookie (INET_DIAG_NOCOOKIE).
        append(UInt32(0), to: &bytes)
        append(UInt64.max, to: &bytes)
        return bytes
    }

    /// Reads `struct inet_diag_msg` and its attributes.
    private static func read(_ bytes: [UInt8], for own: Endpoint, connectedTo other: Endpoint) -> Answer {
        guard bytes.count >= headerLength + messageLength, number(bytes, at: 4, octets: 2) == UInt32(byFamily),
            case let end = Int(number(bytes, at: 0)), end >= headerLength + messageLength, end <= bytes.count
        else { return .none }
        let message = headerLength
        // It is the one that was asked for. A socket of IPv6 that is connected by IPv4, as Java's are, has its
        // addresses as addresses of IPv6 (RFC 4291 §2.5.5.2).
        for (index, end) in [own, other].enumerated() {
            let port = bytes[(message + 4 + 2 * index)..<(message + 6 + 2 * index)].reduce(0) { $0 << 8 | UInt16($1) }
            let place = message + 8 + 16 * index
            let address = end.address.bytes
            let padded = address + [UInt8](repeating: 0, count: 16 - address.count)
            let mapped = [UInt8](repeating: 0, count: 10) + [255, 255] + address
            let read = bytes[place..<(place + 16)]
            guard port == end.port, read.elementsEqual(padded) || read.elementsEqual(mapped) else { return .none }
        }
        var traffic: UInt8 = 0
        var place = message + messageLength
        while place + 4 < end {
            let (length, type) = (Int(number(bytes, at: place, octets: 2)), number(bytes, at: place + 2, octets: 2))
            guard length > 4, place + length <= end else { break }
            let isClass = type == UInt32(typeOfService) || type == UInt32(trafficClassOf6)
            if isClass { traffic = max(traffic, bytes[place + 4]) }
            place += (length + 3) & ~3
        }
        return .socket(
            SocketDiagnosis(
                state: bytes[message + 1], user: number(bytes, at: message + 64),
                inode: number(bytes, at: message + 68), trafficClass: traffic))
    }

    private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        unsafe withUnsafeBytes(of: number) { unsafe bytes.append(contentsOf: $0) }
    }

    /// A number as this machine writes it.
    private static func number(_ bytes: [UInt8], at place: Int, octets: Int = 4) -> UInt32 {
        let read = bytes[place..<(place + octets)]
        let ordered = UInt16(1).littleEndian == 1 ? Array(read.reversed()) : Array(read)
        return ordered.reduce(0) { $0 << 8 | UInt32($1) }
    }
}
