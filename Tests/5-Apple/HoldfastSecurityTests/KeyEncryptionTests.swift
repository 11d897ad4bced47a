import Foundation
import HoldfastSecurity
import PeerPrograms
import TestSupport
import Testing

@Suite("RSA encryption with SecKey", .ownThread)
struct KeyEncryptionTests {
    struct Case: CustomTestStringConvertible {
        let algorithm: SecKeyAlgorithm
        let hybrid: SecKeyAlgorithm
        /// openssl's name of the digest, and its bytes.
        let name: String
        let count: Int
        var options: String {
            "-pkeyopt rsa_padding_mode:oaep -pkeyopt rsa_oaep_md:\(name) -pkeyopt rsa_mgf1_md:\(name)"
        }
        var testDescription: String { name }
    }

    static let cases = [
        Case(algorithm: .rsaEncryptionOAEPSHA1, hybrid: .rsaEncryptionOAEPSHA1AESGCM, name: "sha1", count: 20),
        Case(algorithm: .rsaEncryptionOAEPSHA224, hybrid: .rsaEncryptionOAEPSHA224AESGCM, name: "sha224", count: 28),
        Case(algorithm: .rsaEncryptionOAEPSHA256, hybrid: .rsaEncryptionOAEPSHA256AESGCM, name: "sha256", count: 32),
        Case(algorithm: .rsaEncryptionOAEPSHA384, hybrid: .rsaEncryptionOAEPSHA384AESGCM, name: "sha384", count: 48),
        Case(algorithm: .rsaEncryptionOAEPSHA512, hybrid: .rsaEncryptionOAEPSHA512AESGCM, name: "sha512", count: 64),
    ]

    private static let text = Array("known to two".utf8)

    @Test("OAEP opens there and here, and holds two digests and two bytes less than the modulus", arguments: cases)
    func oaep(_ row: Case) throws {
        let openssl = try OpenSSLCommand()
        let peer = try PeerKey.rsa(2048, openssl)
        try bothWays(row.algorithm, peer, openssl, row.options)
        let publicKey = try peer.publicKey()
        // RFC 8017 §7.1.1: "If mLen > k - 2hLen - 2, output "message too long"".
        let most = 256 - 2 * row.count - 2
        #expect(try KeyBench.encrypt(publicKey, row.algorithm, [UInt8](repeating: 1, count: most)).count == 256)
        #expect(encryptionStatus(publicKey, row.algorithm, [UInt8](repeating: 1, count: most + 1)) == errSecParam)
    }

    @Test("PKCS #1 v1.5 opens there and here, and holds 11 bytes less than the modulus")
    func pkcs1() throws {
        let openssl = try OpenSSLCommand()
        let peer = try PeerKey.rsa(1024, openssl)
        try bothWays(.rsaEncryptionPKCS1, peer, openssl, "")
        let publicKey = try peer.publicKey()
        #expect(try KeyBench.encrypt(publicKey, .rsaEncryptionPKCS1, [UInt8](repeating: 1, count: 117)).count == 128)
        #expect(encryptionStatus(publicKey, .rsaEncryptionPKCS1, [UInt8](repeating: 1, count: 118)) == errSecParam)
    }

    private func bothWays(
        _ algorithm: SecKeyAlgorithm, _ peer: PeerKey, _ openssl: borrowing OpenSSLCommand, _ options: String
    ) throws {
        try openssl.write(KeyBench.encrypt(peer.publicKey(), algorithm, Self.text), to: "ours")
        try openssl("pkeyutl -decrypt -inkey key -in ours -out opened \(options)")
        #expect(try openssl.read("opened") == Self.text)
        try openssl.write(Self.text, to: "text")
        try openssl("pkeyutl -encrypt -pubin -inkey public -in text -out theirs \(options)")
        #expect(try KeyBench.decrypt(peer.privateKey(), algorithm, openssl.read("theirs")) == Self.text)
    }

    private func encryptionStatus(_ key: SecKey, _ algorithm: SecKeyAlgorithm, _ data: [UInt8]) -> OSStatus? {
        unsafe KeyBench.status { unsafe SecKeyCreateEncryptedData(key, algorithm, Data(data) as CFData, $0) }
    }

