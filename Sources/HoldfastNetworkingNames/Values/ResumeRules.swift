import Foundation
package import FoundationNetworking
import HoldfastHTTPS
import HoldfastX509

/// The meaning of the answer to a request for the rest of a file.
package enum ResumeAnswer: Equatable {
    /// The body goes behind what is there; the size of the whole, where it is known.
    case append(total: Int64?)
    /// The body is the whole: what is there is thrown away.
    case beginAgain
    /// Nothing is missing, and there is no body to keep.
    case complete
    /// The body is of no use, and what is there neither: the file is asked for anew, without a range.
    case reload
    /// An answer about something else, such as 404 or 401.
    case other
}

/// The rules by which a download goes on where it was (RFC 9110 §13.1.5, §14).
package enum ResumeRules {
    /// The validators by which the rest of a response can be asked for later; nil where it must be loaded from its
    /// beginning.
    ///
    /// The body must be as it was sent: a coding that was undone leaves no place to go on from.
    ///
    /// - Parameter request: as it was sent.
    package static func validators(
        request: URLRequest, response: URLResponse
    ) -> (entityTag: String?, lastModified: String?)? {
        guard (request.httpMethod ?? "GET").uppercased() == "GET", let response = response as? HTTPURLResponse,
            [200, 206].contains(response.statusCode),
            ["", "identity"].contains(response.value(forHTTPHeaderField: "Content-Encoding")?.lowercased() ?? "")
        else { return nil }
        let units = (response.value(forHTTPHeaderField: "Accept-Ranges") ?? "").lowercased().split(separator: ",")
        guard
            response.statusCode == 206 || units.contains(where: { $0.trimmingCharacters(in: .whitespaces) == "bytes" })
        else { return nil }
        if let tag = response.value(forHTTPHeaderField: "ETag"), isStrong(tag) { return (tag, nil) }
        // A date is strong only where the file could not change again within its second (§8.8.2.2).
        guard let text = response.value(forHTTPHeaderField: "Last-Modified"), let modified = HTTPDate.instant(text),
            let date = response.value(forHTTPHeaderField: "Date").flatMap(HTTPDate.instant),
            date.secondsSince1970 > modified.secondsSince1970
        else { return nil }
        return (nil, text)
    }

    /// The request for the rest; nil for resume data without anything to ask by.
    package static func request(for resume: ResumeData) -> URLRequest? {
        guard let validator = resume.entityTag ?? resume.lastModified else { return nil }
        var request = resume.currentRequest
        guard resume.bytesReceived > 0 else { return request }
        request.setValue("bytes=\(resume.bytesReceived)-", forHTTPHeaderField: "Range")
        request.setValue(validator, forHTTPHeaderField: "If-Range")
        // Of another coding, the rest would not fit.
        request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        return request
    }

    /// Reads the answer to ``request(for:)``.
    package static func answer(_ response: HTTPURLResponse, to resume: ResumeData) -> ResumeAnswer {
        let range = response.value(forHTTPHeaderField: "Content-Range").flatMap { ContentRange($0) }
        switch response.statusCode {
        case 200: return .beginAgain
        case 206:
            guard let range, let first = range.first, first == resume.bytesReceived,
                ["", "identity"].contains(response.value(forHTTPHeaderField: "Content-Encoding")?.lowercased() ?? "")
            else { return .reload }
            // A server that does not compare may send another version's part.
            if let old = resume.entityTag, let new = response.value(forHTTPHeaderField: "ETag"), new != old {
                return .reload
            }
            return .append(total: range.total)
        case 416: return range?.first == nil && range?.total == resume.bytesReceived ? .complete : .reload
        default: return .other
        }
    }

    /// Whether a text is an entity tag that stands for the same octets (RFC 9110 §8.8.3).
    static func isStrong(_ tag: String) -> Bool {
        tag.utf8.count >= 2 && tag.hasPrefix("\"") && tag.hasSuffix("\"")
            && tag.utf8.dropFirst().dropLast().allSatisfy { $0 > 0x20 && $0 != 0x22 && $0 != 0x7F }
    }
}

/// A Content-Range field in bytes (RFC 9110 §14.4).
struct ContentRange: Equatable {
    /// Nil for `*`: no part is there.
    let first: Int64?
    /// Nil where the server does not know.
    let total: Int64?

    /// Nil for what follows no grammar, and for a last byte before the first or behind the end.
    init?(_ text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
        let halves = parts[1].split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        if halves[1] == "*" {
            total = nil
        } else {
            guard let number = Self.number(halves[1]) else { return nil }
            total = number
        }
        if halves[0] == "*" {
            guard total != nil else { return nil }
            first = nil
            return
        }
        let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let start = Self.number(ends[0]), let last = Self.number(ends[1]), start <= last,
            total.map({ last < $0 }) ?? true
        else { return nil }
        first = start
    }

    private static func number(_ text: Substring) -> Int64? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int64(text) : nil
    }
}
