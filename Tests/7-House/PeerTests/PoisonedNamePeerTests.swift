import Foundation
import HoldfastAuthority
import HoldfastHTTPS
import HoldfastResolving
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import TestSupport
import Testing

/// "Poisoned system name, good DoH answer: request succeeds, verdict says why, time added measured."
@Suite(
    "A poisoned name, and unbound that knows better", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct PoisonedNamePeerTests {
    private static let host = "site.holdfast.test"

    /// The system as somebody on the way wants it to be.
    private struct Lying: Resolver {
        let name = "system"
        let identifier = "system"
        let isCacheable = false
        let addresses: [IPAddress]

        func resolve(_ query: ResolverQuery) async throws(ResolverError) -> ResolverAnswer {
            ResolverAnswer(addresses.filter { AddressKind(of: $0) == query.kind }, from: name)
        }
    }

    private let peer: PeerSession
    private let unbound: Unbound
    private let good: TLSServer
    private let lying: TLSServer

    init() async throws {
        peer = try PeerSession()
        unbound = try await Unbound(peer.identity, records: ["site 60 IN A 127.0.0.1"])
        let own = try peer.root.issue(.server(names: [Self.host], at: peer.now))
        let foreign = try peer.root.issue(.server(names: ["captive.test"], at: peer.now))
        good = try TLSServer(TLSServerConfiguration(own)) { _ in ServerResponse(text: "good") }
        lying = try TLSServer(TLSServerConfiguration(foreign), on: .secondLoopback, port: good.port) { _ in
            ServerResponse(text: "captive")
        }
    }

    private func session(_ sources: [any Resolver]) throws -> HTTPSSession {
        var configuration = try peer.session(good.port, nil).configuration
        configuration.addresses.dial = []
        configuration.addresses.resolution = NameResolution(
            sources.map { NameResolution.Source($0, timeout: .seconds(60)) }, systemFallback: .never)
        return HTTPSSession(configuration: configuration)
    }

    private func doh() throws -> DNSOverHTTPSResolver {
        var configuration = try peer.session(unbound.port, nil).configuration
        configuration.addresses.dial = []
        return try DNSOverHTTPSResolver(
            try peer.url(unbound.port, unbound.path), method: .post,
            bootstrap: [try #require(IPAddress("127.0.0.1"))], configuration: configuration)
    }

    @Test("the request succeeds over the address that unbound names, and the verdict says why not the other")
    func poisoned() async throws {
        let system = Lying(addresses: [try #require(IPAddress("127.0.0.2"))])
        let url = try HTTPSURL("https://\(Self.host):\(good.port)/")
        var alone: [Double] = []
        var after: [Double] = []
        for _ in 0..<5 {
            for isPoisoned in [false, true] {
                let doh = try doh()
                _ = try await doh.resolve(ResolverQuery(try DNSName("ns.holdfast.test"), .ipv4, timeout: .seconds(60)))
                let session = try session(isPoisoned ? [system, doh] : [doh])
                let began = ContinuousClock.now
                let response = try await session.data(for: HTTPSRequest(url))
                let took = (ContinuousClock.now - began) / .milliseconds(1)
                if isPoisoned { after.append(took) } else { alone.append(took) }
                let dial = try #require(response.connection.dial)
                #expect(response.body == Array("good".utf8) && dial.source == PeerSession.host)
                guard isPoisoned else { continue }
                let refused = try #require(dial.poisoned.first)
                #expect(refused.source == "system" && refused.endpoint.address.description == "127.0.0.2")
                #expect(refused.outcome.reason?.contains("captive.test") == true)
            }
        }
        #expect(lying.counters.applicationBytesReceived == 0)
        let (first, second) = (alone.sorted()[2], after.sorted()[2])
        print("a poisoned name adds \(second - first) ms (median of 5: \(first) ms without, \(second) ms with)")
    }
}
