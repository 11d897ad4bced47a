import Testing

@testable import HoldfastWeb

/// RFC 7616 §3.7, §3.3: several challenges, and what is not known of them.
@Suite("Which Digest challenge is answered, and how")
struct DigestChoiceTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let fields: [String]
        /// `algorithm` and `qop` of what is sent.
        let sent: [String?]

        init(_ name: String, _ fields: String..., sent: String?...) {
            testDescription = name
            self.fields = fields
            self.sent = sent
        }
    }

    @Test(
        "the strongest of several",
        arguments: [
            Row(
                "MD5 is named first", DigestTest.challenge(algorithm: "MD5"), DigestTest.challenge(), sent: "SHA-256",
                "auth"),
            Row(
                "all in one field",
                [
                    DigestTest.challenge(algorithm: nil), DigestTest.challenge(algorithm: "SHA-512-256"),
                    DigestTest.challenge(),
                ]
                .joined(separator: ", "), sent: "SHA-512-256", "auth"),
            Row(
                "the first of equal ones", DigestTest.challenge(algorithm: "SHA-256-sess"), DigestTest.challenge(),
                sent: "SHA-256-sess", "auth"),
            Row(
                "one with qop, of equal ones", DigestTest.challenge(qop: nil), DigestTest.challenge(), sent: "SHA-256",
                "auth"),
            Row(
                "the hash goes before qop", DigestTest.challenge(algorithm: "MD5"), DigestTest.challenge(qop: nil),
                sent: "SHA-256", nil),
            Row(
                "an unknown one beside", DigestTest.challenge(algorithm: "SHA3-256"),
                DigestTest.challenge(algorithm: "MD5"), sent: "MD5", "auth"),
            Row(
                "other schemes beside", "Basic realm=a, Negotiate", DigestTest.challenge(), sent: "SHA-256", "auth"),
            Row("an unknown qop in the list", DigestTest.challenge(qop: "auth-conf,AUTH"), sent: "SHA-256", "auth"),
        ])
    func strongest(row: Row) throws {
        var session = try DigestTest.session()
        _ = try session.challenge(ChallengeHeader(row.fields).challenges)
        let sent = try DigestTest.parameters(session.get())
        #expect([sent["algorithm"], sent["qop"]] == row.sent)
    }

    @Test(
        "what is not known is refused, and not taken for the default",
        arguments: [
            (DigestTest.challenge(algorithm: "SHA-1"), DigestChallengeError.unknownAlgorithm("SHA-1")),
            (DigestTest.challenge(algorithm: "\"\""), .unknownAlgorithm("")),
            (DigestTest.challenge(algorithm: "MD5-session"), .unknownAlgorithm("MD5-session")),
            (DigestTest.challenge(qop: "auth-conf"), .noKnownQuality("auth-conf")),
            (DigestTest.challenge(qop: ""), .noKnownQuality("")),
            (DigestTest.challenge(nonce: ""), .noNonce), ("Digest realm=x", .noNonce),
            (DigestTest.challenge(algorithm: "MD5-sess", qop: nil), .sessionWithoutQuality),
        ])
    func refused(field: String, refusal: DigestChallengeError) throws {
        var session = try DigestTest.session()
        #expect(throws: DigestAuthenticationError.noUsableChallenge([refusal])) {
            try session.challenge(DigestTest.challenges(field))
        }
        #expect(throws: DigestAuthenticationError.notChallenged) { try session.get() }
    }

    @Test("a response without a Digest challenge is said to be one")
    func none() throws {
        var session = try DigestTest.session()
        #expect(throws: DigestAuthenticationError.noUsableChallenge([])) {
            try session.challenge(DigestTest.challenges("Basic realm=a, Negotiate"))
        }
    }

    @Test(
        "auth-int is chosen where it must be, or may be and is wanted, and the body is at hand",
        arguments: [
            ("auth, auth-int", false, true, "auth"), ("auth, auth-int", true, true, "auth-int"),
            ("auth, auth-int", true, false, "auth"), ("auth", true, true, "auth"),
            ("auth-int", false, true, "auth-int"),
        ])
    func quality(offered: String, isPreferred: Bool, isAtHand: Bool, chosen: String) throws {
        var session = try DigestTest.session(prefersIntegrity: isPreferred)
        _ = try session.challenge(DigestTest.challenges(DigestTest.challenge(qop: offered)))
        let authorization = try session.authorization(
            method: "PUT", uri: "/", body: isAtHand ? .bytes([1]) : .notAtHand, credential: DigestTest.mufasa)
        #expect(try DigestTest.parameters(authorization)["qop"] == chosen)
    }

    @Test("auth-int alone and a stream do not go together")
    func stream() throws {
        for isPreferred in [false, true] {
            var session = try DigestTest.session(prefersIntegrity: isPreferred)
            _ = try session.challenge(DigestTest.challenges(DigestTest.challenge(qop: "auth-int")))
            #expect(throws: DigestAuthenticationError.bodyNotAtHand) {
                try session.authorization(
                    method: "PUT", uri: "/", body: .notAtHand, credential: DigestTest.mufasa)
            }
        }
    }

    @Test(
        "a realm that has had a response gets no weaker one",
        arguments: [
            ("SHA-256", "auth", "MD5", "auth", false), ("SHA-512-256", "auth", "SHA-256", "auth", false),
            ("SHA-256", "auth", "SHA-256", nil, false), ("SHA-256", "auth", "SHA-512-256", nil, false),
            ("SHA-256", "auth", "SHA-512-256", "auth", true), ("SHA-256", "auth", "SHA-256-sess", "auth-int", true),
            ("MD5", nil, "MD5", "auth", true),
        ] as [(String, String?, String, String?, Bool)])
    func downgrade(algorithm: String, qop: String?, next: String, nextQop: String?, isAllowed: Bool) throws {
        for more in ["", ", stale=true"] {
            var session = try DigestTest.session()
            _ = try session.challenge(DigestTest.challenges(DigestTest.challenge(algorithm: algorithm, qop: qop)))
            let first = try session.get()
            let again = DigestTest.challenges(
                DigestTest.challenge(algorithm: next, qop: nextQop, nonce: "b", more: more))
            if isAllowed {
                _ = try session.challenge(again, refusing: first)
                continue
            }
            let error = #expect(throws: DigestAuthenticationError.self) {
                try session.challenge(again, refusing: first)
            }
            func words(_ hash: String, _ qop: String?) -> String { "(\(hash) \(qop == nil ? "without" : "with") qop)" }
            let text = try #require(error).description
            #expect(text.contains("weaker Digest response \(words(next, nextQop))"), "\(text)")
            #expect(text.hasSuffix("before \(words(algorithm, qop))"), "\(text)")
            #expect(try DigestTest.parameters(session.get())["algorithm"] == algorithm, "nothing has changed")
            // Another realm has another password.
            let other = DigestTest.challenges(
                DigestTest.challenge(algorithm: next, qop: nextQop, realm: "other", nonce: "b", more: more))
            #expect(try session.challenge(other, refusing: first) == .credentialNeeded(realm: "other"))
            // Having been elsewhere does not make the first realm forget.
            #expect(throws: DigestAuthenticationError.self) { try session.challenge(again) }
        }
    }

    @Test("a challenge that was not answered binds to nothing")
    func unanswered() throws {
        var session = try DigestTest.session()
        _ = try session.challenge(DigestTest.challenges(DigestTest.challenge()))
        _ = try session.challenge(DigestTest.challenges(DigestTest.challenge(algorithm: "MD5")))
        #expect(try DigestTest.parameters(session.get())["algorithm"] == "MD5")
    }
}
