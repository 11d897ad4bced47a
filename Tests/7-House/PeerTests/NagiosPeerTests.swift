import Foundation
import HoldfastCrypto
import PeerPrograms
import TestSupport
import Testing

/// `scan --nagios` beside `check_http` of monitoring-plugins, on the same servers.
@Suite(
    "A plugin of Nagios beside another", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct NagiosPeerTests {
    @Test(
        "a certificate that is good, ends within the time asked for, or has ended has the same state by both",
        arguments: [("good", 0), ("soon", 1), ("expired", 2)] as [(String, Int32)])
    func states(_ name: String, _ state: Int32) throws {
        let bed = try ScanBed(at: SystemClock.now())
        let ours = try bed.scan(["--nagios", "--expires-within", "14d"], of: [name])
        #expect(ours.status == state, "\(ours.all)")
        #expect(ours.output.split(separator: "\n").count == 1 && ours.output.hasPrefix("HOLDFAST "), "\(ours.all)")
        let port = try #require(bed.ports.first { $0.name == name + ".test" }?.port)
        let other = try Peer.run(
            "/usr/lib/nagios/plugins/check_http",
            ["-H", "\(name).test", "-I", "127.0.0.1", "-p", "\(port)", "--sni", "-C", "14,1"])
        #expect(other.status == state, "\(other.all)")
    }
}
