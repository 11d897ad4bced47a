import Foundation
import Glibc
import HoldfastServing
import LoopbackSupport
import PeerPrograms
import Testing

@Suite("Ports for programs that tests start")
struct LoopbackPortTests {
    @Test("none twice, and none that the kernel gives to other tests by itself")
    func free() throws {
        let text = try String(contentsOfFile: "/proc/sys/net/ipv4/ip_local_port_range", encoding: .utf8)
        let bounds = text.split(whereSeparator: \.isWhitespace).compactMap { UInt16($0) }
        try #require(bounds.count == 2)
        let ports = try (0..<20).map { _ in try LoopbackPort.free() }
        #expect(Set(ports).count == ports.count)
        #expect(!ports.contains { bounds[0] <= $0 && $0 <= bounds[1] })
    }

    @Test("whether somebody listens is seen without a connection")
    func isOpen() async throws {
        let server = try Loopback().server()
        #expect(try await LoopbackPort.waitUntilOpen(server.port))
        #expect(server.counters.connections == 0)
        let free = try LoopbackPort.free()
        #expect(!LoopbackPort.isOpen(free))
    }

    @Test("of many that listen, each is seen: the kernel gives its table in pieces")
    func many() throws {
        let sockets = (0..<200).map { _ in socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) }
        defer { for socket in sockets { close(socket) } }
        for socket in sockets {
            try #require(listen(socket, 1) == 0)
            var address = sockaddr_in()
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                    unsafe getsockname(socket, generic, &length)
                }
            }
            try #require(result == 0)
            #expect(LoopbackPort.isOpen(UInt16(bigEndian: address.sin_port)))
        }
    }
}
