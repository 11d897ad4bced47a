import HoldfastAuthority
import HoldfastTrust
import HoldfastX509
import Synchronization
import Testing

@testable import HoldfastGate

@Suite("The authority of one run")
struct RunAuthorityTests {
    private let now = Instant(secondsSince1970: 1_800_000_000)

    private func authority(_ names: [String]? = nil, life: Duration = .seconds(86_400)) throws -> RunAuthority {
        try RunAuthority(
            for: try names.map { GateNames(try $0.map { try ServerName($0) }) }, life: life, clock: { now })
    }

    private func isTrusted(_ name: String, by authority: RunAuthority, as issued: RunAuthority? = nil) throws -> Bool {
        let identity = try (issued ?? authority).identity(for: try ServerName(name))
        var policy = TrustPolicy.ssl(try ServerName(name))
        policy.anchors = .only([try Certificate(der: authority.certificate)])
        return (try? TrustEngine().evaluate(ServerTrust(derChain: identity.chain), with: policy, at: now)) != nil
    }

    @Test("its certificates are good for the server that was asked for, a name or an address")
    func issues() throws {
        let authority = try authority()
        #expect(try isTrusted("a.test", by: authority))
        #expect(try isTrusted("127.0.0.1", by: authority))
        #expect(try !isTrusted("a.test", by: authority, as: self.authority()))
    }

    @Test("it lives for a day at most, and its certificates no longer than it does")
    func life() throws {
        let authority = try authority(life: .seconds(3_600))
        let root = try Certificate(der: authority.certificate)
        #expect(root.validity.notAfter.instant <= now.advanced(bySeconds: 3_600))
        let leaf = try Certificate(der: try authority.identity(for: try ServerName("a.test")).certificate)
        #expect(leaf.validity.notAfter.instant <= root.validity.notAfter.instant)
        for life in [Duration.seconds(86_401), .zero, .seconds(-1)] {
            #expect(throws: GateError.self) { try self.authority(life: life) }
        }
    }

    @Test("an authority that outlives its run issues nothing")
    func ended() throws {
        let time = SharedClock(now)
        let authority = try RunAuthority(for: nil, life: .seconds(60), clock: { time.now })
        _ = try authority.context(for: try ServerName("a.test"), speaking: nil)
        time.now = now.advanced(bySeconds: 61)
        #expect(!authority.issues(for: try ServerName("a.test")))
        // What was made before is not shown either.
        #expect(throws: GateError.self) { try authority.context(for: try ServerName("a.test"), speaking: nil) }
    }

    @Test("where names are given it issues for them alone, and its certificate says so (RFC 5280 §4.2.1.10)")
    func constrained() throws {
        let authority = try authority(["a.test"])
        let root = try Certificate(der: authority.certificate)
        #expect(root.nameConstraints != nil)
        #expect(authority.issues(for: try ServerName("www.a.test")))
        for name in ["b.test", "127.0.0.1", "::1"] {
            #expect(!authority.issues(for: try ServerName(name)))
            #expect(throws: GateError.self) { try authority.context(for: try ServerName(name), speaking: nil) }
        }
    }
}

/// A clock that a test sets.
private final class SharedClock: Sendable {
    private let instant: Mutex<Instant>

    init(_ instant: Instant) { self.instant = Mutex(instant) }

    var now: Instant {
        get { instant.withLock { $0 } }
        set { instant.withLock { $0 = newValue } }
    }
}
