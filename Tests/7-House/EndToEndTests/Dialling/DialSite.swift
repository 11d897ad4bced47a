import Glibc
import HoldfastAuthority
import HoldfastHTTPS
import HoldfastResolving
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import LoopbackSupport
import Synchronization
import Testing

/// Servers on one port of several addresses of loopback, and sessions that are led to them.
struct DialSite {
    static let first = Endpoint.loopback(1)
    static let second = Endpoint.loopback(2)

    let bench: Loopback
    let name: ServerName
    /// Proves the name.
    let own: Identity
    /// Proves another one.
    let foreign: Identity

    init() throws {
        bench = try Loopback()
        name = try ServerName(Loopback.host)
        own = try bench.identity()
        foreign = try bench.identity("wrong.test")
    }

    func server(
        _ identity: Identity, on address: IPAddress, port: UInt16 = 0,
        _ change: (inout TLSServerConfiguration) -> Void = { _ in }
    ) throws -> TLSServer {
        try bench.server(as: identity, on: address, port: port, change)
    }

    /// A session without anything that leads anywhere.
    func configuration() throws -> HTTPSSession.Configuration {
        bench.configuration([], policy: bench.trusting)
    }

    /// A rule for the name with addresses of loopback, all at one port.
    func rule(_ last: [UInt8], port: UInt16) throws -> DialRule {
        DialRule(name, to: last.map { DialRule.Target(Endpoint.loopback($0).address, port: port) })
    }

    func url(_ port: UInt16, _ path: String = "/") throws -> HTTPSURL {
        try HTTPSURL("https://\(Loopback.host):\(port)\(path)")
    }
}

extension Endpoint {
    /// 127.0.0.x
    static func loopback(_ last: UInt8, port: UInt16 = 0) -> Endpoint {
        guard let address = IPAddress(bytes: [127, 0, 0, last]) else { preconditionFailure("four bytes") }
        return Endpoint(address, port: port)
    }
}

/// Answers what a test says, and counts how often it was asked.
final class CountingResolver: Resolver {
    let name: String
    let identifier: String
    let isCacheable = false
    private let state: Mutex<(answers: [AddressKind: Result<[IPAddress], ResolverError>], names: [DNSName])>

    init(_ name: String, _ addresses: [Endpoint]) {
        self.name = name
        identifier = name
        var answers: [AddressKind: Result<[IPAddress], ResolverError>] = [:]
        for kind in AddressKind.allCases {
            answers[kind] = .success(addresses.map(\.address).filter { AddressKind(of: $0) == kind })
        }
        state = Mutex((answers, []))
    }

    /// The names that it was asked for, a query each.
    var names: [DNSName] { state.withLock(\.names) }
    var asked: Int { names.count }

    func resolve(_ query: ResolverQuery) async throws(ResolverError) -> ResolverAnswer {
        let answer = state.withLock { state in
            state.names.append(query.name)
            return state.answers[query.kind]
        }
        guard let answer else { throw ResolverError(.noSuchName, from: name) }
        return ResolverAnswer(try answer.get(), timeToLive: .seconds(60), from: name)
    }
}

/// A port whose connections are never completed: its queue is full, so that the system drops what comes.
final class DeadPort {
    private var descriptors: [Int32] = []

    init(_ endpoint: Endpoint) throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = endpoint.port.bigEndian
        address.sin_addr.s_addr = endpoint.address.bytes.reduce(0) { $0 << 8 | UInt32($1) }.bigEndian
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        descriptors.append(listener)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(listener, $0, size) == 0 }
        }
        try #require(isBound && listen(listener, 0) == 0)
        // The queue takes one more than it is told.
        for _ in 0..<2 {
            let filler = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
            descriptors.append(filler)
            unsafe withUnsafePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    _ = unsafe connect(filler, $0, size)
                }
            }
        }
        size = 0
    }

    deinit { for descriptor in descriptors { close(descriptor) } }
}
