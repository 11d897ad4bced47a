import HoldfastTrust
import HoldfastStatements

/// One place that was asked for evidence, as a verdict's JSON has it.
package struct FetchReport: Sendable {
    /// The place, as the certificate names it.
    package let url: String
    /// `ocsp`, `crl` or `issuer`.
    package let kind: String
    /// Bytes that came from the network.
    package let bytes: Int
    package let milliseconds: Double
    /// Whether it was kept since an earlier fetch.
    package let cached: Bool
    /// The reason why nothing of use came; nil where something did.
    let statement: Statement?
    package var problem: String? { statement?.english }

    init(_ fetch: RevocationCheck.Fetch) {
        url = fetch.url
        kind = fetch.kind.rawValue
        bytes = fetch.byteCount
        milliseconds = JSONNumber.milliseconds(fetch.duration)
        cached = fetch.isCached
        statement = fetch.problemStatement
    }

    init(_ fetch: IssuerFetch) {
        url = fetch.url
        kind = "issuer"
        bytes = fetch.byteCount
        milliseconds = JSONNumber.milliseconds(fetch.duration)
        cached = false
        statement = fetch.problemStatement
    }
}

extension FetchReport: JSONReport {
    package var json: JSONObject {
        JSONObject(
            [
                "url": url, "kind": kind, "bytes": bytes, "milliseconds": milliseconds, "cached": cached,
            ], unlessNone: ["problem": problem, "statement": statement.map(StatementReport.init)])
    }
}

extension FetchReport {
    /// Characters of a place that are shown to people: whoever made the certificate wrote it.
    static let shownPlace = 200

    /// The outcome, a clause: the bytes and the time, or what went wrong.
    var words: LocalizedText {
        let time = TimingBars.milliseconds(milliseconds)
        if let statement {
            return LocalizedText("\(statement.english) (after \(time))", "\(statement.chinese)（历时 \(time)）")
        }
        if cached { return LocalizedText("kept since an earlier look", "沿用先前下载并保存的内容") }
        return LocalizedText("\(bytes) bytes in \(time)", "\(bytes) 字节，耗时 \(time)")
    }

    /// The place and what came of it, in one line.
    var line: LocalizedText {
        let place = HTML.cut(url, Self.shownPlace)
        return LocalizedText("asked \(place) (\(kind)): \(words.english)", "已询问 \(place)（\(kind)）：\(words.chinese)")
    }
}
