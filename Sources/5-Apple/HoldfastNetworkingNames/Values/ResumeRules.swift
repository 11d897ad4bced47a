import Foundation
package import FoundationNetworking
import HoldfastHTTPS
package import HoldfastWeb
import HoldfastX509

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
        guard (request.httpMethod ?? "GET").asciiUppercased() == "GET", let response = response as? HTTPURLResponse,
            let validator = RangeValidator(
                status: response.statusCode, field: response.value(forHTTPHeaderField:))
        else { return nil }
        return (validator.entityTag, validator.lastModified)
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
    package static func answer(_ response: HTTPURLResponse, to resume: ResumeData) -> RangeAnswer {
        guard let validator = RangeValidator(entityTag: resume.entityTag, lastModified: resume.lastModified) else {
            return .reload
        }
        let answer = RangeRules.answer(
            status: response.statusCode, field: response.value(forHTTPHeaderField:), received: resume.bytesReceived,
            validator: validator)
        switch answer {
        // A validator tells the representations of one resource apart, not those of two (§8.8.1).
        case .append where place(response.url) != place(resume.currentRequest.url),
            .complete where place(response.url) != place(resume.currentRequest.url):
            return .reload
        default: return answer
        }
    }

    /// A URL as far as it tells a file that is downloaded: redirects to a store often sign the query anew each time.
    private static func place(_ url: URL?) -> String? {
        guard let url, var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return nil }
        (parts.user, parts.password, parts.query, parts.fragment) = (nil, nil, nil, nil)
        return parts.string
    }

    /// Whether a text is an entity tag that stands for the same octets (RFC 9110 §8.8.3).
    static func isStrong(_ tag: String) -> Bool { RangeValidator.isStrong(tag) }
}
