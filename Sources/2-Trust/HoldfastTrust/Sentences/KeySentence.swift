import HoldfastStatements
import HoldfastX509

/// Sentences about the keys of a path: their kind, their length and how they are written.
enum KeySentence: Sentence {
    case unsupported(kind: Statement)
    case weak(kind: Statement)
    case malformed(kind: Statement)
    case dsa
    case kinds
    case longCurve
    case asRFC
    case rsaBits(Int)
    case atLeast2048
    case anchorBits(Int)
    case fewBits(Int)
    case noPoint
    case pointOf(curve: String)
    case noPrivateKey
    case notByBrowsers(name: String)
    case rsaSize(bits: Int, exponentBytes: Int)
    case atMost(bits: Int)
    case tooLarge
    case exponent(UInt64)
    case exponentBits(Int)
    case oddFrom3
    case uselessExponent
    case from65537
    case smallExponent
    case wholeOctets
    case noWholeOctets(bits: Int)
    // What to do.
    case makeLongerKey
    case makeLongerKeyForOpenSSL
    case useCommonKey
    case haveBeside
    case writeAsRFC
    case useBoundedKey
    case makeExponent
    case makeWholeOctets
    case useForBrowsers
    case issueForPoint
    case makeRSAKey

    static let topic = "key"

    var words: LocalizedText {
        switch self {
        case .unsupported(let kind):
            LocalizedText("the key is of a kind that is not supported: \(kind.english)", "不支持此类密钥：\(kind.chinese)")
        case .weak(let kind):
            LocalizedText("the key is of a kind that protects too little: \(kind.english)", "此类密钥的强度不足：\(kind.chinese)")
        case .malformed(let kind):
            LocalizedText(
                "the key is not written as keys of its kind are: \(kind.english)", "密钥不符合其类型的写法：\(kind.chinese)")
        case .dsa: LocalizedText("the key is a DSA key, which nothing signs with any more", "密钥为 DSA 密钥，如今已不再用于签名")
        case .kinds:
            LocalizedText("RSA, P-256, P-384, P-521, Ed25519 or Ed448", "RSA、P-256、P-384、P-521、Ed25519 或 Ed448")
        case .longCurve: LocalizedText("P-256, P-384 or P-521", "P-256、P-384 或 P-521")
        case .asRFC: LocalizedText("a key as the RFC of its algorithm has it", "应按其算法的 RFC 书写密钥")
        case .rsaBits(let bits): LocalizedText("RSA \(bits) bits", "RSA \(bits) 位")
        case .atLeast2048: LocalizedText("at least 2048 bits", "至少 2048 位")
        case .anchorBits(let bits):
            LocalizedText(
                "the anchor's RSA key has only \(bits) bits: others can sign with it",
                "信任锚的 RSA 密钥只有 \(bits) 位：他人也能用它签名")
        case .fewBits(let bits): LocalizedText("the RSA key has only \(bits) bits", "RSA 密钥只有 \(bits) 位")
        case .noPoint: LocalizedText("a key that is no point of its curve", "密钥不是其曲线上的点")
        case .pointOf(let curve): LocalizedText("a point of the curve \(curve)", "曲线 \(curve) 上的点")
        case .noPrivateKey:
            LocalizedText("nobody can have the private key of the key named", "证书所载密钥不可能有对应的私钥")
        case .notByBrowsers(let name):
            LocalizedText("the key is of a kind that browsers do not accept: \(name)", "浏览器不接受此类密钥：\(name)")
        case .rsaSize(let bits, let bytes):
            LocalizedText("RSA \(bits) bits, exponent of \(bytes) bytes", "RSA \(bits) 位，指数 \(bytes) 字节")
        case .atMost(let bits):
            LocalizedText("at most \(bits) bits and an exponent below 2^32", "最多 \(bits) 位，且指数小于 2^32")
        case .tooLarge: LocalizedText("the RSA key is too large to be computed with", "RSA 密钥过大，无法运算")
        case .exponent(let value): LocalizedText("exponent \(value)", "指数 \(value)")
        case .exponentBits(let bits): LocalizedText("exponent of \(bits) bits", "\(bits) 位的指数")
        case .oddFrom3: LocalizedText("odd, from 3 on", "不小于 3 的奇数")
        case .uselessExponent:
            LocalizedText("the RSA key has an exponent that protects nothing", "RSA 密钥的指数起不到保护作用")
        case .from65537: LocalizedText("65537 or more", "不小于 65537")
        case .smallExponent: LocalizedText("the RSA key has a small exponent", "RSA 密钥的指数过小")
        case .wholeOctets: LocalizedText("a multiple of 8 bits", "位数应为 8 的倍数")
        case .noWholeOctets(let bits):
            LocalizedText("the RSA key has \(bits) bits, no whole number of octets", "RSA 密钥为 \(bits) 位，不是整数个字节")
        case .makeLongerKey, .makeLongerKeyForOpenSSL, .useCommonKey, .haveBeside, .writeAsRFC, .useBoundedKey,
            .makeExponent, .makeWholeOctets, .useForBrowsers, .issueForPoint, .makeRSAKey:
            adviceWords
        }
    }

