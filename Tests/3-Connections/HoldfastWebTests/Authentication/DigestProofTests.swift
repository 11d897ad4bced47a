import HoldfastCredentials
import Testing

@testable import HoldfastWeb

/// RFC 7616 §3.5: `rspauth` "supports mutual authentication -- the server proves that it knows the user's secret". The
/// values were computed as those of ``DigestVectorTests``.
@Suite("The server's proof")
struct DigestProofTests {
    static let proof = "86d3b25618d41854ca5039a5d7e53ff6355d5134a9b1fb088a78ac3c462195a0"
    static let repeated = "qop=auth, cnonce=\"\(DigestTest.clientNonce)\", nc=00000001"

    @Test(
        "of each algorithm, for auth and for auth-int with the body \"answer\"",
        arguments: [
            ("MD5", "9b712497bc9f91499fbcca1dfc5f09a5", "10f0f2f195620a7d563c187344195d09"),
            ("MD5-sess", "b9bdf5673282d64412df46ad40660539", "e3442c403327d40ce33925432c03159f"),
            (
                "SHA-256-sess", "d4ad609d150eafce2281da5c3179878fdb37e6a16021272f4bed1a082f5c2324",
                "e186fdc4c28d6b2de6fc1930e81ef1038dd64c457a389f72fb196103348dafda"
            ),
            (
                "SHA-512-256", "c8f9593a4f49b95ce2c483cc3222ecd360a5c6ec52ca24a530b0aac18478de8c",
                "7476d022267c3a50b073b7106bb6a51dbc136cb57420da99a6a4a0927fb64d74"
            ),
        ])
    func algorithms(name: String, auth: String, integrity: String) throws {
        for (qop, proof) in [("auth", auth), ("auth-int", integrity)] {
            var session = try DigestTest.session()
            _ = try session.challenge(DigestTest.challenges(DigestTest.challenge(algorithm: name, qop: qop)))
            let sent = try session.get()
            let info = ["qop=\(qop)", "rspauth=\"\(proof)\"", "cnonce=\"\(DigestTest.clientNonce)\", nc=00000001"]
            #expect(
                try session.received(authenticationInfo: info, for: sent, body: .bytes(Array("answer".utf8)))
                    == .proved)
        }
    }

    @Test("a server without qop can prove itself too")
    func oldest() throws {
        var session = try DigestTest.session()
        _ = try session.challenge(
            DigestTest.challenges(
                #"Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093""#))
        let sent = try session.get(.init(user: "Mufasa", password: "Circle Of Life"))
        let info = "rspauth=\"2a38c66e35e2b1f6763297add4c6c66f\""
        #expect(try session.received(authenticationInfo: [info], for: sent) == .proved)
        #expect(throws: DigestAuthenticationError.wrongServerProof(.qop)) {
            try session.received(authenticationInfo: [info + ", qop=auth"], for: sent)
        }
    }

    @Test(
        "what a server may say",
        arguments: [
            ([String](), DigestSession.ServerProof.notGiven), ([""], .notGiven), (["nextnonce=\"b\""], .notGiven),
            (["\(repeated), rspauth=\"\(proof)\""], .proved), ([repeated, "RSPAUTH=\(proof.uppercased())"], .proved),
            (["rspauth=\"\(proof)\""], .proved), (["qop=\"AUTH\", rspauth=\"\(proof)\", unknown=1"], .proved),
        ])
    func accepted(fields: [String], proof: DigestSession.ServerProof) throws {
        var session = try DigestTest.session()
        _ = try session.challenge(DigestTest.challenges(DigestTest.challenge()))
        let sent = try session.get()
        #expect(try session.received(authenticationInfo: fields, for: sent) == proof)
    }

    @Test(
        "what it may not, and then nothing of it is used",
        arguments: [
            ("\(repeated), rspauth=\"\(proof.dropLast())1\"", DigestAuthenticationError.wrongServerProof(.rspauth)),
            ("\(repeated), rspauth=\"\"", .wrongServerProof(.rspauth)),
            // The response to the request, sent back.
            (
                "rspauth=\"753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1\"",
                .wrongServerProof(.rspauth)
            ),
            ("qop=auth-int, rspauth=\"\(proof)\"", .wrongServerProof(.qop)),
            ("cnonce=\"other\", rspauth=\"\(proof)\"", .wrongServerProof(.cnonce)),
            ("nc=00000002, rspauth=\"\(proof)\"", .wrongServerProof(.nc)), ("nc=1", .wrongServerProof(.nc)),
            ("rspauth=\"\(proof)\", rspauth=x", .malformedAuthenticationInfo(.duplicateParameter("rspauth"))),
            ("rspauth", .malformedAuthenticationInfo(.malformed)),
            ("rspauth;\"x\"", .malformedAuthenticationInfo(.malformed)),
            ("@, rspauth=\"\(proof)\"", .malformedAuthenticationInfo(.malformed)),
            ("rspauth=\"\(proof)", .malformedAuthenticationInfo(.unterminatedString)),
        ])
    func refused(field: String, error: DigestAuthenticationError) throws {
        var session = try DigestTest.session()
        _ = try session.challenge(
            DigestTest.challenges(DigestTest.challenge(nonce: "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v")))
        let sent = try session.get()
        #expect(throws: error) {
            try session.received(authenticationInfo: ["nextnonce=\"evil\"", field], for: sent)
        }
        #expect(try DigestTest.parameters(session.get())["nonce"] != "evil")
    }

    @Test("a proof of one request is none of another")
    func other() throws {
        var session = try DigestTest.session()
        _ = try session.challenge(DigestTest.challenges(DigestTest.challenge()))
        let (first, second) = (try session.get(), try session.get())
        let info = ["rspauth=\"\(Self.proof)\""]
        #expect(try session.received(authenticationInfo: info, for: first) == .proved)
        #expect(throws: DigestAuthenticationError.wrongServerProof(.rspauth)) {
            try session.received(authenticationInfo: info, for: second)
        }
    }

    @Test("a proof over a body that is not at hand is not checked, and one over another body is wrong")
    func body() throws {
        var session = try DigestTest.session()
        _ = try session.challenge(DigestTest.challenges(DigestTest.challenge(qop: "auth-int")))
        let sent = try session.get()
        let info = ["rspauth=\"e84a3684db35aeafad0ecb6efbba6724775d30a1cc835c6961fe218a291092ef\""]
        #expect(
            try session.received(authenticationInfo: info, for: sent, body: .bytes(Array("answer".utf8))) == .proved)
        #expect(try session.received(authenticationInfo: info, for: sent) == .notChecked)
        #expect(throws: DigestAuthenticationError.wrongServerProof(.rspauth)) {
            try session.received(authenticationInfo: info, for: sent, body: .bytes(Array("Answer".utf8)))
        }
    }
}
