import HoldfastStatements

/// Sentences about whether a server chooses its certificate by the server name of the handshake.
enum ServerNameIndicationSentence: Sentence {
    /// `with` is the server name of the second handshake; nil where it had none.
    case unknown(with: String?, failure: Statement)
    case chooses(with: String?, subject: Subject, provesName: Bool)
    case connectBy(name: String?)
    case same(name: String?)

    /// The subject of the certificate that the second handshake brought.
    enum Subject: Sentence {
        case name(String)
        case none
        case unreadable

        static let topic = "subjectShown"

        init(_ fields: CertificateSummary.Fields?) {
            self = fields.map { $0.subject.isEmpty ? .none : .name($0.subject) } ?? .unreadable
        }

        var words: LocalizedText {
            switch self {
            case .name(let name): .same(name)
            case .none: LocalizedText("a certificate without a subject", "一张没有主题的证书")
            case .unreadable: LocalizedText("a certificate that cannot be read", "一张无法解析的证书")
            }
        }
    }

    static let topic = "serverNameIndication"

    var words: LocalizedText {
        switch self {
        case .unknown(let name, let failure):
            LocalizedText(
                "whether the server chooses its certificate by SNI is not known: \(Self.way(name).english) "
                    + failure.english, "无法判断服务器是否按 SNI 选择证书：\(Self.way(name).chinese)，\(failure.chinese)")
        case .chooses(let name, let subject, let proves):
            LocalizedText(
                "the server chooses its certificate by SNI: \(Self.way(name).english), it presents \(subject.english)"
                    + (proves ? ", which carries the name" : ""),
                "服务器按 SNI 选择证书：\(Self.way(name).chinese)，它返回 \(subject.chinese)"
                    + (proves ? "，其中包含该名称" : ""))
        case .connectBy(let name):
            LocalizedText(
                "the same certificate without SNI and \(Self.way(name).english), which it carries itself: connect by "
                    + "that name", "不发送 SNI 与\(Self.way(name).chinese)，证书相同，而证书本身包含该名称：请以该名称连接")
        case .same(let name?):
            LocalizedText(
                "the same certificate with and without SNI: the server has none for the name \(name), or does not "
                    + "choose by it", "使用与不使用 SNI 时证书相同：服务器没有用于名称 \(name) 的证书，或不按 SNI 选择")
        case .same(nil):
            LocalizedText(
                "the same certificate with and without SNI: the server has none for the name, or does not choose by it",
                "使用与不使用 SNI 时证书相同：服务器没有用于该名称的证书，或不按 SNI 选择")
        }
    }

    private static func way(_ name: String?) -> LocalizedText {
        name.map { LocalizedText("with the server name \($0)", "以服务器名称 \($0) 连接时") }
            ?? LocalizedText("without it", "不发送 SNI 时")
    }
}
