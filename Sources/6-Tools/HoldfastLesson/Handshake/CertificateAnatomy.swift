import HoldfastCrypto
import HoldfastStatements
import HoldfastX509

/// A certificate taken apart into the fields of RFC 5280 §4.1.
enum CertificateAnatomy {
    static func of(_ der: [UInt8]) throws -> AnnotatedBytes {
        var reader = try DERReader(der[...])
        let whole = try reader.read(.sequence)
        var outer = try DERReader(whole.content)
        let signed = try outer.read(.sequence)
        let algorithm = try outer.readAny()
        let signature = try outer.readAny()

        var parts = AnnotatedBytes()
        parts.add(header(of: whole), "Certificate: three parts follow", "Certificate：下面是三个部分")
        parts.add(header(of: signed), "1. tbsCertificate: all that is signed", "一、tbsCertificate：被签名的全部内容")
        var inner = try DERReader(signed.content)
        var index = 0
        while !inner.isAtEnd {
            let field = try inner.readAny()
            // The version is tagged [0], extensions [3]; without a version tag it is version 1.
            if index == 0, field.bytes.first != 0xa0 { index = 1 }
            let name = field.bytes.first == 0xa3 ? fields[7] : fields[min(index, 6)]
            parts.add(Array(field.bytes), name.english, name.chinese)
            index += 1
        }
        parts.add(
            Array(algorithm.bytes), "2. signatureAlgorithm: how it is signed", "二、signatureAlgorithm：签名算法")
        parts.add(Array(signature.bytes), "3. signatureValue: the signature over part 1", "三、signatureValue：对第一部分的签名")
        return parts
    }

    private static func header(of element: DERElement) -> [UInt8] {
        Array(element.bytes[element.bytes.startIndex..<element.contentOffset])
    }

    private static let fields = [
        LocalizedText("version: 3, written as 2", "version：第 3 版，写作 2"),
        LocalizedText("serialNumber: random, positive", "serialNumber：序列号，随机正整数"),
        LocalizedText("signature: the algorithm, once more inside", "signature：算法，在签名范围内再写一遍"),
        LocalizedText("issuer: who vouches", "issuer：谁来担保"),
        LocalizedText("validity: from when to when", "validity：有效期的起止"),
        LocalizedText("subject: for whom", "subject：为谁担保"),
        LocalizedText("subjectPublicKeyInfo: the public key", "subjectPublicKeyInfo：公钥"),
        LocalizedText("extensions: names, purposes, whether a CA", "extensions：主机名、用途、是否为 CA"),
    ]
}

/// The private number of a key on a curve (RFC 5915 §3, inside of RFC 5208 §5).
enum CertificateKeyScalar {
    static func of(_ key: PrivateKey) throws -> [UInt8] {
        var reader = try DERReader(key.pkcs8DER[...])
        var info = try DERReader(reader.readContent(.sequence))
        _ = try info.readAny()
        _ = try info.readAny()
        var wrapped = try DERReader(info.readContent(.octetString))
        var inner = try DERReader(wrapped.readContent(.sequence))
        _ = try inner.readAny()
        return Array(try inner.readContent(.octetString))
    }
}
