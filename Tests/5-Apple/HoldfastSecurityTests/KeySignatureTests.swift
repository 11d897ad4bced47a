import Foundation
import HoldfastSecurity
import HoldfastX509
import PeerPrograms
import TestSupport
import Testing

/// Signatures made here are checked by the `openssl` command, and the other way round.
@Suite("Signatures with SecKey", .ownThread)
struct KeySignatureTests {
    struct Case: CustomTestStringConvertible {
        let message: SecKeyAlgorithm
        let digest: SecKeyAlgorithm
        /// openssl's name of the digest.
        let name: String
        var testDescription: String { message.rawValue as String }
    }

    static let pkcs1 = [
        Case(message: .rsaSignatureMessagePKCS1v15SHA1, digest: .rsaSignatureDigestPKCS1v15SHA1, name: "sha1"),
        Case(message: .rsaSignatureMessagePKCS1v15SHA224, digest: .rsaSignatureDigestPKCS1v15SHA224, name: "sha224"),
        Case(message: .rsaSignatureMessagePKCS1v15SHA256, digest: .rsaSignatureDigestPKCS1v15SHA256, name: "sha256"),
        Case(message: .rsaSignatureMessagePKCS1v15SHA384, digest: .rsaSignatureDigestPKCS1v15SHA384, name: "sha384"),
        Case(message: .rsaSignatureMessagePKCS1v15SHA512, digest: .rsaSignatureDigestPKCS1v15SHA512, name: "sha512"),
    ]
    static let pss = [
        Case(message: .rsaSignatureMessagePSSSHA1, digest: .rsaSignatureDigestPSSSHA1, name: "sha1"),
        Case(message: .rsaSignatureMessagePSSSHA224, digest: .rsaSignatureDigestPSSSHA224, name: "sha224"),
        Case(message: .rsaSignatureMessagePSSSHA256, digest: .rsaSignatureDigestPSSSHA256, name: "sha256"),
        Case(message: .rsaSignatureMessagePSSSHA384, digest: .rsaSignatureDigestPSSSHA384, name: "sha384"),
        Case(message: .rsaSignatureMessagePSSSHA512, digest: .rsaSignatureDigestPSSSHA512, name: "sha512"),
    ]
    static let inDER = [
        Case(message: .ecdsaSignatureMessageX962SHA1, digest: .ecdsaSignatureDigestX962SHA1, name: "sha1"),
        Case(message: .ecdsaSignatureMessageX962SHA224, digest: .ecdsaSignatureDigestX962SHA224, name: "sha224"),
        Case(message: .ecdsaSignatureMessageX962SHA256, digest: .ecdsaSignatureDigestX962SHA256, name: "sha256"),
        Case(message: .ecdsaSignatureMessageX962SHA384, digest: .ecdsaSignatureDigestX962SHA384, name: "sha384"),
        Case(message: .ecdsaSignatureMessageX962SHA512, digest: .ecdsaSignatureDigestX962SHA512, name: "sha512"),
        Case(message: .ecdsaSignatureMessageX962SHA256, digest: .ecdsaSignatureDigestX962, name: "sha256"),
    ]
    static let asNumbers = [
        Case(message: .ecdsaSignatureMessageRFC4754SHA1, digest: .ecdsaSignatureDigestRFC4754SHA1, name: "sha1"),
        Case(message: .ecdsaSignatureMessageRFC4754SHA224, digest: .ecdsaSignatureDigestRFC4754SHA224, name: "sha224"),
        Case(message: .ecdsaSignatureMessageRFC4754SHA256, digest: .ecdsaSignatureDigestRFC4754SHA256, name: "sha256"),
        Case(message: .ecdsaSignatureMessageRFC4754SHA384, digest: .ecdsaSignatureDigestRFC4754SHA384, name: "sha384"),
        Case(message: .ecdsaSignatureMessageRFC4754SHA512, digest: .ecdsaSignatureDigestRFC4754SHA512, name: "sha512"),
        Case(message: .ecdsaSignatureMessageRFC4754SHA256, digest: .ecdsaSignatureDigestRFC4754, name: "sha256"),
    ]

    private static let message = Array("a message\n".utf8)

    @Test("RSA, PKCS #1 v1.5", arguments: pkcs1)
    func rsaPKCS1(_ row: Case) throws {
        let openssl = try OpenSSLCommand()
        try agree(row, PeerKey.rsa(1024, openssl), openssl, "")
    }

    @Test("RSA, PSS with a salt as long as the digest", arguments: pss)
    func rsaPSS(_ row: Case) throws {
        let openssl = try OpenSSLCommand()
        let options = "-sigopt rsa_padding_mode:pss -sigopt rsa_pss_saltlen:-1"
        try agree(row, PeerKey.rsa(2048, openssl), openssl, options)
    }

