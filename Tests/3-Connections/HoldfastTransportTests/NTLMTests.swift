import HoldfastHTTP
import HoldfastX509
import Testing

@testable import HoldfastTransport

/// What is looked at before a challenge of NTLM's is answered, and whose connections they become.
@Suite("NTLM")
struct NTLMTests {
    /// MS-NLMP §4.2.4.3, the challenge that is answered by NTLMv2.
    static let described = """
        4e544c4d53535000020000000c000c003800000033828ae20123456789abcdef00000000000000002400240044000000\
        060070170000000f\
        53006500720076006500720002000c0044006f006d00610069006e0001000c0053006500720076006500720000000000
        """
    /// MS-NLMP §4.2.2.3, the one that is answered by NTLMv1.
    private static let bare = """
        4e544c4d53535000020000000c000c0038000000338202e20123456789abcdef00000000000000000000000000000000\
        060070170000000f\
        530065007200760065007200
        """

    private static func field(_ message: String) throws -> String {
        "NTLM " + Base64.encode(try #require(HexString.decode(message)))
    }

    @Test("a challenge for NTLMv2 passes, one for NTLMv1 and what cannot be read do not")
    func weak() throws {
        let (good, bad) = (try Self.field(Self.described), try Self.field(Self.bare))
        for (value, isWeak) in [
            (good, false), (bad, true), ("NTLM", false), ("Negotiate, NTLM", false), ("Basic realm=\"NTLM x\"", false),
            ("ntlm " + bad.dropFirst(5), true), ("Negotiate, \(bad)", true), ("Negotiate,\t\(good)", false),
            ("NTLM ====", true), ("NTLM TlRMTVNTUAAC", true), ("Basic realm=\"a, \(bad), b\"", true),
            ("\(good), \(bad)", true),
        ] {
            #expect(NTLMChallenge.isWeak(value) == isWeak, "\(value)")
        }
        // The bit without the description, and the description without the bit.
        var bytes = try #require(HexString.decode(Self.described))
        bytes[40] = 0
        #expect(NTLMChallenge.isWeak("NTLM " + Base64.encode(bytes)))
        bytes = try #require(HexString.decode(Self.described))
        bytes[22] &= 0x7f
        #expect(NTLMChallenge.isWeak("NTLM " + Base64.encode(bytes)))
    }

    @Test("every field that asks who is there is looked at, whoever's it is")
    func fields() throws {
        let (good, bad) = (try Self.field(Self.described), try Self.field(Self.bare))
        for name in ["WWW-Authenticate", "www-authenticate", "Proxy-Authenticate", "PROXY-AUTHENTICATE"] {
            #expect(!NTLMChallenge.isWeak(in: [HTTPField(name, good)]))
            #expect(NTLMChallenge.isWeak(in: [HTTPField(name, good), HTTPField(name, bad)]))
            #expect(NTLMChallenge.isWeak(in: [HTTPField(name, "\(good) \(bad)")]), "two words where there is one")
        }
        for name in ["X-Authenticate", "WWW-Authenticate-Info"] {
            #expect(!NTLMChallenge.isWeak(in: [HTTPField(name, bad)]))
        }
    }

    @Test("a challenge is one of the party's in its own field, and text in others is none")
    func places() throws {
        let good = try Self.field(Self.described)
        let fields = [(ClientLogin.Party.server, "WWW-Authenticate"), (.proxy, "Proxy-Authenticate")]
        for (party, name) in fields {
            func message(_ field: HTTPField) -> [UInt8]? { NTLMChallenge.message(in: [field], of: party) }
            func isOffered(_ field: HTTPField) -> Bool { NTLMChallenge.isOffered(in: [field], of: party) }
            #expect(message(HTTPField(name, "Negotiate, \(good)"))?.count == 104)
            #expect(message(HTTPField(name.lowercased(), good))?.count == 104)
            #expect(message(HTTPField(name, "NTLM")) == nil)
            #expect(isOffered(HTTPField(name, "Basic realm=\"x\", ntlm")))
            #expect(!isOffered(HTTPField(name, good)))
            for other in fields.map(\.1).filter({ $0 != name }) + ["X-Any", "Set-Cookie", "Location", "Server"] {
                #expect(message(HTTPField(other, good)) == nil && !isOffered(HTTPField(other, "NTLM")), "\(other)")
            }
        }
    }

    @Test("connections of one owner are never another's, nor anybody's")
    func owners() throws {
        var request = TransportRequest(
            kind: .request, host: "a.test", port: 443, sharing: .shared(key: []), policyDigest: [])
        let nobody = PartitionKey(request)
        let (alice, bob) = (ConnectionOwner(), ConnectionOwner())
        #expect(alice != bob)
        var keys: [PartitionKey] = [nobody]
        for owner in [alice, bob] {
            request.connection.owner = owner
            keys.append(PartitionKey(request))
            request.connection.owner = nil
            request.connection.ntlm = try NTLMCredential(user: "a", password: "b", owner: owner)
            keys.append(PartitionKey(request))
            request.connection.ntlm = nil
            request.connection.proxyNTLM = try NTLMCredential(user: "a", password: "b", owner: owner)
            keys.append(PartitionKey(request))
            request.connection.proxyNTLM = nil
        }
        #expect(Set(keys).count == 7)
        #expect(PartitionKey(request) == nobody)
    }

    @Test("an answer in between leaves nothing in the one that follows")
    func between() {
        var collector = ResponseCollector(maximumBody: 100)
        collector.begin(
            ResponseHead(status: 401, reason: "", fields: [HTTPField("WWW-Authenticate", "NTLM")]), version: "1.1")
        _ = unsafe Array("refused".utf8).withUnsafeBytes { unsafe collector.append($0) }
        collector.end(with: [HTTPField("Trailer", "x")])
        collector.beginAgain()
        collector.begin(ResponseHead(status: 200, reason: "", fields: [HTTPField("A", "b")]), version: "1.1")
        #expect(collector.status == 200)
        #expect(collector.fields.map(\.name) == ["A"])
        #expect(collector.trailers.isEmpty && collector.body.isEmpty)
    }
}
