import HoldfastTracing
package import HoldfastStatements

/// A remark beside a message or a field whose name says something else than it does, with its source.
package enum TraceRemark: String, CaseIterable, Hashable, Sendable {
    /// A ChangeCipherSpec of TLS 1.3, which is there for middleboxes alone.
    case middleboxCompatibility
    /// A ChangeCipherSpec of TLS 1.2 and before, after which its sender uses the new keys.
    case newKeys
    /// A hello that names no compression but null.
    case noCompression
    /// A hello that names a compression.
    case compression

    /// The remark on a ChangeCipherSpec; nil where no version was agreed on, so that its meaning is open.
    init?(changeCipherSpecIn version: ProtocolVersion?) {
        guard let version else { return nil }
        self = version >= .tls13 ? .middleboxCompatibility : .newKeys
    }

    /// The remark on the compression methods of a hello, of which 0 is null.
    init(compressionMethods: [UInt8]) {
        self = compressionMethods.allSatisfy { $0 == 0 } ? .noCompression : .compression
    }

    /// The standard that says so.
    package var source: String { sourceWords.english }

    private var sourceWords: LocalizedText {
        switch self {
        case .middleboxCompatibility: LocalizedText("RFC 8446 appendix D.4 and §5", "RFC 8446 附录 D.4 和 §5")
        case .newKeys: .same("RFC 5246 §7.1")
        case .noCompression, .compression:
            LocalizedText(
                "RFC 8446 §4.1.2, RFC 7525 §3.3 (now RFC 9325 §3.3)", "RFC 8446 §4.1.2、RFC 7525 §3.3，现为 RFC 9325 §3.3")
        }
    }

    /// The remark in one or two sentences, without its source.
    package var words: LocalizedText {
        switch self {
        case .middleboxCompatibility:
            LocalizedText(
                "In TLS 1.3 it switches nothing: it makes the connection look like TLS 1.2 to middleboxes on the way, "
                    + "and its receiver drops it.",
                "在 TLS 1.3 中它不切换任何东西：只是让途中的中间设备把连接看作 TLS 1.2，接收方收到后直接丢弃。")
        case .newKeys:
            LocalizedText(
                "From its next record on, its sender uses the keys that were just agreed on.",
                "从发送方的下一条记录起，改用刚刚协商出的密钥。")
        case .noCompression:
            LocalizedText(
                "Null only: with compression, the length of a record lets a listener guess the secrets in it (CRIME). "
                    + "TLS 1.3 has no other.",
                "仅有 null：一旦压缩，旁观者就能从记录长度猜出其中的秘密（CRIME 攻击）。TLS 1.3 只允许 null。")
        case .compression:
            LocalizedText(
                "With compression, the length of a record lets a listener guess the secrets in it (CRIME). TLS 1.3 "
                    + "allows null only.",
                "一旦压缩，旁观者就能从记录长度猜出其中的秘密（CRIME 攻击）。TLS 1.3 只允许 null。")
        }
    }

    /// The remark in the column Info, where a line has room for a few words; nil for remarks on fields.
    var brief: LocalizedText? {
        switch self {
        case .middleboxCompatibility:
            LocalizedText("for middleboxes, switches nothing in TLS 1.3", "仅为兼容中间设备，在 TLS 1.3 中不切换任何东西")
        case .newKeys: LocalizedText("its sender's next records are under the new keys", "发送方此后的记录使用新密钥")
        case .noCompression, .compression: nil
        }
    }

    /// Words and source as they stand below a field.
    package var cited: LocalizedText {
        LocalizedText("\(words.english) (\(source))", "\(words.chinese)（\(sourceWords.chinese)）")
    }
}

/// The name of a compression method in IANA's registry of TLS (RFC 3749 §2).
enum CompressionMethodName {
    static func of(_ number: UInt8) -> String {
        switch number {
        case 0: "null (0)"
        case 1: "DEFLATE (1)"
        case 64: "LZS (64)"
        default: "\(number)"
        }
    }
}
