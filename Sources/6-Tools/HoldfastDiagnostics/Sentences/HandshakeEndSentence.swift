package import HoldfastStatements
package import HoldfastTLS

/// Sentences about a handshake of the diagnostic client that led to no verdict.
package enum HandshakeEndSentence: Sentence {
    case brokenOff(alert: AlertDescription)
    case endedAfterwards(alert: AlertDescription)
    case wantedClientCertificate
    case notJudged(reason: Statement)
    case noAnswer
    case unjudged
    case noTimeLeft

    package static let topic = "handshakeEnd"

    package var words: LocalizedText {
        switch self {
        case .brokenOff(let alert):
            LocalizedText(
                "the server broke off the handshake with the alert \(alert.name)", "服务器以警报 \(alert.name) 中止了握手")
        case .endedAfterwards(let alert):
            LocalizedText(
                "the server ended the connection after the handshake with the alert \(alert.name)",
                "服务器在握手后以警报 \(alert.name) 结束了连接")
        case .wantedClientCertificate:
            LocalizedText(
                "the server asked for a client certificate, got none, and ended the connection without a word",
                "服务器要求客户端证书而未得到，直接结束了连接")
        case .notJudged(let reason):
            LocalizedText("nothing was judged: \(reason.english)", "未作任何判定：\(reason.chinese)")
        case .noAnswer: LocalizedText("the server gave no answer that could be judged", "服务器没有给出可供判定的回应")
        case .unjudged: LocalizedText("the connection was not judged", "连接未经判定")
        case .noTimeLeft:
            LocalizedText("the other handshakes took all the time that there was", "其余握手用完了全部时间")
        }
    }

    /// The alert by which the server ended a handshake; nil for another end.
    var alertInHandshake: AlertDescription? { if case .brokenOff(let alert) = self { alert } else { nil } }
}
