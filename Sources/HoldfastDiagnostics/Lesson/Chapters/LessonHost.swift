import HoldfastX509

/// The names that the lesson's certificates are for: `.test` belongs to nobody (RFC 6761 §6.2).
enum LessonHost {
    static let name = "www.example.test"
    static let other = "mail.example.test"
}

extension LessonFile {
    /// A file of certificates in PEM, the server's own first.
    static func certificates(_ name: String, _ chain: [[UInt8]]) -> LessonFile {
        LessonFile(name, chain.map { PEMBlock(label: "CERTIFICATE", contents: $0).encoded }.joined())
    }

    /// A public key in PEM.
    static func publicKey(_ name: String, _ key: SubjectPublicKeyInfo) -> LessonFile {
        LessonFile(name, PEMBlock(label: "PUBLIC KEY", contents: Array(key.bytes)).encoded)
    }
}
