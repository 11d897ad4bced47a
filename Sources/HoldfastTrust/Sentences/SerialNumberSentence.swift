import HoldfastStatements
import HoldfastX509

/// Sentences about serial numbers.
enum SerialNumberSentence: Sentence {
    case number(SerialNumber)
    case zero
    case positive
    case isNegative
    case isZero
    case atMost(octets: Int)
    case has(octets: Int)
    case reissue
    case remakeRoot

    static let topic = "serialNumber"

    /// Octets that are shown of a number.
    private static let shown = 32

    var words: LocalizedText {
        switch self {
        case .number(let number): Self.text(number)
        case .zero: .same("0")
        case .positive: LocalizedText("a positive number", "正数")
        case .isNegative: LocalizedText("the serial number of the certificate is negative", "证书的序列号为负数")
        case .isZero: LocalizedText("the serial number of the certificate is zero", "证书的序列号为零")
        case .atMost(let octets): LocalizedText("at most \(octets) octets", "最多 \(octets) 字节")
        case .has(let octets):
            LocalizedText("the serial number of the certificate has \(octets) octets", "证书的序列号长 \(octets) 字节")
        case .reissue:
            LocalizedText(
                "have the certificate issued anew with a positive serial number of at most 20 octets",
                "请重新签发证书，序列号须为正数且不超过 20 字节")
        case .remakeRoot:
            LocalizedText(
                "make the root anew with a positive serial number of at most 20 octets, or judge by another profile",
                "重新制作根证书，序列号须为正数且不超过 20 字节，或改用其他规则集判定")
        }
    }

    private static func text(_ number: SerialNumber) -> LocalizedText {
        let octets = number.bytes.count
        let shown = HexString.encode(number.bytes.prefix(Self.shown))
        guard octets > Self.shown else { return .same(shown) }
        return LocalizedText("\(shown)… (\(octets) octets)", "\(shown)…（\(octets) 字节）")
    }
}
