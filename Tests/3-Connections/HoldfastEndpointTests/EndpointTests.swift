import HoldfastAuthority
import HoldfastCrypto
import HoldfastEndpoint
import HoldfastTLS
import HoldfastX509
import Testing

/// One end of TLS over memory, seen by another.
struct EndpointTests {
    private func joined(
        _ client: TLSSettings = TLSSettings(.client), _ server: TLSSettings, named: [String: TLSContext]? = nil,
        offering offer: TLSOffer = TLSOffer()
    ) throws -> EndpointPair {
        let pair = try EndpointPair(client, server, named: named, offering: offer)
        pair.shakeHands()
        pair.client.decide(.accepted)
        pair.shakeHands()
        return pair
    }

    @Test("a server chooses its first protocol that the client offers, and ends without one (RFC 7301 §3.2)")
    func protocols() throws {
        let identity = try Identity.server()
        func agreed(_ offered: [String], _ spoken: [String]) throws -> (String?, Bool) {
            let pair = try joined(
                .client(.tls13) { $0.applicationProtocols = offered },
                .server(identity) { $0.applicationProtocols = spoken })
            #expect(pair.client.applicationProtocol == pair.server.applicationProtocol)
            return (pair.client.applicationProtocol, pair.server.isFinished)
        }
        #expect(try agreed(["h2", "http/1.1"], ["http/1.1", "h2"]) == ("http/1.1", true))
        #expect(try agreed(["h2"], ["http/1.1", "h2"]) == ("h2", true))
        #expect(try agreed(["h2"], []) == (nil, true))
        #expect(try agreed([], ["h2"]) == (nil, true))
        #expect(try agreed(["h2"], ["http/1.1"]) == (nil, false))
    }

    @Test("a server presents what it has for the name that it is asked for") func names() throws {
        let other = try Identity.server("b.test")
        func presented(_ name: String?, refuses: Bool = false) throws -> [UInt8]? {
            var offer = TLSOffer()
            offer.serverName = name
            let pair = try joined(
                .client(.tls13), .server(try .server()) { $0.refusesUnknownNames = refuses },
                named: ["b.test": TLSContext(.server(other))], offering: offer)
            #expect(pair.server.serverName == name)
            return pair.client.isFinished ? pair.client.peerCertificate : nil
        }
        #expect(try presented("B.test") == other.certificate)
        #expect(try presented("b.test", refuses: true) == other.certificate)
        #expect(try ![nil, other.certificate].contains(presented("c.test")))
        #expect(try ![nil, other.certificate].contains(presented(nil)))
        #expect(try presented("c.test", refuses: true) == nil)
        #expect(try presented(nil, refuses: true) == nil)
    }

    @Test("more than fits is read by several calls, and the end comes behind it") func pieces() throws {
        let pair = try joined(.client(.tls13), .server(try .server()))
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0) }
        #expect(pair.client.write(bytes).isDone)
        pair.client.close()
        pair.carry()
        var read: [UInt8] = []
        while let piece = pair.server.read(atMost: 40_000).value {
            #expect(!piece.isEmpty)
            read += piece
        }
        #expect(read == bytes)
        #expect(pair.server.read(atMost: 1).isClosed)
    }

    @Test("an end without close_notify is a failure, or an end where that is taken") func silentEnd() throws {
        for takes in [false, true] {
            let pair = try joined(
                .client(.tls13), .server(try .server()) { if takes { $0.options.insert(.takesSilentEnd) } })
            pair.server.endInput()
            let outcome = pair.server.read(atMost: 1)
            #expect(outcome.isClosed == takes)
            #expect(outcome.hasFailed == !takes)
        }
    }

    @Test("a session is resumed by a copy, and nobody is asked about its certificate") func resumption() throws {
        let identity = try Identity.server()
        let serverContext = TLSSettings.server(identity)
        let client = TLSSettings.client(.tls12) { $0.options = [.handsSessionsOut] }
        let context = try TLSContext(serverContext)
        let first = try TLSEndpoint(TLSContext(client))
        let pair = try EndpointPair(first, TLSEndpoint(context, keepsNotes: true))
        pair.shakeHands()
        first.decide(.accepted)
        pair.shakeHands()
        var offer = TLSOffer()
        offer.session = first.takeSession()
        #expect(offer.session != nil)
        let second = try TLSEndpoint(TLSContext(client), offering: offer)
        let again = try EndpointPair(second, TLSEndpoint(context, keepsNotes: true))
        #expect(again.shakeHands().client.isDone)
        #expect(second.isResumed && !second.wasAsked)
        #expect(second.offersKey(identity.key.subjectPublicKeyInfo.bytes))
    }

    @Test("keys come out only where the context says so") func keyLog() throws {
        let identity = try Identity.server()
        #expect(try joined(.client(.tls13), .server(identity)).client.dangerousKeyLog == [])
        let lines = try joined(.client(.tls13) { $0.dangerousKeyLog = true }, .server(identity)).client.dangerousKeyLog
        #expect(lines.contains { $0.hasPrefix("CLIENT_TRAFFIC_SECRET_0 ") })
    }

    @Test("settings that libssl does not take are named") func settings() throws {
        func part(_ change: (inout TLSSettings) -> Void) -> TLSEndpointError.Part? {
            do throws(TLSEndpointError) {
                _ = try TLSContext(.client(.tls13, change))
                return nil
            } catch { return error.part }
        }
        #expect(part { _ in } == nil)
        #expect(part { $0.lists[.groups] = "none" } == .list(.groups, "none"))
        #expect(part { $0.lists[.cipherList] = "none" } == .list(.cipherList, "none"))
        #expect(part { $0.applicationProtocols = [""] } == .applicationProtocolLength)
        #expect(TLSContext.hasGroups("X25519") && !TLSContext.hasGroups("none"))
        var offer = TLSOffer()
        offer.serverName = "a b"
        #expect(throws: TLSEndpointError.self) { try TLSEndpoint(TLSContext(TLSSettings(.client)), offering: offer) }
    }
}