    @Test("The bare power is openssl's, and the public key undoes the private one's")
    func power() throws {
        let openssl = try OpenSSLCommand()
        let peer = try PeerKey.rsa(1024, openssl)
        let (key, publicKey) = (try peer.privateKey(), try peer.publicKey())
        let block = [UInt8](repeating: 0, count: 116) + Self.text
        let sealed = try KeyBench.encrypt(publicKey, .rsaEncryptionRaw, Self.text)
        try openssl.write(block, to: "block")
        try openssl("pkeyutl -encrypt -pubin -inkey public -in block -out theirs -pkeyopt rsa_padding_mode:none")
        #expect(try openssl.read("theirs") == sealed)
        #expect(try KeyBench.decrypt(key, .rsaEncryptionRaw, sealed) == block)
        let signature = try KeyBench.sign(key, .rsaSignatureRaw, Self.text)
        #expect(try KeyBench.decrypt(publicKey, .rsaEncryptionRaw, signature) == block)
        for wrong in [[UInt8](repeating: 0xff, count: 128), [UInt8](repeating: 1, count: 129)] {
            #expect(encryptionStatus(publicKey, .rsaEncryptionRaw, wrong) == errSecParam)
            #expect(decryptionError(key, .rsaEncryptionRaw, wrong) != nil)
            #expect(decryptionError(publicKey, .rsaEncryptionRaw, wrong) != nil)
        }
    }

    private func decryptionError(_ key: SecKey, _ algorithm: SecKeyAlgorithm, _ data: [UInt8]) -> NSError? {
        do {
            _ = try KeyBench.decrypt(key, algorithm, data)
            return nil
        } catch {
            return error as NSError
        }
    }

    /// Bleichenbacher's attack needs to know why; wrong padding may also give other data (OpenSSL from 3.2 on).
    @Test(
        "What does not open fails alike, whatever is wrong",
        arguments: [
            SecKeyAlgorithm.rsaEncryptionPKCS1, .rsaEncryptionOAEPSHA256, .rsaEncryptionOAEPSHA256AESGCM,
        ])
    func uniform(_ algorithm: SecKeyAlgorithm) throws {
        let key = try KeyBench.random(kSecAttrKeyTypeRSA, 1024)
        let publicKey = try KeyBench.publicHalf(key)
        let sealed = try KeyBench.encrypt(publicKey, algorithm, Self.text)
        var changed = sealed
        changed[40] ^= 1
        var inputs = [
            [], Array(sealed.dropLast()), sealed + [0], [UInt8](repeating: 0xff, count: sealed.count), changed,
        ]
        // RFC 8017 §7.2.2: wrong first bytes, no zero behind the padding, padding that is too short.
        for block in [
            [0, 1] + [UInt8](repeating: 7, count: 125) + [0], [0, 2] + [UInt8](repeating: 7, count: 126),
            [0, 2] + [UInt8](repeating: 7, count: 7) + [UInt8](repeating: 0, count: 119),
        ] {
            inputs.append(try KeyBench.encrypt(publicKey, .rsaEncryptionRaw, block))
        }
        var texts: Set<String> = []
        for input in inputs {
            guard let error = decryptionError(key, algorithm, input) else {
                #expect(algorithm == .rsaEncryptionPKCS1)
                continue
            }
            #expect(error.code == Int(errSecParam))
            #expect(error.domain == "NSOSStatusErrorDomain")
            texts.insert(error.localizedDescription)
        }
        #expect(texts.count == 1)
        #expect(try KeyBench.decrypt(key, algorithm, sealed) == Self.text)
    }

    /// SecKey.h: the session key by OAEP, 128 bits under 4,096 of modulus and 256 from there on.
    @Test("A hybrid begins with the session key, which openssl opens", arguments: [(0, 2048, 16), (4, 4096, 32)])
    func session(_ row: Int, _ bits: Int, _ count: Int) throws {
        let row = Self.cases[row]
        let openssl = try OpenSSLCommand()
        let peer = try PeerKey.rsa(bits, openssl)
        let long = [UInt8](repeating: 5, count: 10_000)
        let sealed = try KeyBench.encrypt(peer.publicKey(), row.hybrid, long)
        #expect(sealed.count == bits / 8 + long.count + 16)
        try openssl.write(sealed.prefix(bits / 8), to: "wrapped")
        try openssl("pkeyutl -decrypt -inkey key -in wrapped -out session \(row.options)")
        #expect(try openssl.read("session").count == count)
        #expect(try KeyBench.decrypt(peer.privateKey(), row.hybrid, sealed) == long)
        #expect(decryptionError(try peer.privateKey(), Self.cases[2].hybrid, sealed) != nil)
    }

