import HoldfastAuthority
import HoldfastNetworking
import HoldfastServing
import LoopbackSupport
import Synchronization
import TestSupport
import Testing

@testable import HoldfastNetworkingNames

/// Challenges through archives: Apple's `URLAuthenticationChallenge` conforms to `NSSecureCoding`, by which what an
/// archive says is not to be trusted.
@Suite("URLAuthenticationChallenge in an archive")
struct ChallengeArchiveTests {
    private final class Sender: NSObject, URLAuthenticationChallengeSender {
        func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
        func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
        func cancel(_ challenge: URLAuthenticationChallenge) {}
    }

    private static func archived(_ object: any NSObject & NSSecureCoding) throws -> Data {
        try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
    }

    private static func read<Object: NSObject & NSCoding>(_ type: Object.Type, _ archive: Data) throws -> Object? {
        try NSKeyedUnarchiver.unarchivedObject(ofClass: type, from: archive)
    }

    private static func again(_ challenge: URLAuthenticationChallenge) throws -> URLAuthenticationChallenge {
        try #require(try read(URLAuthenticationChallenge.self, try archived(challenge)))
    }

    private static func space(_ method: String, realm: String? = nil) -> URLProtectionSpace {
        URLProtectionSpace(
            host: "a.test", port: 8443, protocol: NSURLProtectionSpaceHTTPS, realm: realm, authenticationMethod: method)
    }

    private static func challenge(
        _ space: URLProtectionSpace = space(NSURLAuthenticationMethodHTTPBasic, realm: "R"),
        proposed: URLCredential? = nil, failures: Int = 0, response: URLResponse? = nil, error: (any Error)? = nil
    ) -> URLAuthenticationChallenge {
        URLAuthenticationChallenge(
            protectionSpace: space, proposedCredential: proposed, previousFailureCount: failures,
            failureResponse: response, error: error, sender: Sender())
    }

