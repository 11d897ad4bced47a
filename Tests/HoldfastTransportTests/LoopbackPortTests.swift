import Foundation
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
}