    @Test("ECDSA in DER, P-256", arguments: inDER)
    func ecdsa(_ row: Case) throws {
        let openssl = try OpenSSLCommand()
        try agree(row, PeerKey.curve("prime256v1", size: 32, openssl), openssl, "")
    }

    @Test("ECDSA as r and s, P-521", arguments: asNumbers)
    func numbers(_ row: Case) throws {
        let openssl = try OpenSSLCommand()
        try agree(row, PeerKey.curve("secp521r1", size: 66, openssl), openssl, "", concatenatedSize: 66)
    }

    private func agree(
        _ row: Case, _ peer: PeerKey, _ openssl: borrowing OpenSSLCommand, _ options: String,
        concatenatedSize size: Int? = nil
    ) throws {
        try openssl.write(Self.message, to: "message")
        try openssl("dgst -\(row.name) -binary -out digest message")
        let digest = try openssl.read("digest")
        let (key, publicKey) = (try peer.privateKey(), try peer.publicKey())
        for (algorithm, input) in [(row.message, Self.message), (row.digest, digest)] {
            let signature = try KeyBench.sign(key, algorithm, input)
            try openssl.write(size.map { der(signature, $0) } ?? signature, to: "ours")
            try openssl("dgst -\(row.name) -verify public -signature ours \(options) message")

            try openssl("dgst -\(row.name) -sign key \(options) -out theirs message")
            let written = try openssl.read("theirs")
            var theirs = try size.map { try concatenated(written, $0) } ?? written
            #expect(KeyBench.verify(publicKey, algorithm, input, theirs) == nil)
            theirs[theirs.count / 2] ^= 1
            #expect(KeyBench.verify(publicKey, algorithm, input, theirs) == errSecVerifyFailed)
            #expect(KeyBench.verify(publicKey, algorithm, input, []) == errSecVerifyFailed)
            #expect(KeyBench.verify(publicKey, algorithm, input, theirs + [0]) == errSecVerifyFailed)
        }
    }

    /// RFC 4754 §7 and RFC 3279 §2.2.3.
    private func der(_ numbers: [UInt8], _ size: Int) -> [UInt8] {
        #expect(numbers.count == 2 * size)
        var writer = DERWriter()
        writer.sequence { inner in
            inner.integer(bytes: numbers.prefix(size))
            inner.integer(bytes: numbers.dropFirst(size))
        }
        return writer.bytes
    }

    private func concatenated(_ der: [UInt8], _ size: Int) throws -> [UInt8] {
        var reader = try DERReader(der[...])
        var inner = try DERReader(reader.readContent(.sequence))
        return try [inner.readUnsigned(), inner.readUnsigned()].flatMap {
            [UInt8](repeating: 0, count: size - $0.count) + $0
        }
    }

    @Test("RSA over bytes without a digest's name, and without padding")
    func bare() throws {
        let openssl = try OpenSSLCommand()
        let peer = try PeerKey.rsa(1024, openssl)
        let (key, publicKey) = (try peer.privateKey(), try peer.publicKey())
        let block = [0, 1] + [UInt8](repeating: 0xff, count: 100) + [UInt8](repeating: 7, count: 26)
        // openssl signs nothing longer than a digest; the bare power is the same when it is called decryption.
        for (algorithm, input, operation) in [
            (SecKeyAlgorithm.rsaSignatureDigestPKCS1v15Raw, Self.message, "-sign"),
            (.rsaSignatureRaw, block, "-decrypt -pkeyopt rsa_padding_mode:none"),
        ] {
            try openssl.write(input, to: "input")
            let signature = try KeyBench.sign(key, algorithm, input)
            try openssl("pkeyutl \(operation) -inkey key -in input -out theirs")
            #expect(try openssl.read("theirs") == signature)
            #expect(KeyBench.verify(publicKey, algorithm, input, signature) == nil)
            #expect(KeyBench.verify(publicKey, algorithm, input.dropLast() + [8], signature) == errSecVerifyFailed)
            #expect(KeyBench.verify(publicKey, algorithm, input, Array(signature.dropLast())) == errSecVerifyFailed)
        }
        // Less than a block is a number with zeros in front.
        let small = try KeyBench.sign(key, .rsaSignatureRaw, [9])
        #expect(try KeyBench.sign(key, .rsaSignatureRaw, [UInt8](repeating: 0, count: 127) + [9]) == small)
        #expect(KeyBench.verify(publicKey, .rsaSignatureRaw, [0, 9], small) == nil)
    }

