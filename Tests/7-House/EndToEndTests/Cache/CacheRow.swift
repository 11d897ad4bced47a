import HoldfastHTTP
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastWeb
import HoldfastX509
import TestSupport
import Testing

/// One row of the table: what a server answers first, what is asked later, and who answers that.
///
/// Answers are a status and fields with semicolons between them: `404; CC: max-age=9`. Without a status it is 200, `CC`
/// is Cache-Control, `LM` is Last-Modified, `E` and `W` are strong and weak entity tags, `@-60` the date of a minute
/// before the first request, and `Date` is that of the moment unless something is said about it (`Date: none`).
struct CacheRow: Sendable, CustomTestStringConvertible {
    /// The body of first answers, and of later ones.
    static let bodies = ["0123456789", "abcdefghij"]

    /// The section of RFC 9111, or of another RFC that is named, and the rule.
    let rule: String
    let first: String
    /// Seconds from the first answer to the second request.
    let after: Int64
    /// The kind of the kept response's part, `server` for none, `asked` for none after a question.
    let result: String
    /// Fields of the second request; with a method in front where it is not GET.
    let ask: String
    /// Fields of the first request.
    let ask1: String
    /// What the server answers to the second request; by default 304 to a question, else 200.
    let then: String
    /// A request in between, by its method, and its answer: `POST; 201; Location: /b`.
    let between: String
    let policy: HTTPSRequest.CachePolicy
    /// A field that the second answer has.
    let has: String
    /// The body of the second answer; nil for the first one's where it was kept, else the later one's.
    let body: String?

    var testDescription: String { "\(rule): \(first) after \(after) s, \(ask)" }

    init(
        _ rule: String, _ first: String, _ after: Int64, _ result: String, ask: String = "", ask1: String = "",
        then: String = "", between: String = "", policy: HTTPSRequest.CachePolicy = .useProtocolCachePolicy,
        has: String = "", body: String? = nil
    ) {
        (self.rule, self.first, self.after, self.result) = (rule, first, after, result)
        (self.ask, self.ask1, self.then, self.between) = (ask, ask1, then, between)
        (self.policy, self.has, self.body) = (policy, has, body)
    }

    static func parts(_ text: String) -> [String] {
        text.split(separator: ";").map { part in
            let start = part.drop { $0 == " " }
            return String(start.reversed().drop { $0 == " " }.reversed())
        }
    }

    /// A field of a part of the text; nil for another part.
    static func field(_ part: String, at base: Instant) -> (name: String, value: String)? {
        guard let colon = part.firstIndex(of: ":") else { return nil }
        let name = String(part[..<colon])
        var value = String(part[part.index(after: colon)...].drop { $0 == " " })
        if value.hasPrefix("@"), let seconds = Int64(value.dropFirst()) {
            value = HTTPDate.text(of: base.advanced(bySeconds: seconds))
        }
        switch name {
        case "CC": return ("Cache-Control", value)
        case "LM": return ("Last-Modified", value)
        case "E": return ("ETag", "\"\(value)\"")
        case "W": return ("ETag", "W/\"\(value)\"")
        default: return (name, value)
        }
    }

    /// The answer that a text means.
    static func answer(_ text: String, body: String, at base: Instant, now: Instant) -> ServerResponse {
        var response = ServerResponse(body: Array(body.utf8))
        var hasDate = false
        for part in parts(text) {
            if let status = Int(part) {
                response.status = status
                continue
            }
            guard let (name, value) = field(part, at: base) else { continue }
            if name == "Date" {
                hasDate = true
                if value == "none" { continue }
            }
            if name == "Content-Range", let range = ContentRange(value) {
                response.body = Array(response.body[range.bytes.clamped(to: 0..<response.body.count)])
            }
            response.fields.append(HTTPField(name, value))
        }
        if !hasDate { response.fields.append(HTTPField("Date", HTTPDate.text(of: now))) }
        return response
    }

    /// The request that a text means.
    func request(_ text: String, to url: HTTPSURL, at base: Instant) throws -> HTTPSRequest {
        var request = HTTPSRequest(url)
        for part in Self.parts(text) {
            guard let (name, value) = Self.field(part, at: base) else {
                request.method = part
                continue
            }
            if let field = HTTPField(name: name, value: value) { request.fields.append(field) }
        }
        if request.method == "POST" || request.method == "PUT" { request.body = [] }
        return request
    }
}
