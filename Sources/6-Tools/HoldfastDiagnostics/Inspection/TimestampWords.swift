import HoldfastStatements
import HoldfastX509

/// Signed certificate timestamps in words, one line a timestamp: read, and not verified.
enum TimestampWords {
    /// Lines for a SignedCertificateTimestampList; for bytes that are none, one line with the reason.
    static func lines(of list: ArraySlice<UInt8>) -> [String] {
        do throws(SCTError) {
            return lines(of: try SignedCertificateTimestampList(bytes: list))
        } catch {
            return ["\(Counted.english(list.count, "byte")) that are no list of timestamps: \(error.reason)"]
        }
    }

    static func lines(of list: SignedCertificateTimestampList) -> [String] { list.timestamps.map(line) }

    /// The version, the time and the log; of a version that is not known nothing can be told but the number.
    ///
    /// The log as lists of logs name it (`log_id` of log_list.json): its identifier in Base64.
    private static func line(_ timestamp: SignedCertificateTimestamp) -> String {
        switch timestamp.content {
        case .unknown(let version):
            return "version \(Int(version) + 1), which is not known here: \(timestamp.bytes.count) bytes"
        case .version1(let content):
            let algorithm = content.algorithm.map(\.description) ?? unknownAlgorithm(content)
            let index = content.leafIndex.map { ", leaf_index \($0)" } ?? ""
            // A leaf_index takes eight: its type, the length, the number.
            let count = content.extensions.count - (index.isEmpty ? 0 : 8)
            let extensions = index + (count == 0 ? "" : ", \(count) \(count == 1 ? "byte" : "bytes") of extensions")
            return "version 1, \(content.instant), log \(Base64.encode(content.logID)), \(algorithm)\(extensions)"
        }
    }

    private static func unknownAlgorithm(_ content: SignedCertificateTimestamp.Version1) -> String {
        "signed by an algorithm that logs may not have (\(content.hashAlgorithm), \(content.signatureAlgorithm))"
    }
}
