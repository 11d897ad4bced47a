import HoldfastSystem
import HoldfastX509

/// SOCKS 5 (RFC 1928), with the names and passwords of RFC 1929.
extension ProxyServing {
    /// The replies of RFC 1928 §6 that are given here.
    private enum Reply {
        static let succeeded: UInt8 = 0
        static let hostUnreachable: UInt8 = 4
        static let commandNotSupported: UInt8 = 7
        static let addressTypeNotSupported: UInt8 = 8
    }

    func speakSOCKS(over client: StreamSocket) throws(ServingError) {
        let deadline = Deadline.after(configuration.idleTimeout)
        let greeting = try read(2, from: client, until: deadline)
        try expect(5, greeting[0])
        let offered = try read(Int(greeting[1]), from: client, until: deadline)
        let method: UInt8 = configuration.user == nil ? 0 : 2
        guard offered.contains(method) else {
            // §3: "If the selected METHOD is X'FF', none of the methods listed by the client are acceptable".
            try client.write([5, 0xFF], until: deadline)
            throw ServingError(.speakSOCKS, .malformed("the client offers no method that is wanted"))
        }
        try client.write([5, method], until: deadline)
        var named: ProxyConfiguration.User?
        if method == 2 {
            try expect(1, read(1, from: client, until: deadline)[0])
            let user = ProxyConfiguration.User(
                name: try readText(from: client, until: deadline), password: try readText(from: client, until: deadline)
            )
            named = user
            guard user == configuration.user else {
                var visit = ProxyVisit(connection: number, target: "")
                (visit.user, visit.answer) = (user, 1)
                note(visit)
                // RFC 1929 §2: "If the server returns a `failure' … it MUST close the connection."
                return try client.write([1, 1], until: deadline)
            }
            try client.write([1, 0], until: deadline)
        }
        try connect(client, as: named, until: deadline)
    }

    private func connect(
        _ client: StreamSocket, as user: ProxyConfiguration.User?, until deadline: Deadline
    ) throws(ServingError) {
        let head = try read(4, from: client, until: deadline)
        try expect(5, head[0])
        guard let kind = ProxyVisit.AddressKind(rawValue: head[3]) else {
            return try reply(Reply.addressTypeNotSupported, to: client, until: deadline)
        }
        let host =
            switch kind {
            case .name: try readText(from: client, until: deadline)
            case .ipv4: Self.text(of: try read(4, from: client, until: deadline))
            case .ipv6: "[\(Self.text(of: try read(16, from: client, until: deadline)))]"
            }
        let port = try read(2, from: client, until: deadline)
        var visit = ProxyVisit(connection: number, target: "\(host):\(Int(port[0]) << 8 | Int(port[1]))")
        (visit.addressKind, visit.user) = (kind, user)
        guard head[1] == 1 else {
            visit.answer = Int(Reply.commandNotSupported)
            note(visit)
            return try reply(Reply.commandNotSupported, to: client, until: deadline)
        }
        let server = connect(to: visit.target)
        let code = server == nil ? Reply.hostUnreachable : Reply.succeeded
        visit.answer = Int(code)
        note(visit)
        try reply(code, to: client, until: deadline)
        if let server { try lead(client, to: server) }
    }

    private func reply(_ code: UInt8, to client: StreamSocket, until deadline: Deadline) throws(ServingError) {
        try client.write([5, code, 0, 1, 0, 0, 0, 0, 0, 0], until: deadline)
    }

    private func expect(_ version: UInt8, _ seen: UInt8) throws(ServingError) {
        guard seen == version else { throw ServingError(.speakSOCKS, .malformed("version \(seen)")) }
    }

    /// Text behind its length in one octet.
    private func readText(from client: StreamSocket, until deadline: Deadline) throws(ServingError) -> String {
        let length = try read(1, from: client, until: deadline)[0]
        return String(decoding: try read(Int(length), from: client, until: deadline), as: UTF8.self)
    }

    /// Exactly so many bytes: what follows them may belong to the tunnel.
    private func read(_ count: Int, from client: StreamSocket, until deadline: Deadline) throws(ServingError) -> [UInt8]
    {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let more = try client.read(atMost: count - bytes.count, until: deadline)
            guard !more.isEmpty else { throw ServingError(.speakSOCKS, .closed) }
            monitor.change { $0.bytesReceived += more.count }
            bytes += more
        }
        return bytes
    }

    private static func text(of address: [UInt8]) -> String { IPAddress(bytes: address)?.description ?? "" }
}
