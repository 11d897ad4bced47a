import HoldfastStatements

/// Sentences about the strength that App Transport Security asks for beyond the profile.
enum CertificateStrengthSentence: Sentence {
    case serversKey
    case signersKey
    case signature(algorithm: Statement)
    case shortRSA(bits: Int)
    case otherKey(type: String)
    case leastBits(rsa: Int, curve: Int)
    case digests
    // What to do.
    case useStrongerKeys
    case signWithSHA256

    static let topic = "certificateStrength"

    var words: LocalizedText {
        switch self {
        case .serversKey:
            LocalizedText("App Transport Security does not accept the server's key", "App Transport Security 不接受服务器的密钥")
        case .signersKey:
            LocalizedText(
                "App Transport Security does not accept the key that signed the server's certificate",
                "App Transport Security 不接受签发服务器证书的密钥")
        case .signature(let algorithm):
            LocalizedText(
                "App Transport Security does not accept certificates signed with \(algorithm.english)",
                "App Transport Security 不接受以 \(algorithm.chinese) 签名的证书")
        case .shortRSA(let bits): LocalizedText("RSA \(bits) bits", "RSA \(bits) 位")
        case .otherKey(let type): .same(type)
        case .leastBits(let rsa, let curve):
            LocalizedText("RSA of \(rsa) bits, or an elliptic curve of \(curve)", "\(rsa) 位的 RSA，或 \(curve) 位的椭圆曲线")
        case .digests: LocalizedText("SHA-256, SHA-384 or SHA-512", "SHA-256、SHA-384 或 SHA-512")
        case .useStrongerKeys:
            LocalizedText(
                "have a certificate issued for an RSA key of at least 2048 bits, or one on P-256, by a key as strong",
                "请为至少 2048 位的 RSA 密钥或 P-256 密钥签发证书，签发密钥须同样强")
        case .signWithSHA256:
            LocalizedText(
                "have the certificate issued anew, signed with SHA-256 or better", "请重新签发证书，以 SHA-256 或更强的摘要签名")
        }
    }
}
