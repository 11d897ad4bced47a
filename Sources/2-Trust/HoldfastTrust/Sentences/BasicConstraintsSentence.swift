import HoldfastStatements

/// Sentences about who is marked as a certificate authority.
enum BasicConstraintsSentence: Sentence {
    case isFalse
    case isTrue
    case absent
    case signedWithoutAuthority(signer: Statement)
    case pathLengthWithoutCertificateSigning(length: Int)
    case pathLengthWithoutAuthority(length: Int)
    case pathLengthForAuthorities
    case pathLengthOfNoAuthority
    case haveAuthorityIssue
    case giveAuthorityAsAnchor
    case withoutPathLength

    static let topic = "basicConstraints"

    var words: LocalizedText {
        switch self {
        case .isFalse: .same("basicConstraints cA FALSE")
        case .isTrue: .same("basicConstraints cA TRUE")
        case .absent: LocalizedText("no basicConstraints extension", "没有 basicConstraints 扩展")
        case .signedWithoutAuthority(let signer):
            LocalizedText(
                "\(signer.english) signed a certificate and is no certificate authority",
                "\(signer.chinese) 签发了证书，但它不是证书颁发机构")
        case .pathLengthWithoutCertificateSigning(let length):
            LocalizedText(
                "a path length constraint of \(length) and no keyCertSign in the key usage",
                "路径长度限制为 \(length)，而密钥用法中没有 keyCertSign")
        case .pathLengthWithoutAuthority(let length):
            LocalizedText("a path length constraint of \(length) and cA FALSE", "路径长度限制为 \(length)，而 cA 为 FALSE")
        case .pathLengthForAuthorities:
            LocalizedText(
                "no path length constraint, or cA TRUE with keyCertSign", "没有路径长度限制，或 cA TRUE 并有 keyCertSign")
        case .pathLengthOfNoAuthority:
            LocalizedText(
                "the certificate has a path length constraint, and may sign no certificates",
                "证书带有路径长度限制，却无权签发证书")
        case .haveAuthorityIssue:
            LocalizedText(
                "have the certificate issued by a certificate authority, one with basicConstraints cA TRUE",
                "请由证书颁发机构签发，即 basicConstraints 为 cA TRUE 者")
        case .giveAuthorityAsAnchor:
            LocalizedText(
                "give the authority's certificate as the anchor rather than one of a server",
                "请以颁发机构的证书为信任锚，而不是服务器的证书")
        case .withoutPathLength:
            LocalizedText(
                "have the certificate issued anew: a path length constraint is for authorities that sign certificates",
                "请重新签发证书：路径长度限制只用于签发证书的颁发机构")
        }
    }
}
