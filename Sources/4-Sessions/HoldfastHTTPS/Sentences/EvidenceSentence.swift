import HoldfastStatements

/// Reasons why a fetch of evidence came to nothing.
enum EvidenceSentence: Sentence {
    case unusableURL(Statement)
    case notPlainHTTP(origin: String)
    case credentialInURL
    case privateAddress(String)
    case tooManyPlaces
    case noRandom
    case tookTooLong
    case failedBefore(Statement)
    case status(Int)
    case announcesTooMuch(bytes: Int, limit: Int)
    case tooLong(bytes: Int, limit: Int)
    case sentTooMuch(limit: Int)
    case sentBeyond(end: Int)
    case unusableAnswer(Statement)
    case listInPEM
    case responseInPEM

    static let topic = "evidence"

    var words: LocalizedText {
        switch self {
        case .unusableURL(let fault):
            LocalizedText("the certificate names no usable URL: \(fault.english)", "证书中的 URL 无法使用：\(fault.chinese)")
        case .notPlainHTTP(let origin):
            LocalizedText(
                "\(origin) is not plain HTTP, and its own certificate would have to be judged",
                "\(origin) 不是明文 HTTP，否则还须评估它自己的证书")
        case .credentialInURL: LocalizedText("its URL has a user or a password", "其 URL 含有用户名或密码")
        case .privateAddress(let address):
            LocalizedText("\(address) is no address of the public Internet", "\(address) 不是公共互联网地址")
        case .tooManyPlaces: LocalizedText("too many places of its host are named", "所列的该主机的地址过多")
        case .noRandom: LocalizedText("there are no random octets for a nonce", "没有可用于 nonce 的随机字节")
        case .tookTooLong: LocalizedText("it took too long", "等待超时")
        case .failedBefore(let reason):
            LocalizedText("it failed a moment ago: \(reason.english)", "该处刚刚失败过：\(reason.chinese)")
        case .status(let status): LocalizedText("it answered with \(status)", "该处应答状态为 \(status)")
        case .announcesTooMuch(let bytes, let limit):
            LocalizedText("it announces \(bytes) bytes, and \(limit) are taken", "该处声明 \(bytes) 字节，而最多接受 \(limit) 字节")
        case .tooLong(let bytes, let limit):
            LocalizedText("its answer has \(bytes) bytes, and \(limit) are taken", "其应答有 \(bytes) 字节，而最多接受 \(limit) 字节")
        case .sentTooMuch(let limit): LocalizedText("it sent more than \(limit) bytes", "该处发来的内容超过 \(limit) 字节")
        case .sentBeyond(let end):
            LocalizedText("it sent more than the \(end) bytes of its answer", "该处发来的内容超出其应答的 \(end) 字节")
        case .unusableAnswer(let fault):
            LocalizedText("its answer cannot be used: \(fault.english)", "其应答无法使用：\(fault.chinese)")
        case .listInPEM:
            LocalizedText(
                "its answer is PEM, and a revocation list (RFC 5280 §4.2.1.13) has to be DER",
                "其应答为 PEM，而吊销列表（RFC 5280 §4.2.1.13）须为 DER")
        case .responseInPEM:
            LocalizedText(
                "its answer is PEM, and a response (RFC 6960 §A.2) has to be DER",
                "其应答为 PEM，而 OCSP 应答（RFC 6960 §A.2）须为 DER")
        }
    }
}
