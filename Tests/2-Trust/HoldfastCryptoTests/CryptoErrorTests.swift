import HoldfastCrypto
import HoldfastX509
import Testing

@Suite("Errors of libcrypto")
struct CryptoErrorTests {
    @Test("are kept whole, and described in one line")
    func whole() throws {
        do throws(CryptoError) {
            // RFC 8017 §9.2: the encoding of a SHA-512 has 83 octets, and 11 more have to fit into the modulus.
            _ = try PrivateKey.generate(.rsa(bits: 512)).sign(bytes("m"), algorithm: .rsaPKCS1(.sha512))
            Issue.record("64 bytes held 94")
        } catch {
            #expect(error.operation == "sign")
            #expect(error.reason == .library)
            #expect(!error.stack.isEmpty)
            for entry in error.stack {
                #expect(entry.code != 0)
                #expect(!entry.library.isEmpty)
                #expect(error.description.contains(entry.reason), "\(error)")
            }
            #expect(error.description.hasPrefix("sign: error:"), "\(error)")
            #expect(!error.description.contains("\n"))
        }
    }

    @Test("have words for people, without what libcrypto said")
    func clause() throws {
        do throws(CryptoError) {
            _ = try PrivateKey(pem: "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n")
            Issue.record("three zero bytes became a key")
        } catch {
            #expect(error.clause == "it is not of the form of a private key")
            #expect(!error.stack.isEmpty)
            #expect(!error.reason.isNotSupported)
        }
    }

    @Test("name what was refused where libcrypto was not asked")
    func refused() throws {
        let key = try PrivateKey.generate(.p256)
        do throws(CryptoError) {
            _ = try key.sign(bytes("m"), algorithm: .ed25519)
            Issue.record("an ECDSA key signed by Ed25519")
        } catch {
            #expect(error.stack.isEmpty)
            #expect(error.description == "sign: the signature algorithm is not one for this key")
        }
    }

    @Test("do not stay behind in the queue, where TLS on the same thread would find them")
    func queueIsEmpty() throws {
        let key = try PublicKey(PrivateKey.generate(.rsa(bits: 1024)).subjectPublicKeyInfo)
        let garbage = [UInt8](repeating: 0x55, count: 128)
        #expect(!key.isValidSignature(garbage[...], for: garbage[...], algorithm: .rsaPKCS1(.sha256)))
        #expect(OpenSSLError.takeAll() == [])
        #expect(throws: CryptoError.self) { try PrivateKey(der: garbage) }
        #expect(OpenSSLError.takeAll() == [])
        #expect(throws: CryptoError.self) {
            try PublicKey(KeyText.ellipticCurve(.p256, point: [4] + [UInt8](repeating: 1, count: 64)))
        }
        #expect(OpenSSLError.takeAll() == [])
    }
}