    @Test("a question for a password: all but the sender comes back") func password() throws {
        let url = try #require(URL(string: "https://a.test:8443/login?x=1"))
        let response = try #require(
            HTTPURLResponse(
                url: url, statusCode: 401, httpVersion: "HTTP/1.1",
                headerFields: [
                    "WWW-Authenticate": "Basic realm=\"R\"", "Content-Type": "text/html; charset=utf-8",
                    "Content-Length": "12",
                ]))
        let proposed = URLCredential(user: "ann", password: "Tr0ub4dor", persistence: .forSession)
        let again = try Self.again(Self.challenge(proposed: proposed, failures: 2, response: response))
        #expect(again.protectionSpace == Self.space(NSURLAuthenticationMethodHTTPBasic, realm: "R"))
        #expect(again.protectionSpace.host == "a.test")
        #expect(again.proposedCredential == proposed)
        #expect(again.previousFailureCount == 2)
        #expect(again.error == nil)
        #expect(again.sender == nil)
        let read = try #require(again.failureResponse as? HTTPURLResponse)
        #expect(read.url == url && read.statusCode == 401)
        #expect(read.value(forHTTPHeaderField: "www-authenticate") == "Basic realm=\"R\"")
        #expect(read.mimeType == "text/html" && read.textEncodingName == "utf-8" && read.expectedContentLength == 12)
    }

    @Test("a proxy's space, and a response that is not HTTP's") func others() throws {
        let proxy = URLProtectionSpace(
            proxyHost: "p.test", port: 3128, type: NSURLProtectionSpaceHTTPProxy, realm: nil,
            authenticationMethod: NSURLAuthenticationMethodNTLM)
        let url = try #require(URL(string: "data:,x"))
        let response = URLResponse(
            url: url, mimeType: "text/plain", expectedContentLength: -1, textEncodingName: "us-ascii")
        let again = try Self.again(Self.challenge(proxy, response: response))
        #expect(again.protectionSpace == proxy && again.protectionSpace.isProxy())
        #expect(again.failureResponse == response && !(again.failureResponse is HTTPURLResponse))
    }

    @Test("the error's domain, code and values; of its objects nothing") func error() throws {
        let url = try #require(URL(string: "https://a.test/"))
        let error = URLError(
            .serverCertificateUntrusted,
            userInfo: [
                NSLocalizedDescriptionKey: "The certificate for this server is invalid.",
                "_kCFStreamErrorCodeKey": -9813, NSURLErrorFailingURLErrorKey: url,
                NSUnderlyingErrorKey: NSError(domain: "below", code: 1),
            ])
        let again = try #require(
            try Self.again(Self.challenge(Self.space(NSURLAuthenticationMethodServerTrust), error: error)).error
                as? URLError)
        #expect(again.code == .serverCertificateUntrusted && again.failingURL == url)
        #expect(again.localizedDescription == "The certificate for this server is invalid.")
        #expect(again.userInfo["_kCFStreamErrorCodeKey"] as? Int == -9813)
        #expect(again.userInfo[NSUnderlyingErrorKey] == nil)
        let other = try #require(
            try Self.again(Self.challenge(error: NSError(domain: "mine", code: 7, userInfo: ["why": "so"]))).error)
        #expect((other as NSError).domain == "mine" && (other as NSError).code == 7)
        #expect((other as NSError).userInfo["why"] as? String == "so")
    }

    @Test("neither identities nor trust stand in it") func secrets() throws {
        let fixture = try PeerFixture()
        for credential in [
            URLCredential(trust: try fixture.trust()),
            URLCredential(
                identity: try fixture.secIdentity(), certificates: try fixture.certificates(), persistence: .none),
        ] {
            let challenge = Self.challenge(proposed: credential)
            #expect(try Self.again(challenge).proposedCredential == nil)
            #expect(try Self.archived(challenge).range(of: Data(fixture.identity.certificate)) == nil)
        }
    }

    @Test("a server's challenge, as a delegate is given it in a handshake") func server() async throws {
        let bench = try ConnectionBench()
        let archive = Mutex<Data?>(nil)
        let delegate = NewestConnectionDelegate { challenge in
            archive.withLock { $0 = try? Self.archived(challenge) }
            challenge.sender?.cancel(challenge)
        }
        #expect(try await bench.lines(of: delegate, "/a", isTrusting: false).last == "failed -1012")
        let data = try #require(archive.withLock { $0 })
        let again = try #require(try Self.read(URLAuthenticationChallenge.self, data))
        let space = again.protectionSpace
        #expect(space.authenticationMethod == NSURLAuthenticationMethodServerTrust && space.host == Loopback.host)
        #expect(space.port == Int(bench.server.port) && space.serverTrust == nil)
        #expect((again.error as? URLError)?.code == .serverCertificateUntrusted)
        #expect((again.error as? URLError)?.userInfo["_kCFStreamErrorCodeKey"] as? Int == -9813)
        #expect(again.failureResponse == nil && again.proposedCredential == nil && again.sender == nil)
    }

    // MARK: Hostile archives

    /// An archive in which one value of the object that has it was replaced.
    private static func replaced(_ archive: Data, _ key: String, by value: Any?) throws -> Data {
        var format = PropertyListSerialization.PropertyListFormat.binary
        var root = try #require(
            try PropertyListSerialization.propertyList(from: archive, options: [], format: &format) as? [String: Any])
        var objects = try #require(root["$objects"] as? [Any])
        var count = 0
        for index in objects.indices {
            guard var object = objects[index] as? [String: Any], object[key] != nil else { continue }
            object[key] = value
            objects[index] = object
            count += 1
        }
        #expect(count == 1)
        root["$objects"] = objects
        return try PropertyListSerialization.data(fromPropertyList: root, format: .binary, options: 0)
    }

    /// Values of every other kind, an object's place among them.
    private static func wrong(_ archive: Data) throws -> [Any?] {
        var format = PropertyListSerialization.PropertyListFormat.binary
        let root = try #require(
            try PropertyListSerialization.propertyList(from: archive, options: [], format: &format) as? [String: Any])
        let top = try #require((root["$top"] as? [String: Any])?["root"])
        return [nil, "text", 5, -1.5, true, [1, 2], ["a": 1], Date(), Data(), Data([0xFF, 0xFE]), top]
    }

    private static func expectRefusal<Object: NSObject & NSCoding>(
        _ type: Object.Type, _ archive: Data, at location: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: CocoaError.self, sourceLocation: location) { try read(type, archive) }
        #expect(error?.code == .coderReadCorrupt, sourceLocation: location)
    }

    @Test("a value of another kind is an error, and no end of the process") func kinds() throws {
        let challenge = try Self.archived(Self.challenge())
        for value in try Self.wrong(challenge) {
            Self.expectRefusal(URLAuthenticationChallenge.self, try Self.replaced(challenge, "challenge", by: value))
        }
        let space = try Self.archived(Self.space(NSURLAuthenticationMethodHTTPBasic, realm: "R"))
        for value in try Self.wrong(space).filter({ ($0 as? Data)?.isEmpty != true }) {
            Self.expectRefusal(URLProtectionSpace.self, try Self.replaced(space, "host", by: value))
        }
        let user = try Self.archived(URLCredential(user: "ann", password: "p", persistence: .forSession))
        for value in try Self.wrong(user).filter({ ($0 as? Data)?.isEmpty != true }) {
            Self.expectRefusal(URLCredential.self, try Self.replaced(user, "user", by: value))
        }
    }

    @Test("values that make no sense are an error") func values() throws {
        let archive = try Self.archived(Self.challenge())
        let space = #"{"host":"a","port":1,"isProxy":false,"method":"m"}"#
        let deep = String(repeating: "[", count: 100_000)
        for json in [
            "", "{", "null", "[]", "{}", deep, #"{"space":\#(deep)"#,
            #"{"space":\#(space),"failures":-1}"#, #"{"space":\#(space),"failures":1e40}"#,
            #"{"space":\#(space),"failures":"1"}"#, #"{"space":{"host":"a"},"failures":0}"#,
            #"{"space":\#(space),"failures":0,"proposed":{"user":"u","persistence":9}}"#,
            #"{"space":\#(space),"failures":0,"response":{"url":"","length":0,"status":401}}"#,
            #"{"space":\#(space),"failures":0,"response":{"url":"https://a/","length":0,"status":99999}}"#,
            #"{"space":\#(space),"failures":0,"error":{"domain":"d","code":1}}"#,
            #"{"space":\#(space),"failures":0}"# + String(repeating: " ", count: ArchivedChallenge.maximumBytes),
        ] {
            Self.expectRefusal(
                URLAuthenticationChallenge.self, try Self.replaced(archive, "challenge", by: Data(json.utf8)))
        }
        let least = try Self.replaced(archive, "challenge", by: Data(#"{"space":\#(space),"failures":3}"#.utf8))
        #expect(try Self.read(URLAuthenticationChallenge.self, least)?.previousFailureCount == 3)
    }

    @Test("an archive that was cut or changed in any place is a challenge or none") func changes() throws {
        let url = try #require(URL(string: "https://a.test/"))
        let response = HTTPURLResponse(url: url, statusCode: 401, httpVersion: nil, headerFields: ["A": "b"])
        let whole = try #require(
            ArchivedChallenge(Self.challenge(failures: 1, response: response, error: URLError(.timedOut)))
        ).json
        #expect(ArchivedChallenge(json: whole) != nil)
        for index in whole.indices {
            #expect(ArchivedChallenge(json: Array(whole[..<index])) == nil)
            for octet in [0, UInt8(ascii: "9"), UInt8(ascii: "\""), 0xFF] {
                var changed = whole
                changed[index] = octet
                guard let read = ArchivedChallenge(json: changed) else { continue }
                #expect(read.failureCount >= 0)
            }
        }
    }

    @Test("cut archives are errors, or no archive") func cut() throws {
        let archive = try Self.archived(Self.challenge())
        for length in stride(from: 0, to: archive.count, by: 16) {
            #expect(throws: (any Error).self) {
                try Self.read(URLAuthenticationChallenge.self, archive.prefix(length))
            }
        }
    }

    @Test("a challenge that is too large is not written") func large() throws {
        let huge = Self.challenge(
            error: NSError(
                domain: "d", code: 1,
                userInfo: ["why": String(repeating: "x", count: ArchivedChallenge.maximumBytes)]))
        Self.expectRefusal(URLAuthenticationChallenge.self, try Self.archived(huge))
    }
}
