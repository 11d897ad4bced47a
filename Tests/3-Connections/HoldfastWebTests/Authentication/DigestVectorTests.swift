import HoldfastCredentials
import Testing

@testable import HoldfastWeb

/// The examples of RFC 7616 §3.9 and RFC 2617 §3.5. What they do not show was computed from the formulas of RFC 7616
/// §3.4 with Python's hashlib, which gives the examples' values too.
@Suite("Digest responses are those of RFC 7616")
struct DigestVectorTests {
    /// RFC 7616 §3.9.1: one response with two challenges, MD5 the second.
    @Test(
        "RFC 7616 §3.9.1",
        arguments: [
            ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
            ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
        ])
    func mufasa(algorithm: String, response: String) throws {
        var session = try DigestTest.session()
        let opaque = ", opaque=\"FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS\""
        let step = try session.challenge(
            DigestTest.challenges(DigestTest.challenge(algorithm: algorithm, more: opaque)))
        #expect(step == .credentialNeeded(realm: "http-auth@example.org"))
        #expect(
            try session.get().fieldValue == """
                Digest username="Mufasa", realm="http-auth@example.org", uri="/dir/index.html", \
                algorithm=\(algorithm), nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", nc=00000001, \
                cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", qop=auth, response="\(response)", \
                opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"
                """)
    }

    /// RFC 7616 §3.9.2 as erratum 4897 corrects it: the RFC's own values come from SHA-512 cut to 256 bits, and not
    /// from SHA-512/256 with its own initial values.
    @Test("RFC 7616 §3.9.2 with erratum 4897")
    func userHash() throws {
        var session = try DigestTest.session(clientNonce: "NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v")
        _ = try session.challenge(
            DigestTest.challenges(
                """
                Digest realm="api@example.org", qop="auth", algorithm=SHA-512-256, \
                nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", \
                opaque="HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS", charset=UTF-8, userhash=true
                """))
        let authorization = try session.authorization(
            method: "GET", uri: "/doe.json",
            credential: .init(user: "J\u{e4}s\u{f8}n Doe", password: "Secret, or not?"))
        #expect(
            authorization.fieldValue == """
                Digest username="793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b", \
                realm="api@example.org", uri="/doe.json", algorithm=SHA-512-256, \
                nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", nc=00000001, \
                cnonce="NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v", qop=auth, \
                response="3798d4131c277846293534c3edc11bd8a5e4cdcbff78b05db9d95eeb1cec68a5", \
                opaque="HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS", userhash=true
                """)
    }

    @Test("RFC 2617 §3.5")
    func older() throws {
        var session = try DigestTest.session(clientNonce: "0a4f113b")
        _ = try session.challenge(
            DigestTest.challenges(
                """
                Digest realm="testrealm@host.com", qop="auth,auth-int", \
                nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"
                """))
        let authorization = try session.get(.init(user: "Mufasa", password: "Circle Of Life"))
        let sent = try DigestTest.parameters(authorization)
        #expect(
            sent == [
                "username": "Mufasa", "realm": "testrealm@host.com", "nonce": "dcd98b7102dd2f0e8b11d0f600bfb0c093",
                "uri": "/dir/index.html", "qop": "auth", "nc": "00000001", "cnonce": "0a4f113b",
                "response": "6629fae49393a05397450978507c4ef1", "opaque": "5ccc069c403ebaf9f0171e9517f40e41",
            ])
    }

    /// RFC 2617 §3.2.2.1 for compatibility with RFC 2069: no `qop`, no `nc`, no `cnonce`.
    @Test("a server without qop gets what it knows")
    func oldest() throws {
        var session = try DigestTest.session()
        _ = try session.challenge(
            DigestTest.challenges(
                #"Digest realm="testrealm@host.com", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093""#))
        let sent = try DigestTest.parameters(session.get(.init(user: "Mufasa", password: "Circle Of Life")))
        #expect(sent["response"] == "670fd8c2df070c60b045671b8b24ff02")
        #expect(Set(sent.keys) == ["username", "realm", "nonce", "uri", "response"])
    }

    /// GET with `auth`, POST of "Hello, world" with `auth-int`, GET with `auth-int`: RFC 7616 §3.9.1's user and nonces.
    @Test(
        "every algorithm and quality",
        arguments: [
            (
                "MD5", "8ca523f5e9506fed4657c9700eebdbec", "0d787b614185382aaa6e3fb0fcf31aa1",
                "8804a53d3640a40a4f73cea12c5ba451"
            ),
            (
                "MD5-sess", "e783283f46242139c486a698fec7211d", "012301b1737a4ea1a0fd6c3c4131ed97",
                "200cda1c37eb927016d1f97f2c0f04f6"
            ),
            (
                "SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1",
                "5dd87cb278bd95db9693bc233c99f6f09c859465d7ea1650b8c7aa606b8e7511",
                "8bdf6f15638e260831e905028de5450562816d093c9bfc5c13d3a46adcdde940"
            ),
            (
                "sha-256-SESS", "2fd51b3a77ad75bad6afad6003e818d767133c46d9e2749e7f5232ae1ea3efd7",
                "4608f171ce3590fa845225288bb17165d4e9468ddc4f2b77a3d76d7453889c53",
                "3c19fbb1d58d0c5baff1a2ef49d847b5d0dfd7e3252b355d978d3af7d895912b"
            ),
            (
                "SHA-512-256", "430d05014cecc49cab6fbe03176d41a1da86cbfe24a16580e22aaad928d960d0",
                "8ef405e52d990f6a78d4ada755680073fe39fb31686c30c80ff0a029bfd6896a",
                "38244c4d345d09bb0000b355be27d2a55003ee188df9821c54df70a63aa0c1ca"
            ),
            (
                "SHA-512-256-sess", "3f2a34f923c38b0fb26dce2fdfc2ce326c23cecf86fbb1444f3e51fbbc2cb92e",
                "3237f9f740fbc696130a2c8c201c5034a0cf2a782f84ba76d5379580dba561b0",
                "1e68177aa6f998392db08ac130e9e08b7cf8c081a506e608d436be3e224f57ab"
            ),
        ])
    func algorithms(name: String, auth: String, post: String, get: String) throws {
        var session = try DigestTest.session()
        _ = try session.challenge(DigestTest.challenges(DigestTest.challenge(algorithm: name)))
        let sent = try DigestTest.parameters(session.get())
        #expect(sent["response"] == auth)
        #expect(sent["algorithm"] == name, "as the server spelled it")
        #expect(sent["qop"] == "auth")

        let only = DigestTest.challenges(DigestTest.challenge(algorithm: name, qop: "auth-int"))
        for (method, body, response) in [("POST", "Hello, world", post), ("GET", "", get)] {
            session = try DigestTest.session()
            _ = try session.challenge(only)
            let authorization = try session.authorization(
                method: method, uri: "/dir/index.html", body: .bytes(Array(body.utf8)), credential: DigestTest.mufasa)
            let sent = try DigestTest.parameters(authorization)
            #expect(sent["response"] == response)
            #expect(sent["qop"] == "auth-int")
            #expect(authorization.quality == .integrity)
        }
    }
}
