import HoldfastStatements
import HoldfastX509

/// Signed certificate timestamps in words, one line a timestamp: read, and not verified.
enum TimestampWords {
    /// Lines for a SignedCertificateTimestampList; for bytes that are none, one line with the reason.
    static func lines(of list: ArraySlice<UInt8>) -> [LocalizedText] {
        do throws(SCTError) {
            return lines(of: try SignedCertificateTimestampList(bytes: list))
        } catch {
            return [
                LocalizedText(
                    "\(Counted.english(list.count, "byte")) that are no list of timestamps: ",
                    "\(list.count) 字节，不是时间戳列表：")
                    + error.reason.words
            ]
        }
    }

    static func lines(of list: SignedCertificateTimestampList) -> [LocalizedText] { list.timestamps.map(line) }

    /// The version, the time and the log; of a version that is not known nothing can be told but the number.
    ///
    /// The log as lists of logs name it (`log_id` of log_list.json): its identifier in Base64.
    private static func line(_ timestamp: SignedCertificateTimestamp) -> LocalizedText {
        switch timestamp.content {
        case .unknown(let version):
            return LocalizedText(
                "version \(Int(version) + 1), which is not known here: \(timestamp.bytes.count) bytes",
                "版本 \(Int(version) + 1)，此处不认识：\(timestamp.bytes.count) 字节")
        case .version1(let content):
            let algorithm = content.algorithm.map { LocalizedText($0) } ?? unknownAlgorithm(content)
            let index = content.leafIndex.map { LocalizedText(", leaf_index \($0)", "，leaf_index \($0)") }
            // A leaf_index takes eight: its type, the length, the number.
            let count = content.extensions.count - (index == nil ? 0 : 8)
            let rest = LocalizedText(", \(count) \(count == 1 ? "byte" : "bytes") of extensions", "，\(count) 字节的扩展")
            let (english, chinese) = (algorithm.english, algorithm.chinese)
            let log = Base64.encode(content.logID)
            return LocalizedText(
                "version 1, \(content.instant), log \(log), \(english)", "版本 1，\(content.instant)，日志 \(log)，\(chinese)")
                + (index ?? .same("")) + (count == 0 ? .same("") : rest)
        }
    }

    private static func unknownAlgorithm(_ content: SignedCertificateTimestamp.Version1) -> LocalizedText {
        let numbers = "\(content.hashAlgorithm), \(content.signatureAlgorithm)"
        return LocalizedText(
            "signed by an algorithm that logs may not have (\(numbers))", "以日志不得使用的算法签名（\(numbers)）")
    }
}