    @Test("What cannot be signed gives errSecParam")
    func refused() throws {
        let rsa = try KeyBench.random(kSecAttrKeyTypeRSA, 512)
        let curve = try KeyBench.random(kSecAttrKeyTypeECSECPrimeRandom, 384)
        let digest = [UInt8](repeating: 1, count: 31)
        let table: [(SecKey, SecKeyAlgorithm, [UInt8])] = [
            (rsa, .rsaSignatureDigestPKCS1v15SHA256, digest), (rsa, .rsaSignatureDigestPKCS1v15SHA256, []),
            // RFC 8017 §9.2: emLen of at least tLen + 11; SHA-512 asks for 94 bytes, there are 64.
            (rsa, .rsaSignatureMessagePKCS1v15SHA512, digest),
            (rsa, .rsaSignatureDigestPKCS1v15Raw, [UInt8](repeating: 1, count: 54)),
            (rsa, .rsaSignatureRaw, [UInt8](repeating: 1, count: 65)),
            // Not less than the modulus.
            (rsa, .rsaSignatureRaw, [UInt8](repeating: 0xff, count: 64)),
            (rsa, .ecdsaSignatureMessageX962SHA256, digest), (rsa, .rsaEncryptionPKCS1, digest),
            (curve, .ecdsaSignatureDigestX962SHA256, digest), (curve, .ecdsaSignatureDigestRFC4754SHA1, digest),
            (curve, .rsaSignatureMessagePKCS1v15SHA256, digest), (curve, .ecdhKeyExchangeStandard, digest),
            (try KeyBench.publicHalf(curve), .ecdsaSignatureMessageX962SHA256, digest),
            (curve, SecKeyAlgorithm(rawValue: "mine"), digest),
        ]
        for (key, algorithm, data) in table {
            let status = unsafe KeyBench.status {
                unsafe SecKeyCreateSignature(key, algorithm, Data(data) as CFData, $0)
            }
            #expect(status == errSecParam, "\(algorithm.rawValue)")
        }
        let nothing = SecKeyCreateSignature(curve, .rsaSignatureRaw, Data() as CFData, nil)
        #expect(nothing == nil)
    }

    @Test("What cannot be checked is false, with the code for it")
    func unverifiable() throws {
        let rsa = try KeyBench.random(kSecAttrKeyTypeRSA, 1024)
        let curve = try KeyBench.random(kSecAttrKeyTypeECSECPrimeRandom, 256)
        let signature = try KeyBench.sign(curve, .ecdsaSignatureMessageX962SHA256, [1])
        let curvePublic = try KeyBench.publicHalf(curve)
        let rsaPublic = try KeyBench.publicHalf(rsa)
        let short = [UInt8](repeating: 1, count: 31)
        #expect(KeyBench.verify(curve, .ecdsaSignatureMessageX962SHA256, [1], signature) == errSecParam)
        #expect(KeyBench.verify(rsaPublic, .ecdsaSignatureMessageX962SHA256, [1], signature) == errSecParam)
        #expect(KeyBench.verify(curvePublic, .ecdsaSignatureDigestX962SHA256, short, signature) == errSecParam)
        #expect(
            KeyBench.verify(rsaPublic, .rsaSignatureDigestPKCS1v15SHA256, short, [UInt8](repeating: 1, count: 128))
                == errSecVerifyFailed)
        // The one form is not taken for the other.
        let numbers = try KeyBench.sign(curve, .ecdsaSignatureMessageRFC4754SHA256, [1])
        #expect(KeyBench.verify(curvePublic, .ecdsaSignatureMessageX962SHA256, [1], numbers) == errSecVerifyFailed)
        #expect(KeyBench.verify(curvePublic, .ecdsaSignatureMessageRFC4754SHA256, [1], signature) == errSecVerifyFailed)
        let zeros = [UInt8](repeating: 0, count: 64)
        #expect(KeyBench.verify(curvePublic, .ecdsaSignatureMessageRFC4754SHA256, [1], zeros) == errSecVerifyFailed)
        let isValid = SecKeyVerifySignature(
            curvePublic, .rsaSignatureRaw, Data() as CFData, Data() as CFData, nil)
        #expect(!isValid)
    }

    @Test("One key serves many threads at a time")
    func concurrent() async throws {
        let key = try KeyBench.random(kSecAttrKeyTypeRSA, 1024)
        let publicKey = try KeyBench.publicHalf(key)
        let valid = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<32 {
                group.addTask {
                    let data = [UInt8(number)]
                    let signature = try KeyBench.sign(key, .rsaSignatureMessagePSSSHA256, data)
                    return KeyBench.verify(publicKey, .rsaSignatureMessagePSSSHA256, data, signature) == nil
                }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(valid == 32)
    }
}
