import Foundation
import HoldfastAuthority
import HoldfastCrypto
import HoldfastHTTPS
import HoldfastResolving
import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import Synchronization
import TestSupport
import Testing

/// DNS over HTTPS as two other programs speak it: unbound by HTTP/2, dnsdist by HTTP/1.1.
@Suite(
    "DNS over HTTPS by unbound and dnsdist", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct DNSOverHTTPSPeerTests {
    enum Server: String, CaseIterable, Sendable {
        case unbound, dnsdist
    }

    private static let records =
        [
            "site 120 IN A 192.0.2.10", "site 120 IN A 192.0.2.11", "site 120 IN AAAA 2001:db8::10",
            "four IN A 192.0.2.4", "alias 40 IN CNAME cdn", "cdn 600 IN CNAME site", "dead IN CNAME nobody",
        ] + (1...200).map { "many IN A 198.18.0.\($0)" } + (1...100).map { "many IN AAAA 2001:db8::\($0)" }

    private let peer: PeerSession
    private let unbound: Unbound
    private let dnsdist: Dnsdist
    private let versions = SeenVersions()

    init() async throws {
        peer = try PeerSession()
        unbound = try await Unbound(peer.identity, records: Self.records)
        dnsdist = try await Dnsdist(peer.identity, before: unbound)
    }

    private func resolver(
        _ server: Server, _ method: DNSOverHTTPSResolver.Method, isRefusing: Bool = false
    ) throws -> DNSOverHTTPSResolver {
        let port = server == .unbound ? unbound.port : dnsdist.port
        var configuration = try peer.session(port, nil).configuration
        configuration.addresses.dial = []
        configuration.offersHTTP2 = server == .unbound
        configuration.observer = versions
        if isRefusing {
            configuration.trust.policy = { name in
                var policy = TrustPolicy.ssl(name)
                policy.anchors = .only([])
                return policy
            }
        }
        return try DNSOverHTTPSResolver(
            try peer.url(port, server == .unbound ? unbound.path : dnsdist.path), method: method,
            bootstrap: [try #require(IPAddress("127.0.0.1"))], configuration: configuration)
    }

    private func ask(
        _ resolver: DNSOverHTTPSResolver, _ name: String, _ kind: AddressKind = .ipv4
    ) async throws -> (addresses: [String], seconds: Int64?, code: String) {
        let query = ResolverQuery(try DNSName("\(name).\(Unbound.zone)"), kind, timeout: .seconds(600))
        do throws(ResolverError) {
            let answer = try await resolver.resolve(query)
            return (answer.addresses.map { "\($0)" }.sorted(), answer.timeToLive?.components.seconds, "")
        } catch {
            return ([], error.timeToLive?.components.seconds, error.code)
        }
    }

    @Test(
        "addresses, aliases, many addresses, none of a kind, no such name",
        arguments: Server.allCases, DNSOverHTTPSResolver.Method.allCases)
    func answers(_ server: Server, _ method: DNSOverHTTPSResolver.Method) async throws {
        let resolver = try resolver(server, method)
        let two = try await ask(resolver, "SITE")
        #expect(two.addresses == ["192.0.2.10", "192.0.2.11"])
        #expect((0...120).contains(try #require(two.seconds)))
        #expect(try await ask(resolver, "site", .ipv6).addresses == ["2001:db8::10"])
        let alias = try await ask(resolver, "alias")
        #expect(alias.addresses == ["192.0.2.10", "192.0.2.11"])
        #expect((0...40).contains(try #require(alias.seconds)))
        #expect(try await ask(resolver, "many").addresses.count == 200)
        #expect(try await ask(resolver, "many", .ipv6).addresses.count == 100)
        let none = try await ask(resolver, "four", .ipv6)
        #expect(none.code == "" && none.addresses.isEmpty)
        #expect((0...60).contains(try #require(none.seconds)))
        for name in ["nobody", "dead"] {
            let missing = try await ask(resolver, name)
            #expect(missing.code == "noSuchName", "\(name)")
            #expect((0...60).contains(try #require(missing.seconds)))
        }
        #expect(versions.all == [server == .unbound ? "2" : "1.1"])
    }

    @Test("many questions at once share one connection of HTTP/2")
    func shared() async throws {
        let resolver = try resolver(.unbound, .get)
        _ = try await ask(resolver, "site")
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    let answer = try? await ask(resolver, "site")
                    #expect(answer?.addresses == ["192.0.2.10", "192.0.2.11"])
                }
            }
        }
        #expect(versions.connections == 1)
    }

    @Test("a server that is not trusted is asked nothing", arguments: Server.allCases)
    func untrusted(_ server: Server) async throws {
        #expect(try await ask(try resolver(server, .post, isRefusing: true), "site").code == "untrusted")
        #expect(versions.all.isEmpty)
    }
}

/// Which versions of HTTP answered, and on how many connections.
private final class SeenVersions: SessionObserver {
    private let state = Mutex<(versions: Set<String>, connections: Set<UInt64>)>(([], []))

    var all: Set<String> { state.withLock { $0.versions } }
    var connections: Int { state.withLock { $0.connections.count } }

    func session(finished metrics: TaskMetrics) {
        state.withLock { state in
            for transaction in metrics.transactions {
                if let version = transaction.httpVersion { state.versions.insert(version) }
                if let connection = transaction.connection { state.connections.insert(connection.id) }
            }
        }
    }
}
