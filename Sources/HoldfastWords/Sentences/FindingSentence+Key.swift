/// Sentences about keys, their identifiers, signatures and pins.
extension FindingSentence {
    static let aboutKey: [(english: String, chinese: String)] = [
        ("RSA {} bits", "RSA {1} 位"),
        ("at least 2048 bits", "至少 2048 位"),
        ("SHA-256 or better", "SHA-256 或更强"),
        ("ECDSA with {}", "ECDSA 搭配 {1}"),
        ("App Transport Security does not accept the server's key", "App Transport Security 不接受服务器的密钥"),
        (
            "App Transport Security does not accept the key that signed the server's certificate",
            "App Transport Security 不接受签发服务器证书的密钥"
        ),
        ("RSA of {} bits, or an elliptic curve of {}", "{1} 位的 RSA，或 {2} 位的椭圆曲线"),
        (
            "App Transport Security does not accept certificates signed with {}",
            "App Transport Security 不接受以 {1} 签名的证书"
        ),
        ("SHA-256, SHA-384 or SHA-512", "SHA-256、SHA-384 或 SHA-512"),
    ]
}