    @Test("Every digest's hybrid opens again, empty data too; none opens when a byte is changed", arguments: cases)
    func hybrids(_ row: Case) throws {
        let key = try KeyBench.random(kSecAttrKeyTypeRSA, 2048)
        let publicKey = try KeyBench.publicHalf(key)
        for text in [[], Self.text] {
            let sealed = try KeyBench.encrypt(publicKey, row.hybrid, text)
            #expect(try KeyBench.decrypt(key, row.hybrid, sealed) == text)
            for place in [0, 255, 256, sealed.count - 1] {
                var changed = sealed
                changed[place] ^= 1
                #expect(decryptionError(key, row.hybrid, changed)?.code == Int(errSecParam))
            }
        }
    }

    /// A ciphertext that Apple's own tests of SecKey have as known (si-44-seckey-ies, RSA 1024 with SHA-1).
    @Test("Opens what Apple's implementation has encrypted")
    func published() throws {
        let key = try #require(
            Data(
                base64Encoded: """
                    MIICXQIBAAKBgQC0QZAuyNFNspGakQvFdgwkswN+eG6y2IKefIGbcrhGRvs4LJUp0Z+AjTR5ir6Mm7KeRaFMlwybz1eW\
                    0HXEJX86jtCGkB4T9iKW06HOevMqp5p/gOSMroGkX374UMdX5WIsI/qPXxHSp0OdoUC1vsAO99UYGitiYuiyzVm/XONK\
                    BQIDAQABAoGAFEkUlXnwDr27zm3oVI6BC1hCBRI/PaKeqytOgqnvEamcoqkRwvpePYn75SRiEVIsUHd8PDGmL5qukWsK\
                    9cn/0+xm3BsoB5uUPRUmXRtAJjSSZ3bkhxuGOiLuPpFBlpKvcDk6sUaNQPPel2TsmRpn2PLbyEfPuQH6PmzpePc49rkC\
                    QQD2zJgfzRl/PU2d/Z29YoWS/FtxLi0aOq2BcoPacwvaGr6/hfuQk0RiycwoJrXFGe5YfmPtPeg216gj4SteCIdbAkEA\
                    uvnk4ZsjquWiHL0UkbGjdXYhVQR+oazisfn7u+gNmjFGE8HBa0YiTXhW9mfvZSX/2sKuxljXqz94VF1qb0uSHwJAeH2S\
                    l5QOqqxHRKcZZ+i9xfEmw68Dnhaftt8tuG0KkEUWc3L6Sq9bZ8+VuNSNUdlDIDk0mBLtWDkZgcrg3VvUmQJBALHi8/YM\
                    UnfR91TeM0aVuc0T8YxgNVX+FMN88RoKIX7UaDZ9vVYhKJuJ5TqTEbiq2Wu4ku1UMwPS49ln8s4mGMMCQQDHm3uYC1Ok\
                    v31eeeJRY2w9ZbVARpMTT+nTCxd0xAxo7y+HPk+gJYWywJlxI3kvO7fl4EgpC0w+0oHPsehwHp3a
                    """))
        let sealed = try #require(
            Data(
                base64Encoded: """
                    ItQD/o7D7hFGQaw6ODUWmjH/IhkldnH7/22cIf3vML3iR1T/gDq318oauBKqRUwF0WiVNr/OODlLV+OMiAVFV8oaao9p\
                    7ympLFTUv797N84FkftYDckU4qUItyGIqf3YJbe56G9s8Tc+/ztFDguS9B+coGh1jr7lba+XMtkmBJu0GLUxlPxaAEtE\
                    clSmTv1mGXn1CEieGTtQyo5ByzI5dA==
                    """))
        let opened = try KeyBench.decrypt(
            KeyBench.imported(Array(key), kSecAttrKeyTypeRSA, kSecAttrKeyClassPrivate), .rsaEncryptionOAEPSHA1AESGCM,
            Array(sealed))
        #expect(opened == Array("KNOWN PLAINTEXT".utf8) + [0])
    }
}
