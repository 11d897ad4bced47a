import HoldfastX509

/// CONNECT of SOCKS 4 ("SOCKS: A protocol for TCP proxy across firewalls"), and of SOCKS 4A ("SOCKS 4A: A Simple
/// Extension to SOCKS 4 Protocol"), by which the proxy resolves names.
struct SOCKS4Dialogue: ProxyDialogue {
    private(set) var state = ProxyState.waits
    private var output: [UInt8] = []
    private var buffer: [UInt8] = []

    init(to target: TunnelTarget, as user: String, resolvesNames: Bool) {
        do throws(ProxyFault) {
            output = try Self.request(to: target, as: user, resolvesNames: resolvesNames)
        } catch {
            state = .failed(error)
        }
    }

    mutating func takeOutput() -> [UInt8] {
        defer { output = [] }
        return output
    }

    /// VN 4, CD 1 for CONNECT, the port, the address, the user and a NUL. For a name the address is 0.0.0.x "with
    /// nonzero x", and the name with a NUL of its own follows.
    private static func request(
        to target: TunnelTarget, as user: String, resolvesNames: Bool
    ) throws(ProxyFault) -> [UInt8] {
        let user = Array(user.utf8)
        guard user.count <= 255, !user.contains(0) else { throw .unusableLogin }
        let start = [4, 1] + target.portOctets
        if let address = target.address {
            guard address.bytes.count == 4 else { throw .unusableKind }
            return start + address.bytes + user + [0]
        }
        guard resolvesNames else { throw .unusableKind }
        let name = Array(target.host.utf8)
        guard (1...255).contains(name.count), !name.contains(0) else { throw .unusableName }
        return start + [0, 0, 0, 1] + user + [0] + name + [0]
    }

    /// Reads the reply: VN 0, CD, and six octets that mean nothing here. Of one that refuses no more is waited for than
    /// says so.
    mutating func receive(_ octets: ArraySlice<UInt8>) {
        guard case .waits = state else { return }
        buffer += octets
        guard let version = buffer.first else { return }
        guard version == 0 else { return state = .failed(.otherVersion(version)) }
        guard buffer.count >= 2 else { return }
        guard buffer[1] == 90 else { return state = .failed(.socks4(SOCKS4Reply(buffer[1]))) }
        guard buffer.count >= 8 else { return }
        state = .open(head: nil, rest: Array(buffer[8...]))
        (buffer, output) = ([], [])
    }

    mutating func receiveEnd() {
        if case .waits = state { state = .failed(.closed(hasBegun: !buffer.isEmpty)) }
    }
}
