import HoldfastStatements
import HoldfastX509

/// Sentences about keys, nonces and points that are not of the form that their type asks for.
enum KeyFault: Sentence {
    case nonces(bytes: Int)
    case nonce(bytes: Int, expected: Int)
    case aesLength(bytes: Int)
    case cipherLength(bytes: Int)
    case derivedLength(bytes: Int)
    case hkdfBlocks
    case groupLength(bytes: Int)
    case x25519Length(bytes: Int)
    case typeLength(bytes: Int, expected: Int)
    case curveLength(bytes: Int, curve: String)
    case outsideGroup
    case outsideCurve
    case compressedPoint
    case pointForm
    case zeros
    case dsaSizes(bits: Int, orderBits: Int)
    case dsaNumbers
    case otherPublicKey
    case publicHalf(Statement)
    case noPrivateKey
    case noPublicKey(EncodedObject.Kind)
    case label(String)
    case noForm
    case noFormOf(String)
    case bytesBehind
    case empty
    case noRSAKey
    case noKeyOfSet(String, Statement)
    case parametersOfSet(String)
    case vectorLength

    static let topic = "keyFault"

    var words: LocalizedText {
        switch self {
        case .nonces(let count):
            LocalizedText("nonces of \(count) bytes where 12 or 16 are taken", "nonce 为 \(count) 字节，而应为 12 或 16 字节")
        case .nonce(let count, let expected):
            LocalizedText(
                "a nonce of \(count) bytes instead of \(expected)", "nonce 为 \(count) 字节，而应为 \(expected) 字节")
        case .aesLength(let count):
            LocalizedText("\(count) bytes where AES-GCM takes 16 or 32", "\(count) 字节，而 AES-GCM 需要 16 或 32 字节")
        case .cipherLength(let count): LocalizedText("\(count) bytes where it takes 32", "\(count) 字节，而应为 32 字节")
        case .derivedLength(let count): LocalizedText("a key of \(count) bytes", "\(count) 字节的密钥")
        case .hkdfBlocks: LocalizedText("more than 255 blocks of HKDF", "HKDF 超过 255 块")
        case .groupLength(let count): LocalizedText("\(count) bytes where the group has 32", "\(count) 字节，而该群为 32 字节")
        case .x25519Length(let count):
            LocalizedText("\(count) bytes where X25519 has 32", "\(count) 字节，而 X25519 为 32 字节")
        case .typeLength(let count, let expected):
            LocalizedText(
                "\(count) bytes where the key type has \(expected)", "\(count) 字节，而该类密钥为 \(expected) 字节")
        case .curveLength(let count, let curve):
            LocalizedText("\(count) bytes where \(curve) has others", "\(count) 字节，与 \(curve) 不符")
        case .outsideGroup: LocalizedText("a private number outside of the group's order", "私有数超出群的阶")
        case .outsideCurve: LocalizedText("a private number outside of the curve's order", "私有数超出曲线的阶")
        case .compressedPoint: LocalizedText("a point that is not in uncompressed form", "点不是未压缩形式")
        case .pointForm:
            LocalizedText(
                "the point is neither uncompressed nor compressed, or of wrong length", "点既非未压缩也非压缩形式，或长度有误")
        case .zeros: LocalizedText("a secret of zeros", "秘密全为零")
        case .dsaSizes(let bits, let orderBits):
            LocalizedText(
                "DSA of \(bits) and \(orderBits) bits is not in FIPS 186-4",
                "FIPS 186-4 中没有 \(bits) 与 \(orderBits) 位的 DSA")
        case .dsaNumbers: LocalizedText("DSA numbers that cannot belong together", "DSA 的各数不可能属于同一密钥")
        case .otherPublicKey:
            LocalizedText("the public key beside the private one is not its own", "私钥旁的公钥不属于它")
        case .publicHalf(let fault):
            LocalizedText("its public half: \(fault.english)", "其公钥部分：\(fault.chinese)")
        case .noPrivateKey: LocalizedText("there is no private key in it", "其中没有私钥")
        case .noPublicKey(let kind): LocalizedText("\(kind.english) is no public key", "\(kind.chinese)不是公钥")
        case .label(let label): LocalizedText("a private key is not labelled \(label)", "私钥的标签不会是 \(label)")
        case .noForm: LocalizedText("it is not of the form of a private key", "它不符合私钥的格式")
        case .noFormOf(let type): LocalizedText("it is not of the form of a \(type) key", "它不符合 \(type) 密钥的格式")
        case .bytesBehind: LocalizedText("bytes after the end of the key", "密钥末尾之后还有字节")
        case .empty: LocalizedText("the key is empty", "密钥是空的")
        case .noRSAKey:
            LocalizedText("modulus and exponent are no RSA key (RFC 8017 §3.1)", "模数与指数不构成 RSA 密钥（RFC 8017 §3.1）")
        case .noKeyOfSet(let set, let fault):
            LocalizedText(
                "it is no \(set) key (RFC 9881 §6): \(fault.english)", "它不是 \(set) 密钥（RFC 9881 §6）：\(fault.chinese)")
        case .parametersOfSet(let set):
            LocalizedText("\(set) has no parameters, and this key states some", "\(set) 没有参数，而该密钥写有参数")
        case .vectorLength: LocalizedText("DEK-Info with a vector of another length", "DEK-Info 中初始向量的长度不符")
        }
    }
}
