import HoldfastCrypto
import HoldfastX509
import PeerPrograms
import TestSupport
import Testing

@Suite("X9.63 KDF", .ownThread)
struct X963KDFTests {
    struct Vector: CustomTestStringConvertible {
        let digest: DigestAlgorithm
        let secret, sharedInfo, key: String
        var testDescription: String { "\(digest), \(key.count / 2) bytes" }
    }

    /// NIST CAVS, "ANS X9.63 KDF" (SP 800-135), the first of each group.
    static let vectors = [
        Vector(
            digest: .sha1, secret: "1c7d7b5f0597b03d06a018466ed1a93e30ed4b04dc64ccdd", sharedInfo: "",
            key: "bf71dffd8f4d99223936beb46fee8ccc"),
        Vector(
            digest: .sha224, secret: "295bebb724f5bd120c97690d034487e60398fbed6facca88",
            sharedInfo: "1a45c3460cf33d23209aa90a3c4ca708",
            key: """
                e72d4748fbc36b163efe655d19a0aca946baf35cbbfe4c9a69b81597348c53740fda2ece02baa6f7a9f2b64195c09840
                e4c2d1e11a229243e3014c7cfcbca5afb1a209af6955b3ef1234f1c45ad458bcfa458041eceff639756a2d81a2bfa646
                87df82a791f96f9441e9f72b5a11c4246acdb75f176c5a89bec7ad36da651f5c
                """),
        Vector(
            digest: .sha256, secret: "96c05619d56c328ab95fe84b18264b08725b85e33fd34f08", sharedInfo: "",
            key: "443024c3dae66b95e6f5670601558f71"),
        Vector(
            digest: .sha256, secret: "22518b10e70f2a3f243810ae3254139efbee04aa57c7af7d",
            sharedInfo: "75eef81aa3041e33b80971203d2c0c52",
            key: """
                c498af77161cc59f2962b9a713e2b215152d139766ce34a776df11866a69bf2e52a13d9c7c6fc878c50c5ea0bc7b00e0
                da2447cfd874f6cf92f30d0097111485500c90c3af8b487872d04685d14c8d1dc8d7fa08beb0ce0ababc11f0bd496269
                142d43525a78e5bc79a17f59676a5706dc54d54d4d1f0bd7e386128ec26afc21
                """),
        Vector(
            digest: .sha384, secret: "c051fd22539c9de791d6c43a854b8f80a6bf70190050854a",
            sharedInfo: "1317504aa34759bb4c931e3b78201945",
            key: """
                cf6a84434734ac6949e1d7976743277be789906908ad3ca3a8923da7f476abbeb574306d7243031a85566914bfd247d2
                519c479953d9d55b6b831e56260806c39af21b74e3ecf470e3bd8332791c8a23c13352514fdef00c2d1a408ba31b2d3f
                9fdcb373895484649a645d1845eec91b5bfdc5ad28c7824984482002dd4a8677
                """),
    ]

    @Test("equals NIST's vectors", arguments: vectors)
    func published(_ vector: Vector) throws {
        let key = hex(vector.key)
        let derived = try X963KDF.derive(
            vector.digest, secret: hex(vector.secret), sharedInfo: hex(vector.sharedInfo),
            count: key.count)
        #expect(derived == key)
    }

    @Test("equals openssl's with SHA-512, for lengths about that of the digest", arguments: [1, 63, 64, 65, 200])
    func secondOpinion(_ count: Int) throws {
        let openssl = try OpenSSLCommand()
        try openssl(
            """
            kdf -keylen \(count) -binary -out key -kdfopt digest:SHA512 -kdfopt hexsecret:00010203 \
            -kdfopt hexinfo:a0a1a2 X963KDF
            """)
        let derived = try X963KDF.derive(
            .sha512, secret: [0, 1, 2, 3], sharedInfo: [0xa0, 0xa1, 0xa2], count: count)
        #expect(try derived == openssl.read("key"))
    }

    @Test("derives neither nothing nor more than OpenSSL would")
    func limits() {
        for count in [Int.min, -1, 0, X963KDF.maximumCount + 1, Int.max] {
            #expect(throws: CryptoError.self) {
                try X963KDF.derive(.sha256, secret: [1], sharedInfo: [], count: count)
            }
        }
    }
}
