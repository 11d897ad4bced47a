import HoldfastAuthority
import HoldfastX509
import LoopbackSupport
import PeerPrograms
import TestSupport
import Testing

@testable import HoldfastServing

/// What a server gives beside its certificate, as `openssl s_client` sees it: timestamps by extension 18 (RFC 6962
/// §3.3.1) and an OCSP response (RFC 6066 §8).
@Suite(.ownThread) struct EvidenceServingTests {
    static let timestamps: [UInt8] = [0, 6, 0, 4, 0xA, 0xB, 0xC, 0xD]

    let bench: Loopback
    init() throws { bench = try Loopback(host: "a.test") }

    private func staple(for identity: Identity) throws -> [UInt8] {
        var template = OCSPResponseTemplate(at: bench.now)
        let serialNumber = try Certificate(der: identity.certificate).serialNumber
        template.answer(try bench.intermediate.certID(for: serialNumber), .good)
        return try bench.intermediate.issue(template)
    }

    private func server(
        _ identity: Identity, _ change: (inout TLSServerConfiguration) throws -> Void
    ) throws -> TLSServer {
        try bench.server(as: identity) { configuration in
            configuration.timestamps = Self.timestamps
            configuration.stapledOCSP = try staple(for: identity)
            try change(&configuration)
        }
    }

    /// The extension as `s_client` prints it: type, length, content.
    private func extensions(_ peer: Peer) throws -> [[UInt8]] {
        try PEM.blocks(in: Array(peer.output.utf8)[...]).filter { $0.label == "SERVERINFO FOR EXTENSION 18" }
            .map(\.contents)
    }

    @Test(arguments: ["-tls1_2", "-tls1_3"])
    func staplesForWhoAsks(_ version: String) throws {
        let identity = try bench.identity()
        let server = try server(identity) { _ in }
        let asking = try Peer.sClient(server.port, [version, "-status", "-servername", "a.test"])
        #expect(asking.output.contains("OCSP Response Status: successful (0x0)"), "\(asking.all)")
        #expect(asking.output.contains("Cert Status: good"))
        let other = try Peer.sClient(server.port, [version, "-servername", "a.test"])
        #expect(other.status == 0 && !other.output.contains("OCSP"))
    }

    /// `-serverinfo` is for TLS 1.2 alone; what TLS 1.3 brings is seen by the transport's tests.
    @Test func sendsTimestampsToWhoAsks() throws {
        let server = try server(try bench.identity()) { $0.maximumVersion = .tls12 }
        let asking = try Peer.sClient(server.port, ["-serverinfo", "18", "-servername", "a.test"])
        #expect(try extensions(asking) == [[0, 18, 0, 8] + Self.timestamps], "\(asking.all)")
        let other = try Peer.sClient(server.port, ["-servername", "a.test"])
        #expect(try other.status == 0 && extensions(other).isEmpty)
    }

    @Test func givesThemBesideItsFirstIdentityAlone() throws {
        let named = try bench.identity("named.test")
        let server = try server(try bench.identity()) {
            $0.maximumVersion = .tls12
            $0.others = [.init(names: ["named.test"], named)]
        }
        let peer = try Peer.sClient(server.port, ["-status", "-serverinfo", "18", "-servername", "named.test"])
        #expect(peer.output.withPlainNames.contains("subject=CN=named.test\n"), "\(peer.all)")
        #expect(try extensions(peer).isEmpty && peer.output.contains("OCSP response: no response sent"))
    }
}
