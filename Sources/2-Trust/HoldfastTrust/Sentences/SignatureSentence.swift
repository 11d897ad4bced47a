package import HoldfastStatements
package import HoldfastX509

/// Sentences about the signatures of a path: whether they verify, and what they are made with.
enum SignatureSentence: Sentence {
    case notVerified
    case madeBy(algorithm: Statement, issuer: String)
    case notMadeByIssuer
    case byKey(algorithm: Statement, key: String)
    case supported
    case unsupported
    case weak
    case byMalformedKey
    case byBrokenKey
    case algorithm(Statement)
    case unknownAlgorithm(String)
    case unsupportedAlgorithm(String)
    case goodDigest
    case forgeable(algorithm: Statement)
    case asProgrammes
    case notByBrowsers(algorithm: Statement)
    case rsaWith(digest: String)
    case rsaPSSWith(digest: String)
    case ecdsaWith(digest: String)
    case signedByKey(algorithm: Statement, key: String)
    case twoAlgorithms
    case insideAndOutside(inside: Statement, outside: Statement)
    case sameIdentifier
    // What to do.
    case installAgain
    case issueWithGoodDigest
    case issueWithKnownAlgorithm
    case signWithGoodDigest
    case signAsProgrammes
    case signByCurve
    case issueByOtherTool

    static let topic = "signature"

    var words: LocalizedText {
        switch self {
        case .notVerified: LocalizedText("a signature that does not verify", "签名未通过验证")
        case .madeBy(let algorithm, let issuer):
            LocalizedText(
                "one made by \(algorithm.english) with the key of \(issuer)",
                "用 \(issuer) 的密钥、以 \(algorithm.chinese) 生成的签名")
        case .notMadeByIssuer:
            LocalizedText(
                "the signature on the certificate was not made by the key of its issuer", "证书上的签名不是用其签发者的密钥生成的")
        case .byKey(let algorithm, let key):
            LocalizedText(
                "\(algorithm.english) by \(EnglishArticle.before(key)) key", "\(algorithm.chinese)，以 \(key) 密钥签名")
        case .supported:
            LocalizedText(
                "RSA, RSA-PSS, ECDSA (P-256, P-384, P-521), Ed25519, Ed448, or ML-DSA where OpenSSL has it",
                "RSA、RSA-PSS、ECDSA（P-256、P-384、P-521）、Ed25519、Ed448，或 OpenSSL 支持时的 ML-DSA")
        case .unsupported:
            LocalizedText("the signature is of a kind that is not supported, so it was not checked", "不支持此类签名，因此没有检查")
        case .weak:
            LocalizedText(
                "the signature is of a kind that protects too little, so it was not checked", "此类签名的强度不足，因此没有检查")
        case .byMalformedKey:
            LocalizedText(
                "the signature was not checked, since its issuer's key is not written as keys of its kind are",
                "签名没有检查，因为签发者的密钥不符合其类型的写法")
        case .byBrokenKey:
            LocalizedText(
                "the signature was not checked, since its issuer's key cannot be computed with", "签名没有检查，因为无法用签发者的密钥运算")
        case .algorithm(let algorithm): algorithm.words
        case .unknownAlgorithm(let name): LocalizedText("unknown algorithm \(name)", "未知算法 \(name)")
        case .unsupportedAlgorithm(let name): LocalizedText("unsupported algorithm \(name)", "不支持的算法 \(name)")
        case .goodDigest: LocalizedText("SHA-256 or better", "SHA-256 或更强")
        case .forgeable(let algorithm):
            LocalizedText(
                "the certificate is signed with \(algorithm.english), which can be forged",
                "证书以 \(algorithm.chinese) 签名，可被伪造")
        case .asProgrammes:
            LocalizedText(
                "RSA or ECDSA with SHA-256, SHA-384 or SHA-512, as the programmes write it",
                "RSA 或 ECDSA 搭配 SHA-256、SHA-384 或 SHA-512，并按各根证书计划规定的方式编码")
        case .notByBrowsers(let algorithm):
            LocalizedText(
                "the certificate is signed in a way that browsers do not accept: \(algorithm.english)",
                "证书的签名方式不被浏览器接受：\(algorithm.chinese)")
        case .rsaWith(let digest): LocalizedText("RSA with \(digest)", "RSA 搭配 \(digest)")
        case .rsaPSSWith(let digest): LocalizedText("RSA-PSS with \(digest)", "RSA-PSS 搭配 \(digest)")
        case .ecdsaWith(let digest): LocalizedText("ECDSA with \(digest)", "ECDSA 搭配 \(digest)")
        case .signedByKey(let algorithm, let key):
            LocalizedText(
                "the certificate is signed with \(algorithm.english) by \(EnglishArticle.before(key)) key",
                "证书由 \(key) 密钥以 \(algorithm.chinese) 签名")
        case .twoAlgorithms: LocalizedText("the certificate names two different signature algorithms", "证书内外写明的签名算法不一致")
        case .insideAndOutside(let inside, let outside):
            LocalizedText(
                "\(inside.english) inside, \(outside.english) outside", "内部为 \(inside.chinese)，外部为 \(outside.chinese)")
        case .sameIdentifier: LocalizedText("the same identifier in both places", "两处的标识应当相同")
        case .installAgain, .issueWithGoodDigest, .issueWithKnownAlgorithm, .signWithGoodDigest, .signAsProgrammes,
            .signByCurve, .issueByOtherTool:
            adviceWords
        }
    }

