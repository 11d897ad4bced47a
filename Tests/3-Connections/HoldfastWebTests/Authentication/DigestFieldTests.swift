import HoldfastCredentials
import HoldfastHTTP
import Testing

@testable import HoldfastWeb

@Suite("What stands in the field of a Digest response")
struct DigestFieldTests {
    /// RFC 7616 §3.4.5: quotes are no part of what is hashed; §3.4 for `username*`.
    @Test("quotes and backslashes are escaped in the field, and not in the digest")
    func quotes() throws {
        var session = try DigestTest.session()
        _ = try session.challenge(
            DigestTest.challenges(#"Digest realm="say \"hi\" \\ there", nonce="n\"1", qop=auth, opaque="\"\\""#))
        let authorization = try session.authorization(
            method: "GET", uri: "/", credential: .init(user: #"a"b\c:d"#, password: "x"))
        #expect(authorization.fieldValue.contains(#"username="a\"b\\c:d", realm="say \"hi\" \\ there""#))
        let sent = try DigestTest.parameters(authorization)
        #expect(sent["response"] == "f46af26ab779df3ec98f981769b99685")
        #expect(sent["opaque"] == #""\"#)
        #expect(HTTPField(name: "Authorization", value: authorization.fieldValue) != nil)
    }

    /// RFC 7616 §3.4 with RFC 5987 §3.2.2's rules; §3.9.2's user.
    @Test(
        "a user beyond ASCII is sent as the server can read it",
        arguments: [
            ("SHA-256", "", "username*=UTF-8''J%C3%A4s%C3%B8n%20Doe"),
            ("MD5", ", charset=utf-8", "username*=UTF-8''J%C3%A4s%C3%B8n%20Doe"),
            // RFC 2617 has no username*.
            ("MD5", "", "username=\"J\u{e4}s\u{f8}n Doe\""),
            ("SHA-256", ", charset=UTF-8, userhash=false", "username*=UTF-8''J%C3%A4s%C3%B8n%20Doe"),
        ])
    func international(algorithm: String, more: String, expected: String) throws {
        var session = try DigestTest.session()
        _ = try session.challenge(DigestTest.challenges(DigestTest.challenge(algorithm: algorithm, more: more)))
        let authorization = try session.get(.init(user: "J\u{e4}s\u{f8}n Doe", password: "Secret, or not?"))
        #expect(authorization.fieldValue.hasPrefix("Digest \(expected), realm="))
        #expect(!authorization.fieldValue.contains("userhash"))
        #expect(HTTPField(name: "Authorization", value: authorization.fieldValue) != nil)
    }

    @Test("RFC 5987's attr-char stay, everything else is encoded")
    func extended() {
        #expect(
            DigestAuthorization.extended("az AZ09!#$&+-.^_`|~*'%()\u{20ac}")
                == "UTF-8''az%20AZ09!#$&+-.^_`|~%2A%27%25%28%29%E2%82%AC")
    }

    @Test("another encoding than UTF-8 is for ASCII only")
    func charset() throws {
        var session = try DigestTest.session()
        _ = try session.challenge(DigestTest.challenges(DigestTest.challenge(more: ", charset=ISO-8859-1")))
        _ = try session.get()
        #expect(throws: DigestAuthenticationError.unsupportedCharset("ISO-8859-1")) {
            try session.get(.init(user: "Mufasa", password: "\u{e4}"))
        }
    }

    @Test(
        "what cannot be sent is refused, and no count is used up for it",
        arguments: [
            ("G T", "/", "a", "b", DigestAuthenticationError.malformedMethod), ("", "/", "a", "b", .malformedMethod),
            ("GET", "", "a", "b", .malformedURI), ("GET", "/a b", "a", "b", .malformedURI),
            ("GET", "/\r\nX: y", "a", "b", .malformedURI), ("GET", "/\u{e4}", "a", "b", .malformedURI),
            ("GET", "/", "a\n", "b", .credential(.controlCharacter(.user))),
            ("GET", "/", "a", "b\0", .credential(.controlCharacter(.password))),
            ("GET", "/", "a", "e\u{301}", .credential(.notNormalized(.password))),
        ])
    func refused(
        method: String, uri: String, user: String, password: String, error: DigestAuthenticationError
    ) throws {
        var session = try DigestTest.session()
        _ = try session.challenge(DigestTest.challenges(DigestTest.challenge()))
        #expect(throws: error) {
            try session.authorization(
                method: method, uri: uri, credential: .init(user: user, password: password))
        }
        #expect(try DigestTest.parameters(session.get())["nc"] == "00000001")
    }

    @Test("nothing is authorized before a challenge")
    func early() throws {
        var session = try DigestTest.session()
        #expect(throws: DigestAuthenticationError.notChallenged) { try session.get() }
    }

    @Test("client nonces are new for each request, and kept for a session key")
    func clientNonces() throws {
        for (algorithm, isKept) in [("SHA-256", false), ("SHA-256-sess", true)] {
            var session = DigestSession(.proxy)
            _ = try session.challenge(DigestTest.challenges(DigestTest.challenge(algorithm: algorithm)))
            let nonces = try (0..<3).map { _ in try DigestTest.parameters(session.get())["cnonce"] ?? "" }
            #expect(Set(nonces).count == (isKept ? 1 : 3))
            #expect(nonces.allSatisfy { $0.utf8.count == 24 })
            _ = try session.challenge(DigestTest.challenges(DigestTest.challenge(algorithm: algorithm, nonce: "b")))
            #expect(!nonces.contains(try DigestTest.parameters(session.get())["cnonce"] ?? ""))
        }
    }
}
