import Testing

@testable import HoldfastWeb

/// RFC 7616 §3.3 (`stale`), §3.4 (`nc`), §3.5 (`nextnonce`).
@Suite("Nonces: counted, stale, next")
struct DigestStateTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Parameters of the challenge that refuses the first request.
        let nonce: String
        let realm: String
        let more: String
        let isRefusal: Bool
        let step: DigestSession.Step
        /// `nc` of the request after it.
        let count: String

        init(
            _ name: String, nonce: String = "b", realm: String = "r", more: String = "", isRefusal: Bool = true,
            step: DigestSession.Step, count: String = "00000001"
        ) {
            testDescription = name
            self.nonce = nonce
            self.realm = realm
            self.more = more
            self.isRefusal = isRefusal
            self.step = step
            self.count = count
        }
    }

    @Test(
        "whose turn it is after a second challenge",
        arguments: [
            // RFC 2617 §3.2.1, and RFC 7616 §3.3 alike: "If stale is TRUE (case-insensitive), the client may wish to
            // simply retry the request with a new encrypted response, without reprompting the user for a new username
            // and password."
            Row("stale", more: ", stale=true", step: .sameCredential(realm: "r")),
            Row("stale, in capitals and quotes", more: ", stale=\"TRUE\"", step: .sameCredential(realm: "r")),
            // "If stale is FALSE, or anything other than TRUE, or the stale directive is not present, the username
            // and/or password are invalid, and new values must be obtained."
            Row("not stale", more: ", stale=false", step: .credentialRefused(realm: "r")),
            Row("nothing said", step: .credentialRefused(realm: "r")),
            Row("something else said", more: ", stale=1", step: .credentialRefused(realm: "r")),
            Row("another realm", realm: "s", step: .credentialNeeded(realm: "s")),
            Row("another realm, stale", realm: "s", more: ", stale=true", step: .credentialNeeded(realm: "s")),
            Row(
                "stale, of a request that carried nothing", more: ", stale=true", isRefusal: false,
                step: .credentialNeeded(realm: "r")),
            Row(
                "the nonce as before", nonce: "a", more: ", stale=true", step: .sameCredential(realm: "r"),
                count: "00000002"),
            Row("the nonce as before, refused", nonce: "a", step: .credentialRefused(realm: "r"), count: "00000002"),
        ])
    func second(row: Row) throws {
        var session = try DigestTest.session()
        #expect(
            try session.challenge(DigestTest.challenges(DigestTest.challenge(realm: "r", nonce: "a")))
                == .credentialNeeded(realm: "r"))
        let first = try session.get()
        #expect(try DigestTest.parameters(first)["nc"] == "00000001")
        let again = DigestTest.challenges(DigestTest.challenge(realm: row.realm, nonce: row.nonce, more: row.more))
        #expect(try session.challenge(again, refusing: row.isRefusal ? first : nil) == row.step)
        #expect(session.realm == row.realm)
        let sent = try DigestTest.parameters(session.get())
        #expect(sent["nc"] == row.count)
        #expect(sent["nonce"] == row.nonce)
        #expect(sent["realm"] == row.realm)
    }

    /// §3.4: "the hexadecimal count of the number of requests (including the current request) that the client has sent
    /// with the nonce value in this request".
    @Test("counts rise, in all copies of a session")
    func counts() throws {
        var session = try DigestTest.session()
        _ = try session.challenge(DigestTest.challenges(DigestTest.challenge()))
        var copy = session
        var counts: [String?] = []
        for _ in 0..<9 {
            counts.append(try DigestTest.parameters(session.get())["nc"])
            counts.append(try DigestTest.parameters(copy.get())["nc"])
        }
        #expect(counts.first == "00000001")
        #expect(counts.prefix(10).last == "0000000a", "lower case, as the ABNF's LHEX")
        #expect(counts.last == "00000012")
        #expect(Set(counts).count == 18)
    }

    @Test("no count is given out twice, whichever thread asks")
    func threads() async throws {
        let nonces = DigestAuthenticationNonces()
        let counts = try await withThrowingTaskGroup(of: [UInt32].self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let own = try (0..<500).map { _ in try nonces.next(for: "n") }
                    #expect(zip(own, own.dropFirst()).allSatisfy { $0 < $1 })
                    return own
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(counts.sorted() == Array(1...4000))
    }

    @Test("a nonce ends where its count does")
    func usedUp() throws {
        let nonces = DigestAuthenticationNonces([("a", .max - 1)])
        var session = try DigestTest.session(nonces: nonces)
        _ = try session.challenge(DigestTest.challenges(DigestTest.challenge(nonce: "a")))
        #expect(try DigestTest.parameters(session.get())["nc"] == "ffffffff")
        for _ in 0..<2 { #expect(throws: DigestAuthenticationError.nonceUsedUp) { try session.get() } }
    }

    @Test("so many nonces are remembered, those that are in use the longest")
    func remembered() throws {
        let nonces = DigestAuthenticationNonces()
        for index in 0..<DigestAuthenticationNonces.capacity { #expect(try nonces.next(for: "\(index)") == 1) }
        #expect(try nonces.next(for: "0") == 2)
        #expect(try nonces.next(for: "one more") == 1)
        #expect(try nonces.next(for: "0") == 3)
        #expect(try nonces.next(for: "2") == 2)
        #expect(try nonces.next(for: "1") == 1, "the oldest was forgotten")
    }

    @Test("a server that calls every nonce stale is not followed for ever")
    func circle() throws {
        var session = try DigestTest.session()
        _ = try session.challenge(DigestTest.challenges(DigestTest.challenge(nonce: "0")))
        let stale = (1...8).map { DigestTest.challenges(DigestTest.challenge(nonce: "\($0)", more: ", stale=true")) }
        for index in 0..<DigestSession.staleLimit {
            let sent = try session.get()
            _ = try session.challenge(stale[index], refusing: sent)
        }
        let last = try session.get()
        #expect(throws: DigestAuthenticationError.staleTooOften(4)) { try session.challenge(stale[3], refusing: last) }

        // Each response that is none of those begins the count anew.
        for index in 0..<8 {
            let sent = try session.get()
            _ = try session.challenge(stale[index], refusing: sent)
            #expect(try session.received(for: try session.get()) == .notGiven)
        }
    }

    @Test("requests under way with the same stale nonce count as one")
    func parallel() throws {
        var session = try DigestTest.session()
        _ = try session.challenge(DigestTest.challenges(DigestTest.challenge(nonce: "a")))
        let underWay = try (0..<8).map { _ in try session.get() }
        for (index, sent) in underWay.enumerated() {
            let stale = DigestTest.challenges(DigestTest.challenge(nonce: "b\(index)", more: ", stale=true"))
            #expect(try session.challenge(stale, refusing: sent) == .sameCredential(realm: DigestTest.realm))
            #expect(try DigestTest.parameters(session.get())["nonce"] == "b\(index)")
        }
    }

    /// §3.5: "the nonce the server wishes the client to use for a future authentication response".
    @Test("the next nonce is used next, with a count of its own")
    func nextNonce() throws {
        var session = try DigestTest.session()
        _ = try session.challenge(DigestTest.challenges(DigestTest.challenge(nonce: "a")))
        let (first, second) = (try session.get(), try session.get())
        _ = try session.received(authenticationInfo: ["nextnonce=\"b\""], for: first)
        var sent = try DigestTest.parameters(session.get())
        #expect([sent["nonce"], sent["nc"]] == ["b", "00000001"])
        _ = try session.received(authenticationInfo: ["nextnonce=\"\""], for: second)
        sent = try DigestTest.parameters(session.get())
        #expect([sent["nonce"], sent["nc"]] == ["b", "00000002"], "an empty one is none")

        _ = try session.challenge(DigestTest.challenges(DigestTest.challenge(nonce: "c")))
        _ = try session.received(authenticationInfo: ["nextnonce=\"d\""], for: second)
        sent = try DigestTest.parameters(session.get())
        #expect([sent["nonce"], sent["nc"]] == ["c", "00000001"], "it belongs to a challenge that is over")
    }

    /// §3.4.2: for `-sess`, the nonces of the first request make the key for all that follow. Values as in
    /// ``DigestVectorTests``.
    @Test("a session key stays over a next nonce")
    func sessionKey() throws {
        var session = try DigestTest.session()
        _ = try session.challenge(DigestTest.challenges(DigestTest.challenge(algorithm: "SHA-256-sess")))
        let first = try session.get()
        #expect(
            try DigestTest.parameters(session.get())["response"]
                == "6bb0010aa4bdf46422a798c509ea32e256f27bd37de5cc3bdf8ed51e1d77d650")
        _ = try session.received(authenticationInfo: ["nextnonce=next"], for: first)
        #expect(
            try DigestTest.parameters(session.get())["response"]
                == "7cd72319fac9ebd5e69582b8298e4769d9f4c1633c2e2d06b914a9d3ca5a8e78")
    }
}
