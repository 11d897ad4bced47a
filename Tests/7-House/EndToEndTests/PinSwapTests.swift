import HoldfastAuthority
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

/// A hundred connections under load, and pins that change meanwhile: seen at the servers.
@Suite("Pins replaced under load", .hangLimit)
struct PinSwapTests {
    let bench: Loopback

    init() throws { bench = try Loopback() }

    /// Two authorities' servers behind one name, as before and after a change of the authority; 50 connections each.
    @Test("no request goes out on a connection that the new pins refuse")
    func swap() async throws {
        let next = try CertificateAuthority.root(name: "Next Root", at: bench.now)
        let (swapped, stop, seen) = (Flag(), Flag(), Notes<String>())
        let old = try server("old", bench.intermediate, seen)
        let new = try server("new", next, seen)
        let (oldKey, newKey) = (try pin(bench.intermediate), try pin(next))
        let after = try hosts(newKey)
        let pins = TrustPins(try hosts(oldKey, newKey))
        let session = HTTPSSession(configuration: try configuration([old, new], [bench.root, next], pins))
        let urls = try [old, new].map { try bench.url($0) }
        let refused = Notes<String>()
        try await openAll(session, urls)
        #expect(session.statistics.connectionsOpened == 100)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask {
                    while !stop.isSet {
                        let fields = [HTTPField(name: "After", value: swapped.isSet ? "1" : "0")].compactMap(\.self)
                        do throws(HTTPSError) {
                            _ = try await session.data(for: HTTPSRequest(urls[number % 2], fields: fields))
                        } catch {
                            guard error.trustFailure?.cause.code == .pinMismatch else { throw error }
                            refused.add("\(number)")
                        }
                    }
                }
            }
            group.addTask {
                defer { stop.set() }
                try await eventually("four hundred requests") { seen.lines.count > 400 }
                pins.replace(with: after)
                swapped.set()
                try await eventually("two hundred refusals") { refused.lines.count > 200 }
                try await eventually("two hundred answers") { seen.lines.count { $0 == "new 1" } > 200 }
            }
            try await group.waitForAll()
        }
        #expect(seen.lines.count { $0 == "old 0" } > 0, "the old authority's server was served before")
        #expect(!seen.lines.contains("old 1"), "and nothing reached it that was asked for afterwards")
        pins.replace(with: try hosts(oldKey))
        #expect(try await session.data(for: HTTPSRequest(urls[0])).status == 200)
    }

    /// A hundred connections: none is answered before the last one is there.
    private func openAll(_ session: HTTPSSession, _ urls: [HTTPSURL]) async throws {
        let fields = [HTTPField(name: "After", value: "hold")].compactMap(\.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                let request = HTTPSRequest(urls[number % 2], fields: fields)
                group.addTask { _ = try await session.data(for: request) }
            }
            try await group.waitForAll()
        }
    }

    private func pin(_ authority: CertificateAuthority) throws -> Pin {
        Pin(try Certificate(der: authority.certificate))
    }

    private func hosts(_ pins: Pin...) throws -> PinnedHosts {
        let set = try PinSet(authorities: Set(pins), backup: .waived)
        return try PinnedHosts([HostPattern(Loopback.host, publicSuffixes: nil): .pinned(set)])
    }

    private func server(_ name: String, _ authority: CertificateAuthority, _ seen: Notes<String>) throws -> TLSServer {
        let identity = try authority.issue(.server(names: [Loopback.host], at: bench.now))
        return try TLSServer(TLSServerConfiguration(identity)) { request in
            seen.add("\(name) \(request["After"] ?? "?")")
            while request["After"] == "hold", seen.lines.count < 100 { Thread.pause(milliseconds: 5) }
            return ServerResponse(text: name)
        }
    }

    private func configuration(
        _ servers: [TLSServer], _ roots: [CertificateAuthority], _ pins: TrustPins
    ) throws -> HTTPSSession.Configuration {
        let anchors = TrustAnchors.only(try roots.map { try Certificate(der: $0.certificate) })
        return bench.configuration(servers.map { (Loopback.host, $0.port) }) { name in
            var policy = TrustPolicy.ssl(name)
            policy.anchors = anchors
            policy.pins = pins
            return policy
        }
    }
}
