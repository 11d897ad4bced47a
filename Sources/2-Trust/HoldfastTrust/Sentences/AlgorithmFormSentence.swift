import HoldfastStatements

/// Sentences about the parameters of algorithm identifiers: which are missing, and which are there too many.
enum AlgorithmFormSentence: Sentence {
    case signature(Statement)
    case key(Statement)
    case signedOtherwise(Statement)
    case noParameters(algorithm: Statement)
    case parametersNull(algorithm: Statement)
    case otherParameters(algorithm: Statement)
    case unreadParameters(algorithm: Statement)
    case withoutParameters(algorithm: Statement, source: String)
    case withNull(algorithm: Statement, source: String)
    case withParameters(algorithm: Statement, source: String)
    case noCurve
    case implicitCurve
    case writtenOutCurve
    case namedCurve
    case saltOf(algorithm: Statement, octets: Int)
    case saltAsLong(octets: Int)
    case maskDigest(algorithm: Statement, digest: String)
    case maskDigestOf(digest: String)
    case encodedOtherwise(algorithm: Statement)
    case asProgrammesWrite(algorithm: Statement)
    // What to do.
    case writeWithout(source: String)
    /// NULL beside ECDSA, as keytool of OpenJDK 11.0.10 and 11.0.13 writes it, and that of 17 and 25 does not.
    case writeWithoutNull(source: String)
    case writeNull(source: String)
    case writeParameters
    case nameCurve
    case saltAsDigest
    case oneDigest
    case writeAsProgrammes

    static let topic = "algorithmForm"

    var words: LocalizedText {
        switch self {
        case .signature(let fault):
            LocalizedText(
                "the signature was not checked, since its algorithm is not written as its RFC has it: \(fault.english)",
                "签名没有检查，因为其算法标识不符合相应 RFC 的写法：\(fault.chinese)")
        case .key(let fault):
            LocalizedText(
                "the key's algorithm is not written as its RFC has it: \(fault.english)",
                "密钥的算法标识不符合相应 RFC 的写法：\(fault.chinese)")
        case .signedOtherwise(let fault):
            LocalizedText(
                "the certificate is signed in a way that browsers do not accept: \(fault.english)",
                "证书的签名方式不被浏览器接受：\(fault.chinese)")
        case .noParameters(let algorithm):
            LocalizedText("\(algorithm.english) without parameters", "\(algorithm.chinese)，没有参数")
        case .parametersNull(let algorithm):
            LocalizedText("\(algorithm.english) with the parameters NULL", "\(algorithm.chinese)，参数为 NULL")
        case .otherParameters(let algorithm):
            LocalizedText("\(algorithm.english) with parameters of another kind", "\(algorithm.chinese)，带有其他参数")
        case .unreadParameters(let algorithm):
            LocalizedText("\(algorithm.english) with parameters that cannot be read", "\(algorithm.chinese)，参数无法解析")
        case .withoutParameters(let algorithm, let source):
            LocalizedText(
                "\(algorithm.english), and no parameters at all (\(source))", "\(algorithm.chinese)，参数必须省略（\(source)）")
        case .withNull(let algorithm, let source):
            LocalizedText(
                "\(algorithm.english), and NULL as its parameters (\(source))",
                "\(algorithm.chinese)，参数必须为 NULL（\(source)）")
        case .withParameters(let algorithm, let source):
            LocalizedText(
                "\(algorithm.english), and the parameters that name its digests and its salt (\(source))",
                "\(algorithm.chinese)，参数须写明摘要算法与盐的长度（\(source)）")
        case .noCurve: LocalizedText("EC without a curve", "EC，未写明曲线")
        case .implicitCurve: LocalizedText("EC on a curve that is said elsewhere (NULL)", "EC，曲线在别处约定（NULL）")
        case .writtenOutCurve:
            LocalizedText("EC on a curve that is written out number by number", "EC，曲线的参数逐一写出")
        case .namedCurve: LocalizedText("EC on a curve by its name (RFC 5480 §2.1.1)", "EC，以名称写明曲线（RFC 5480 §2.1.1）")
        case .saltOf(let algorithm, let octets):
            LocalizedText("\(algorithm.english) and a salt of \(octets) octets", "\(algorithm.chinese)，盐为 \(octets) 字节")
        case .saltAsLong(let octets):
            LocalizedText("a salt of \(octets) octets, as long as the digest", "盐为 \(octets) 字节，与摘要等长")
        case .maskDigest(let algorithm, let digest):
            LocalizedText("\(algorithm.english) and MGF1 with \(digest)", "\(algorithm.chinese)，MGF1 搭配 \(digest)")
        case .maskDigestOf(let digest): LocalizedText("MGF1 with \(digest) too", "MGF1 同样搭配 \(digest)")
        case .encodedOtherwise(let algorithm):
            LocalizedText("\(algorithm.english) in another encoding", "\(algorithm.chinese)，编码方式不同")
        case .asProgrammesWrite(let algorithm):
            LocalizedText(
                "\(algorithm.english) in the octets that the programmes state",
                "\(algorithm.chinese)，逐字节按各根证书计划规定的方式编码")
        case .writeWithout, .writeWithoutNull, .writeNull, .writeParameters, .nameCurve, .saltAsDigest, .oneDigest,
            .writeAsProgrammes:
            adviceWords
        }
    }

    private var adviceWords: LocalizedText {
        switch self {
        case .writeWithout(let source):
            LocalizedText(
                "have the certificate issued anew by software that leaves these parameters out, as \(source) asks",
                "请用按 \(source) 省略这些参数的软件重新签发证书")
        case .writeWithoutNull(let source):
            LocalizedText(
                "have the certificate issued anew by software that leaves these parameters out, as \(source) asks; the "
                    + "keytool of Java 11 writes NULL there, that of Java 17 does not",
                "请用按 \(source) 省略这些参数的软件重新签发证书；Java 11 的 keytool 会在此写入 NULL，Java 17 的则不会")
        case .writeNull(let source):
            LocalizedText(
                "have the certificate issued anew by software that writes NULL there, as \(source) asks",
                "请用按 \(source) 在此写入 NULL 的软件重新签发证书")
        case .writeParameters:
            LocalizedText(
                "have the certificate issued anew by software that writes the parameters of RSA-PSS, or signed with "
                    + "plain RSA", "请用会写出 RSA-PSS 参数的软件重新签发证书，或改用普通 RSA 签名")
        case .nameCurve:
            LocalizedText(
                "make a new key on P-256, P-384 or P-521 that names its curve (openssl: -pkeyopt "
                    + "ec_param_enc:named_curve), and have a certificate issued for it",
                "请在 P-256、P-384 或 P-521 上生成写明曲线名称的新密钥（openssl：-pkeyopt ec_param_enc:named_curve），并为其签发证书")
        case .saltAsDigest:
            LocalizedText(
                "have the certificate issued anew with a salt as long as the digest (openssl: -sigopt "
                    + "rsa_pss_saltlen:digest)", "请重新签发证书，使盐与摘要等长（openssl：-sigopt rsa_pss_saltlen:digest）")
        case .oneDigest:
            LocalizedText(
                "have the certificate issued anew with one digest for the message and for MGF1",
                "请重新签发证书，消息与 MGF1 使用同一摘要算法")
        default:
            LocalizedText(
                "have the certificate issued anew by software that writes the algorithm as CA/B BR 7.1.3.2 has it",
                "请用按 CA/B BR 7.1.3.2 书写算法标识的软件重新签发证书")
        }
    }
}
