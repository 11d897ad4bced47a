import CommonCrypto
import Foundation
import Testing

/// Source code that says `import CommonCrypto`, and nothing else that this package has, as layers for iOS write it.
@Suite("A module named CommonCrypto")
struct CommonCryptoModuleTests {
    private func sha256(_ data: Data) -> String {
        var hash = [UInt8](repeating: 0, count: Int(CC_SHA256_DIGEST_LENGTH))
        data.withUnsafeBytes { _ = CC_SHA256($0.baseAddress, CC_LONG(data.count), &hash) }
        return hash.map { String(format: "%02x", $0) }.joined()
    }

    private func hmac(_ data: Data, key: Data) -> Data {
        var mac = Data(count: Int(CC_SHA256_DIGEST_LENGTH))
        mac.withUnsafeMutableBytes { macBytes in
            data.withUnsafeBytes { dataBytes in
                key.withUnsafeBytes { keyBytes in
                    CCHmac(
                        CCHmacAlgorithm(kCCHmacAlgSHA256), keyBytes.baseAddress, key.count, dataBytes.baseAddress,
                        data.count, macBytes.baseAddress)
                }
            }
        }
        return mac
    }

    private func crypt(_ operation: CCOperation, _ data: Data, key: Data, iv: Data) -> (data: Data?, status: Int32) {
        let length = size_t(data.count + kCCBlockSizeAES128)
        var output = Data(count: length)
        var moved: size_t = 0
        let status = output.withUnsafeMutableBytes { outputBytes in
            data.withUnsafeBytes { dataBytes in
                iv.withUnsafeBytes { ivBytes in
                    key.withUnsafeBytes { keyBytes -> Int32 in
                        CCCrypt(
                            operation, CCAlgorithm(kCCAlgorithmAES), CCOptions(kCCOptionPKCS7Padding),
                            keyBytes.baseAddress, key.count, ivBytes.baseAddress, dataBytes.baseAddress, data.count,
                            outputBytes.baseAddress, length, &moved)
                    }
                }
            }
        }
        guard status == kCCSuccess, UInt32(kCCSuccess) == 0 else { return (nil, status) }
        output.removeSubrange(moved..<length)
        return (output, status)
    }

    /// FIPS 180-2 §B.1, NIST's SHA256ShortMsg.rsp and RFC 4231 §4.2; what is encrypted decrypts, and by another key
    /// does not to the same.
    @Test("digests, codes and ciphers, as they are called on iOS")
    func calls() {
        #expect(sha256(Data("abc".utf8)) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(sha256(Data()) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        let code = hmac(Data("Hi There".utf8), key: Data(repeating: 0x0B, count: 20))
        #expect(code.base64EncodedString() == "sDRMYdjbOFNcqK/OrwvxK4gdwgDJgz2nJuk3bC4yz/c=")
        let (key, iv) = (Data(repeating: 1, count: kCCKeySizeAES256), Data(repeating: 2, count: kCCBlockSizeAES128))
        let sealed = crypt(CCOperation(kCCEncrypt), Data("hello".utf8), key: key, iv: iv)
        #expect(sealed.data?.count == 16)
        #expect(crypt(CCOperation(kCCDecrypt), sealed.data ?? Data(), key: key, iv: iv).data == Data("hello".utf8))
        let other = crypt(
            CCOperation(kCCDecrypt), sealed.data ?? Data(), key: Data(key.reversed().map { $0 ^ 9 }), iv: iv)
        #expect(other.data != Data("hello".utf8))
    }

    @Test("the Security framework's names come along, once each")
    func names() {
        let digest: CommonCrypto.CC_SHA256_CTX = CC_SHA256_CTX()
        #expect(MemoryLayout.size(ofValue: digest) > 0)
        #expect(SecCertificateCreateWithData(nil, Data([1]) as CFData) == nil)
    }
}
