import HoldfastStatements

/// Sentences about presented certificates that cannot be read.
enum UnreadableSentence: Sentence {
    case leaf(Statement)
    case other(number: Int, Statement)
    case expected(sent: Int)
    case installAgain

    static let topic = "unreadable"

    var words: LocalizedText {
        switch self {
        case .leaf(let fault):
            LocalizedText(
                "the server's certificate cannot be read: \(fault.english)",
                "无法解析服务器的证书：\(fault.chinese)")
        case .other(let number, let fault):
            LocalizedText(
                "certificate \(number) of the presented list cannot be read: \(fault.english)",
                "无法解析服务器发送的第 \(number) 张证书：\(fault.chinese)")
        case .expected(let count):
            LocalizedText(
                "a DER certificate (\(Counted.english(count, "byte was", "bytes were")) sent)",
                "DER 编码的证书（收到 \(count) 字节）")
        case .installAgain:
            LocalizedText(
                "install the certificate again as its authority delivered it; if it is whole, its issuer has to "
                    + "mend it",
                "请按颁发机构交付的原样重新安装证书；若文件完好，则须由签发者修正")
        }
    }
}
