import COpenSSL
import HoldfastAuthority
import HoldfastCrypto
import HoldfastEndpoint
import HoldfastTLS
import HoldfastX509
import Testing

/// A client that pauses within the handshake until somebody has judged the server.
struct VerdictTests {
    private static let versions: [ProtocolVersion] = [.tls12, .tls13]

    @Test("the handshake waits for the verdict, however often it is asked to go on", arguments: versions)
    func waits(version: ProtocolVersion) throws {
        let identity = try Identity.server()
        let pair = try EndpointPair(.client(version), .server(identity))
        for _ in 0..<3 {
            let stop = pair.shakeHands()
            #expect(stop.client.needsVerdict)
            #expect(!pair.server.isFinished)
        }
        #expect(pair.client.wasAsked)
        #expect(pair.client.offersKey(identity.key.subjectPublicKeyInfo.bytes))
        #expect(!pair.client.offersKey([0x30, 0]))
    }

    @Test("with a verdict that accepts the connection carries data both ways", arguments: versions)
    func accepted(version: ProtocolVersion) throws {
        let pair = try EndpointPair(.client(version), .server(try .server()))
        #expect(pair.shakeHands().client.needsVerdict)
        pair.client.decide(.accepted)
        #expect(pair.shakeHands().client.isDone)
        #expect(pair.server.isFinished && pair.client.isFinished)
        #expect(pair.client.version == version)
        #expect(pair.client.write(Array("question".utf8)).isDone)
        pair.carry()
        #expect(pair.server.read(atMost: 100).value == Array("question".utf8))
        #expect(pair.server.write(Array("answer".utf8)).isDone)
        pair.carry()
        #expect(pair.client.read(atMost: 100).value == Array("answer".utf8))
        #expect(pair.client.read(atMost: 100).isWaiting)
    }

    @Test(
        "with a verdict that refuses the server sees the verdict's alert, and no application data",
        arguments: versions,
        [
            (X509_V_ERR_CERT_REVOKED, AlertDescription(44)),
            (X509_V_ERR_CERT_HAS_EXPIRED, AlertDescription(45)),
            (X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, AlertDescription(48)),
        ])
    func refused(version: ProtocolVersion, why: (number: Int32, alert: AlertDescription)) throws {
        let pair = try EndpointPair(.client(version), .server(try .server()))
        #expect(pair.shakeHands().client.needsVerdict)
        pair.client.decide(.refused(why.number))
        let refused = pair.client.handshake()
        #expect(refused.hasFailed)
        #expect(pair.client.write(Array("secret".utf8)).hasFailed)
        pair.carry()
        #expect(pair.server.handshake().hasFailed)
        pair.carry()
        #expect(pair.alerts == [why.alert])
        #expect(!pair.server.isFinished)
        #expect(pair.server.read(atMost: 100).hasFailed)
        #expect(!pair.client.hasOutput)
    }

    @Test("a verdict before libssl asks is none", arguments: versions)
    func beforehand(version: ProtocolVersion) throws {
        let pair = try EndpointPair(.client(version), .server(try .server()))
        pair.client.decide(.accepted)
        #expect(pair.shakeHands().client.needsVerdict)
        #expect(!pair.server.isFinished)
    }

    @Test("before the verdict nothing is written", arguments: versions)
    func early(version: ProtocolVersion) throws {
        let pair = try EndpointPair(.client(version), .server(try .server()))
        #expect(pair.shakeHands().client.needsVerdict)
        #expect(pair.client.write(Array("secret".utf8)).needsVerdict)
        #expect(!pair.client.hasOutput)
    }

    @Test("a client's certificate stays with it until it is shown", arguments: versions, [false, true])
    func identity(version: ProtocolVersion, isShown: Bool) throws {
        let own = try Identity.server("client.test")
        var asking = TLSSettings(.server(asksForCertificate: .optional))
        asking.identities = [TLSIdentity(try .server())]
        let pair = try EndpointPair(.client(version) { $0.identities = [TLSIdentity(own)] }, asking)
        #expect(pair.shakeHands().client.needsVerdict)
        pair.client.decide(.accepted)
        if isShown { try pair.client.showIdentity() }
        #expect(pair.shakeHands().client.isDone)
        #expect(pair.server.isFinished)
        #expect(pair.server.peerCertificate == (isShown ? own.certificate : nil))
    }
}
