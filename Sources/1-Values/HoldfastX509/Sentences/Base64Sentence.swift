public import HoldfastStatements

extension Base64Error: Sentence, CustomStringConvertible {
    package static let topic = "base64"

    /// The fault as a statement.
    public var statement: Statement { Statement(self) }

    /// The fault in words.
    public var description: String { english }

    package var words: LocalizedText {
        switch self {
        case .invalidCharacter(let octet) where (0x21...0x7E).contains(octet):
            LocalizedText(
                "'\(Unicode.Scalar(octet))' is no Base64 character", "“\(Unicode.Scalar(octet))”不是 Base64 字符")
        case .invalidCharacter(let octet):
            LocalizedText(
                "the byte \(HexString.encode([octet])) is no Base64 character",
                "字节 \(HexString.encode([octet])) 不是 Base64 字符")
        case .misplacedPadding: LocalizedText("padding '=' where data must stand", "应有数据之处出现了填充“=”")
        case .dataAfterPadding: LocalizedText("data after the padding '='", "填充“=”之后还有数据")
        case .padBitsNotZero:
            LocalizedText(
                "the last character before the padding has bits that must be zero", "填充之前的最后一个字符含有必须为零的比特")
        case .incompleteGroup:
            LocalizedText(
                "the data ends too early: Base64 comes in groups of four characters", "数据过早结束：Base64 以四个字符为一组")
        }
    }

    package var plainName: String {
        switch self {
        case .invalidCharacter: ""
        case .misplacedPadding: "misplacedPadding"
        case .dataAfterPadding: "dataAfterPadding"
        case .padBitsNotZero: "padBitsNotZero"
        case .incompleteGroup: "incompleteGroup"
        }
    }
}
