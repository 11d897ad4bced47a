import HoldfastStatements
import HoldfastX509

/// Sentences about serial numbers.
enum SerialNumberSentence: Sentence {
    case number(SerialNumber)
    case negative(SerialNumber)
    case afterZero(SerialNumber)
    case zero
    case positive
    case isNegative(SerialNumber)
    case isZero
    case atMost(octets: Int)
    case has(octets: Int)
    case reissue
    case remakeRoot
    case reissueWithZero
    case remakeRootWithZero

    static let topic = "serialNumber"

    /// Octets that are shown of a number.
    private static let shown = 32

    var words: LocalizedText {
        switch self {
        case .number(let number): Self.text(number.bytes)
        case .negative(let number): Self.text(number.magnitude, after: "-")
        case .afterZero(let number): Self.text(number.bytes, after: "00")
        case .zero: .same("0")
        case .positive: LocalizedText("a positive number", "正数")
        case .isNegative(let number):
            LocalizedText(
                "the serial number of the certificate is negative: a 00 is missing before "
                    + Self.text(number.bytes).english,
                "证书的序列号为负数：\(Self.text(number.bytes).chinese) 之前缺少 00")
        case .isZero: LocalizedText("the serial number of the certificate is zero", "证书的序列号为零")
        case .atMost(let octets): LocalizedText("at most \(octets) octets", "最多 \(octets) 字节")
        case .has(let octets):
            LocalizedText("the serial number of the certificate has \(octets) octets", "证书的序列号长 \(octets) 字节")
        case .reissueWithZero:
            LocalizedText(
                "have the certificate issued anew by software that writes 00 before a first octet of 80 or more, which "
                    + "is a sign otherwise (X.690 §8.3.3)",
                "请用会在首字节不小于 80 时先写 00 的软件重新签发证书，否则首位就是符号（X.690 §8.3.3）")
        case .remakeRootWithZero:
            LocalizedText(
                "make the root anew by software that writes 00 before a first octet of 80 or more, which is a sign "
                    + "otherwise (X.690 §8.3.3), or judge by another profile",
                "请用会在首字节不小于 80 时先写 00 的软件重新制作根证书，否则首位就是符号（X.690 §8.3.3）；或改用其他规则集判定")
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

    /// Octets in hexadecimal, the first of very many.
    private static func text(_ octets: ArraySlice<UInt8>, after prefix: String = "") -> LocalizedText {
        let shown = prefix + HexString.encode(octets.prefix(Self.shown))
        guard octets.count > Self.shown else { return .same(shown) }
        return LocalizedText("\(shown)… (\(octets.count) octets)", "\(shown)…（\(octets.count) 字节）")
    }
}

extension SerialNumber {
    /// The octets of a negative number without its sign: what two's complement adds to it comes to zero (X.690 §8.3.3).
    fileprivate var magnitude: ArraySlice<UInt8> {
        var octets = bytes.map { ~$0 }
        for index in octets.indices.reversed() {
            octets[index] &+= 1
            if octets[index] != 0 { break }
        }
        let digits = octets.drop { $0 == 0 }
        return digits.isEmpty ? octets.suffix(1) : digits
    }
}