    private var adviceWords: LocalizedText {
        switch self {
        case .makeLongerKey:
            LocalizedText(
                "make a new key of at least 2048 bits (or P-256) and have a certificate issued for it",
                "请生成至少 2048 位（或 P-256）的新密钥，并为其签发证书")
        case .makeLongerKeyForOpenSSL:
            LocalizedText(
                "make a new key of at least 2048 bits (or P-256) and have a certificate issued for it: OpenSSL and "
                    + "curl refuse this one at their usual security level, 2",
                "请生成至少 2048 位（或 P-256）的新密钥，并为其签发证书：OpenSSL 与 curl 在通常的安全级别 2 下会拒绝现有密钥")
        case .useCommonKey:
            LocalizedText(
                "use an RSA key of at least 2048 bits, or one on P-256, P-384 or P-521",
                "请使用至少 2048 位的 RSA 密钥，或 P-256、P-384、P-521 密钥")
        case .haveBeside:
            LocalizedText(
                "have a certificate issued for an RSA key, or for one on P-256, P-384 or P-521, beside this one",
                "请另外为 RSA 密钥，或 P-256、P-384、P-521 上的密钥申请一张证书")
        case .writeAsRFC:
            LocalizedText(
                "have the certificate issued anew by software that writes such keys as their RFC does",
                "请用按其 RFC 书写此类密钥的软件重新签发证书")
        case .useBoundedKey:
            LocalizedText(
                "use an RSA key of 2048 to 4096 bits with the exponent 65537", "请使用 2048 至 4096 位、指数为 65537 的 RSA 密钥")
        case .makeExponent: LocalizedText("make a new key with the exponent 65537", "请生成指数为 65537 的新密钥")
        case .makeWholeOctets:
            LocalizedText("make a new key of 2048, 3072 or 4096 bits", "请生成 2048、3072 或 4096 位的新密钥")
        case .useForBrowsers:
            LocalizedText(
                "use an RSA key, or one on P-256, P-384 or P-521, where browsers are to accept it",
                "若要浏览器接受，请使用 RSA 密钥，或 P-256、P-384、P-521 密钥")
        case .issueForPoint:
            LocalizedText(
                "have the certificate issued anew for a key that is a point of its curve", "请为确在曲线上的密钥重新签发证书")
        default:
            LocalizedText(
                "make a new RSA key of at least 2048 bits (or P-256) and have a certificate issued for it",
                "请生成至少 2048 位的新 RSA 密钥（或 P-256），并为其签发证书")
        }
    }
}

/// The kind of a key, as sentences have it: the algorithm's name, and of an elliptic curve which one.
enum KeyKindSentence: Sentence {
    case named(String)
    case onCurve(String, key: String)
    case writtenOut(key: String)
    case withoutCurve(key: String)

    static let topic = "keyKind"

    /// The kind that an identifier stands for, as ``AlgorithmIdentifier/keyKind`` says it.
    init(_ identifier: AlgorithmIdentifier) {
        let name = identifier.algorithm.keyName ?? identifier.algorithm.description
        guard identifier.algorithm == .ecPublicKey, let parameters = identifier.parameters else {
            self = .named(name)
            return
        }
        if let curve = try? ObjectIdentifier(der: parameters) {
            self = .onCurve(NamedCurve(curve)?.rawValue ?? curve.name ?? curve.description, key: name)
        } else {
            // SpecifiedECDomain is a SEQUENCE, implicitCurve a NULL (RFC 5480 §2.1.1).
            self = parameters.first == 0x30 ? .writtenOut(key: name) : .withoutCurve(key: name)
        }
    }

    var words: LocalizedText {
        switch self {
        case .named(let name): .same(name)
        case .onCurve(let curve, let key): LocalizedText("\(key) on \(curve)", "曲线 \(curve) 上的 \(key)")
        case .writtenOut(let key):
            LocalizedText("\(key) on a curve that is written out", "逐一写出参数的曲线上的 \(key)")
        case .withoutCurve(let key): LocalizedText("\(key) without a named curve", "未写明曲线名称的 \(key)")
        }
    }
}
