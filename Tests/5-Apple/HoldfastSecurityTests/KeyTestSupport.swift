import Foundation
import HoldfastSecurity
import HoldfastX509
import PeerPrograms
import Testing

/// Keys and calls for the tests of `SecKey`.
enum KeyBench {
    /// What a function that reports through a `CFError` gives; throws the error.
    static func value<Value>(_ body: (UnsafeMutablePointer<Unmanaged<CFError>?>) -> Value?) throws -> Value {
        var error: Unmanaged<CFError>?
        if let value = unsafe body(&error) {
            let isReported = unsafe error != nil
            #expect(!isReported)
            return value
        }
        throw unsafe try #require(error?.takeRetainedValue()) as any Error
    }

    /// The code with which a call fails; `nil` where it does not.
    static func status<Value>(_ body: (UnsafeMutablePointer<Unmanaged<CFError>?>) -> Value?) -> OSStatus? {
        var error: Unmanaged<CFError>?
        guard unsafe body(&error) == nil else { return nil }
        guard let error = unsafe error?.takeRetainedValue() else { return 0 }
        #expect(error.domain == "NSOSStatusErrorDomain")
        #expect(!error.localizedDescription.isEmpty)
        return OSStatus(error.code)
    }

    static func random(_ type: CFString, _ bits: Int) throws -> SecKey {
        try unsafe value {
            unsafe SecKeyCreateRandomKey(
                [kSecAttrKeyType as String: type, kSecAttrKeySizeInBits as String: bits] as CFDictionary, $0)
        }
    }

    static func imported(_ bytes: [UInt8], _ type: CFString, _ keyClass: CFString) throws -> SecKey {
        try unsafe value {
            unsafe SecKeyCreateWithData(
                Data(bytes) as CFData,
                [kSecAttrKeyType as String: type, kSecAttrKeyClass as String: keyClass] as CFDictionary, $0)
        }
    }

    static func exported(_ key: SecKey) throws -> [UInt8] {
        Array(try unsafe value { unsafe SecKeyCopyExternalRepresentation(key, $0) as Data? })
    }

    static func publicHalf(_ key: SecKey) throws -> SecKey { try #require(SecKeyCopyPublicKey(key)) }

    static func sign(_ key: SecKey, _ algorithm: SecKeyAlgorithm, _ data: [UInt8]) throws -> [UInt8] {
        Array(try unsafe value { unsafe SecKeyCreateSignature(key, algorithm, Data(data) as CFData, $0) as Data? })
    }

    /// `nil` where the signature is the key's, and otherwise the code of the error.
    static func verify(
        _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ data: [UInt8], _ signature: [UInt8]
    ) -> OSStatus? {
        unsafe status {
            unsafe SecKeyVerifySignature(key, algorithm, Data(data) as CFData, Data(signature) as CFData, $0)
                ? true : nil
        }
    }

    static func encrypt(_ key: SecKey, _ algorithm: SecKeyAlgorithm, _ data: [UInt8]) throws -> [UInt8] {
        Array(try unsafe value { unsafe SecKeyCreateEncryptedData(key, algorithm, Data(data) as CFData, $0) as Data? })
    }

    static func decrypt(_ key: SecKey, _ algorithm: SecKeyAlgorithm, _ data: [UInt8]) throws -> [UInt8] {
        Array(try unsafe value { unsafe SecKeyCreateDecryptedData(key, algorithm, Data(data) as CFData, $0) as Data? })
    }
}

/// A key that the `openssl` command made, as it writes it, and as Apple's platforms do.
struct PeerKey {
    /// The private key in Apple's form.
    let privateBytes: [UInt8]
    /// The public key in Apple's form.
    let publicBytes: [UInt8]
    let type: CFString

    /// Makes a key into the files `key` and `public`.
    static func rsa(_ bits: Int, _ openssl: borrowing OpenSSLCommand) throws -> PeerKey {
        try openssl("genrsa -out key \(bits)")
        try openssl("pkey -in key -pubout -out public")
        try openssl("rsa -in key -traditional -outform DER -out pkcs1")
        try openssl("rsa -in key -RSAPublicKey_out -outform DER -out publicPKCS1")
        return PeerKey(
            privateBytes: try openssl.read("pkcs1"), publicBytes: try openssl.read("publicPKCS1"),
            type: kSecAttrKeyTypeRSA)
    }

    /// Makes a key into the files `key` and `public`; `size` is that of a coordinate in bytes.
    static func curve(_ name: String, size: Int, _ openssl: borrowing OpenSSLCommand) throws -> PeerKey {
        try openssl("ecparam -name \(name) -genkey -noout -out key")
        try openssl("pkey -in key -pubout -out public")
        try openssl("pkey -in key -pubout -outform DER -out info")
        try openssl("ec -in key -outform DER -out sec1")
        let point = Array(try openssl.read("info").suffix(1 + 2 * size))
        // RFC 5915 §3: SEQUENCE, version, OCTET STRING with the number in full length.
        var reader = try DERReader(openssl.read("sec1")[...])
        var inner = try DERReader(reader.readContent(.sequence))
        _ = try inner.readInt()
        return PeerKey(
            privateBytes: point + (try inner.readOctetString()), publicBytes: point,
            type: kSecAttrKeyTypeECSECPrimeRandom)
    }

    func privateKey() throws -> SecKey { try KeyBench.imported(privateBytes, type, kSecAttrKeyClassPrivate) }

    func publicKey() throws -> SecKey { try KeyBench.imported(publicBytes, type, kSecAttrKeyClassPublic) }
}
