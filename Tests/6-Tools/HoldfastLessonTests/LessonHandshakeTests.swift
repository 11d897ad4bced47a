import HoldfastLesson
import HoldfastX509
import TestSupport
import Testing

/// The handshake that the lesson does by hand, beside one that the IETF published with every secret.
@Suite("The lesson's handshake", .ownThread)
struct LessonHandshakeTests {
    private static func bytes(_ digits: String) -> [UInt8] {
        HexString.decode(digits.filter { !$0.isWhitespace }) ?? []
    }

    // RFC 8448 §3: messages with their headers, as the transcript has them.
    private static let clientHello = bytes(
        """
        010000c00303cb34ecb1e78163ba1c38c6dacb196a6dffa21a8d9912ec18a2ef6283024dece700000613011303130201000091
        0000000b0009000006736572766572ff01000100000a00140012001d0017001800190100010101020103010400230000003300
        260024001d002099381de560e4bd43d23d8e435a7dbafeb3c06e51c13cae4d5413691e529aaf2c002b0003020304000d002000
        1e040305030603020308040805080604010501060102010402050206020202002d00020101001c00024001
        """)
    private static let serverHello = bytes(
        """
        020000560303a6af06a4121860dc5e6e60249cd34c95930c8ac5cb1434dac155772ed3e2692800130100002e00330024001d00
        20c9828876112095fe66762bdbf7c672e156d6cc253b833df1dd69b1b04e751f0f002b00020304
        """)
    private static let encryptedExtensions = bytes(
        "080000240022000a00140012001d00170018001901000101010201030104001c0002400100000000")
    private static let certificateMessage = bytes(
        """
        0b0001b9000001b50001b0308201ac30820115a003020102020102300d06092a864886f70d01010b0500300e310c300a060355
        04031303727361301e170d3136303733303031323335395a170d3236303733303031323335395a300e310c300a060355040313
        0372736130819f300d06092a864886f70d010101050003818d0030818902818100b4bb498f8279303d980836399b36c6988c0c
        68de55e1bdb826d3901a2461eafd2de49a91d015abbc9a95137ace6c1af19eaa6af98c7ced43120998e187a80ee0ccb0524b1b
        018c3e0b63264d449a6d38e22a5fda430846748030530ef0461c8ca9d9efbfae8ea6d1d03e2bd193eff0ab9a8002c47428a6d3
        5a8d88d79f7f1e3f0203010001a31a301830090603551d1304023000300b0603551d0f0404030205a0300d06092a864886f70d
        01010b05000381810085aad2a0e5b9276b908c65f73a7267170618a54c5f8a7b337d2df7a594365417f2eae8f8a58c8f8172f9
        319cf36b7fd6c55b80f21a03015156726096fd335e5e67f2dbf102702e608ccae6bec1fc63a42a99be5c3eb7107c3c54e9b9eb
        2bd5203b1c3b84e0a8b2f759409ba3eac9d91d402dcc0cc8f8961229ac9187b42b4de10000
        """)
    private static let signature = bytes(
        """
        5a747c5d88fa9bd2e55ab085a61015b7211f824cd484145ab3ff52f1fda8477b0b7abc90db78e2d33a5c141a078653fa6bef78
        0c5ea248eeaaa785c4f394cab6d30bbe8d4859ee511f602957b15411ac027671459e46445c9ea58c181e818e95b8c3fb0bf327
        8409d3be152a3da5043e063dda65cdf5aea20d53dfacd42f74f3
        """)
    private static let finished = bytes("9b9b141d906337fbd2cbdce71df4deda4ab42c309572cb7fffee5454b78f0718")
    private static let sharedSecret = bytes("8bd4054fb55b9d63fdfbacf9f04b9f0d35e6d63f537563efd46272900f89492d")