    private var adviceWords: LocalizedText {
        switch self {
        case .installAgain:
            LocalizedText(
                "install the certificate again as its authority delivered it, with the intermediate that signed it",
                "请按颁发机构交付的原样重新安装证书，并附上签发它的中间证书")
        case .issueWithGoodDigest:
            LocalizedText(
                "have the certificate issued anew with ECDSA, RSA or Ed25519 and SHA-256 or better",
                "请重新签发证书，以 ECDSA、RSA 或 Ed25519 配合 SHA-256 或更强的摘要签名")
        case .issueWithKnownAlgorithm:
            LocalizedText(
                "have the certificate issued anew with RSA or ECDSA and SHA-256 or better, or with ML-DSA (RFC 9881)",
                "请改用 RSA 或 ECDSA 搭配 SHA-256 或更强的摘要算法，或用 ML-DSA（RFC 9881）重新签发证书")
        case .signWithGoodDigest:
            LocalizedText(
                "have the certificate issued anew, signed with SHA-256 or better", "请重新签发证书，以 SHA-256 或更强的摘要签名")
        case .signAsProgrammes:
            LocalizedText(
                "have the certificate issued anew, signed with RSA or ECDSA and SHA-256, SHA-384 or SHA-512",
                "请重新签发证书，以 RSA 或 ECDSA 配合 SHA-256、SHA-384 或 SHA-512 签名")
        case .signByCurve:
            LocalizedText(
                "sign with SHA-256 by a P-256 key, SHA-384 by P-384, SHA-512 by P-521",
                "P-256 密钥以 SHA-256 签名，P-384 以 SHA-384，P-521 以 SHA-512")
        default:
            LocalizedText("have the certificate issued anew; the tool that made it is at fault", "请重新签发证书；制作它的工具有缺陷")
        }
    }
}

extension SignatureAlgorithm {
    /// The algorithm as sentences have it.
    package var inSentence: Statement {
        switch self {
        case .rsaPKCS1(let digest): SignatureSentence.rsaWith(digest: "\(digest)").statement
        case .rsaPSS(let parameters): SignatureSentence.rsaPSSWith(digest: "\(parameters.digest)").statement
        case .ecdsa(let digest): SignatureSentence.ecdsaWith(digest: "\(digest)").statement
        case .ed25519, .ed448, .mldsa: Statement(verbatim: description)
        case .unknown(let identifier):
            identifier.algorithm.name == nil
                ? SignatureSentence.unknownAlgorithm("\(identifier)").statement
                : SignatureSentence.unsupportedAlgorithm("\(identifier)").statement
        }
    }
}