    @Test("The key schedule equals RFC 8448 §3, secret by secret")
    func schedule() throws {
        let schedule = try TLS13KeySchedule(sharedSecret: Self.sharedSecret)
        let rows: [([UInt8], String)] = [
            (schedule.earlySecret, "33ad0a1c607ec03b09e6cd9893680ce210adf300aa1f2660e1b22e10f170f92a"),
            (schedule.derivedFromEarly, "6f2615a108c702c5678f54fc9dbab69716c076189c48250cebeac3576c3611ba"),
            (schedule.handshakeSecret, "1dc826e93606aa6fdc0aadc12f741b01046aa6b99f691ed221a9f0ca043fbeac"),
            (schedule.derivedFromHandshake, "43de77e0c77713859a944db9db2590b53190a65b3ee2e4f12dd7a0bb7ce254b4"),
            (schedule.masterSecret, "18df06843d13a08bf2a449844c5f8a478001bc4d4c627984d5a41da8d0402919"),
        ]
        for (seen, expected) in rows { #expect(seen == Self.bytes(expected)) }
        let hellos = Self.clientHello + Self.serverHello
        let client = try TLS13KeySchedule.derive(schedule.handshakeSecret, "c hs traffic", transcript: hellos)
        let server = try TLS13KeySchedule.derive(schedule.handshakeSecret, "s hs traffic", transcript: hellos)
        #expect(client == Self.bytes("b3eddb126e067f35a780b3abf45e2d8f3b1a950738f52e9600746a0e27a55a21"))
        #expect(server == Self.bytes("b67b7d690cc16c4e75e54213cb2d37b4e9c912bcded9105d42befd59d391ad38"))
        let key = try TLS13TrafficKey(server)
        #expect(key.key == Self.bytes("3fce516009c21727d0f2e4e86ee403bc"))
        #expect(key.iv == Self.bytes("5d313eb2671276ee13000b30"))
    }

    @Test("CertificateVerify of RFC 8448 §3 verifies over the content that the lesson builds, and over no other")
    func certificateVerify() throws {
        let certificate = try Certificate(der: Array(Self.certificateMessage[11..<(11 + 432)]))
        let transcript = Self.clientHello + Self.serverHello + Self.encryptedExtensions + Self.certificateMessage
        // rsa_pss_rsae_sha256: SHA-256 with a salt as long as the digest (RFC 8446 §4.2.3).
        let algorithm = SignatureAlgorithm.rsaPSS(RSAPSSParameters(.sha256))
        #expect(
            try TLS13Messages.isSigned(transcript, signature: Self.signature, algorithm: algorithm, by: certificate))
        #expect(
            try !TLS13Messages.isSigned(
                transcript.dropLast(), signature: Self.signature, algorithm: algorithm, by: certificate))
    }

    @Test("Finished and the application secrets equal RFC 8448 §3")
    func end() throws {
        let schedule = try TLS13KeySchedule(sharedSecret: Self.sharedSecret)
        let hellos = Self.clientHello + Self.serverHello
        let server = try TLS13KeySchedule.derive(schedule.handshakeSecret, "s hs traffic", transcript: hellos)
        let verify = [0x0f, 0x00, 0x00, 0x84, 0x08, 0x04, 0x00, 0x80] + Self.signature
        let transcript = hellos + Self.encryptedExtensions + Self.certificateMessage + verify
        #expect(try TLS13KeySchedule.finished(server, transcript: transcript) == Self.finished)
        let whole = transcript + [0x14, 0x00, 0x00, 0x20] + Self.finished
        #expect(
            try TLS13KeySchedule.derive(schedule.masterSecret, "c ap traffic", transcript: whole)
                == Self.bytes("9e40646ce79a7f9dc05af8889bce6552875afa0b06df0087f792ebb7c17504a5"))
        #expect(
            try TLS13KeySchedule.derive(schedule.masterSecret, "s ap traffic", transcript: whole)
                == Self.bytes("a11af9f05531f856ad47116b45a950328204b4f44bfb6b3a4b4f1f3fcb631643"))
    }

    /// RFC 8448 §3 and §4: the pre-shared key of the ticket, and the early secret that it gives.
    @Test("The pre-shared key of a ticket equals RFC 8448")
    func preSharedKey() throws {
        let key = try TLS13KeySchedule.expand(
            Self.bytes("7df235f2031d2a051287d02b0241b0bfdaf86cc856231f2d5aba46c434ec196c"), "resumption",
            context: [0, 0], count: 32)
        #expect(key == Self.bytes("4ecd0eb6ec3b4d87f5d6028f922ca4c5851a277fd41311c9e62d2c9492e1c4f3"))
        let early = try TLS13KeySchedule(preSharedKey: key, sharedSecret: []).earlySecret
        #expect(early == Self.bytes("9b2188e9b2fc6d64d71dc329900e20bb41915000f678aa839cbb797cb7d8332c"))
    }

    /// The vector for P_SHA256 that the TLS working group's list has had since 2008, used by most implementations.
    @Test("The pseudorandom function of TLS 1.2 equals its published vector")
    func pseudorandomFunction() throws {
        let output = try TLS12KeySchedule.prf(
            Self.bytes("9bbe436ba940f017b17652849a71db35"), "test label",
            Self.bytes("a0ba9f936cda311827a6f796ffd5198c"), count: 100)
        #expect(
            output
                == Self.bytes(
                    """
                    e3f229ba727be17b8d122620557cd453c2aab21d07c3d495329b52d4e61edb5a6b301791e90d35c9c9a46b4e14baf9af
                    0fa022f7077def17abfd3797c0564bab4fbc91666e9def9b97fce34f796789baa48082d122ee42c5a72e5a5110fff701
                    87347b66
                    """))
    }

    @Test("A product modulo a number, by small numbers")
    func product() {
        // 200 * 201 = 40200 = 61 * 659 + 1, and 659 = 02 93.
        #expect(LargeNumber.product([0, 200], [0, 201], modulo: [0x02, 0x93]) == [0, 1])
        #expect(LargeNumber.product([0xff, 0xfe], [0xff, 0xfe], modulo: [0xff, 0xff]) == [0, 1])
        #expect(LargeNumber.product([0, 0], [0xff, 0xfe], modulo: [0xff, 0xff]) == [0, 0])
    }
}
