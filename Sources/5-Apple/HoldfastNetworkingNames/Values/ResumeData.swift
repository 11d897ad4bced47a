import Foundation
package import FoundationNetworking
import HoldfastHTTP
import HoldfastLibC
import HoldfastPins
package import HoldfastStatements
import HoldfastTransport
import HoldfastWeb
import HoldfastX509

/// Resume data, by which a download goes on later: a property list with Apple's keys.
///
/// It holds no Authorization and no Cookie field, and no user and password of a URL; who reads it is told nothing that
/// the URL does not tell. Whoever gives it back may have changed it: it names a file by a plain name in a folder that
/// is not in it.
package struct ResumeData: Equatable, Sendable {
    /// Bytes that resume data may have.
    package static let sizeLimit = 256 << 10
    /// Header fields that a request in it may have.
    static let fieldLimit = 200
    private static let version = 2
    private static let secret: Set<String> = [
        "authorization", "proxy-authorization", "cookie", "cookie2", "range", "if-range",
    ]

    package var originalRequest: URLRequest
    /// The one of the last redirect.
    package var currentRequest: URLRequest
    /// The number of bytes that are in the file.
    package var bytesReceived: Int64
    /// A strong one; nil for none.
    package var entityTag: String?
    /// The server's Last-Modified, as it wrote it.
    package var lastModified: String?
    /// A plain name, of ``newFileName()``.
    package let fileName: String

    /// Nil for a request that is no GET of HTTP, and for a name that is not one of ours.
    package init?(
        originalRequest: URLRequest, currentRequest: URLRequest, bytesReceived: Int64, entityTag: String?,
        lastModified: String?, fileName: String
    ) {
        guard let original = Self.cleaned(originalRequest), let current = Self.cleaned(currentRequest),
            Self.isFileName(fileName), bytesReceived >= 0, entityTag != nil || lastModified != nil
        else { return nil }
        (self.originalRequest, self.currentRequest) = (original, current)
        self.bytesReceived = bytesReceived
        self.entityTag = entityTag
        self.lastModified = lastModified
        self.fileName = fileName
    }

    /// A name for the file of a download.
    package static func newFileName() -> String { "HoldfastDownload_\(UUID().uuidString).tmp" }

    /// The resume data, as XML.
    package var data: Data? {
        var values: [String: Any] = [
            "NSURLSessionResumeInfoVersion": Self.version,
            "NSURLSessionDownloadURL": currentRequest.url?.absoluteString ?? "",
            "NSURLSessionResumeBytesReceived": bytesReceived,
            "NSURLSessionResumeInfoTempFileName": fileName,
            "NSURLSessionResumeOriginalRequest": Self.values(originalRequest),
            "NSURLSessionResumeCurrentRequest": Self.values(currentRequest),
        ]
        values["NSURLSessionResumeEntityTag"] = entityTag
        values["NSURLSessionResumeServerDownloadDate"] = lastModified
        return try? PropertyListSerialization.data(fromPropertyList: values, format: .xml, options: 0)
    }

    /// Reads resume data, XML or binary.
    ///
    /// - Throws: ``ResumeDataError`` for anything that was not written here, with the key.
    package init(_ data: Data) throws(ResumeDataError) {
        guard let list = Self.list(of: data), let values = list as? [String: Any] else {
            throw ResumeDataError(key: nil)
        }
        func text(_ key: String) throws(ResumeDataError) -> String? {
            guard let value = values[key] else { return nil }
            // What goes into a field of the next request must be one.
            guard let text = value as? String, HTTPField(name: "If-Range", value: text)?.value == text else {
                throw ResumeDataError(key: key)
            }
            return text
        }
        guard values["NSURLSessionResumeInfoVersion"] as? Int == Self.version else {
            throw ResumeDataError(key: "NSURLSessionResumeInfoVersion")
        }
        guard let received = values["NSURLSessionResumeBytesReceived"] as? Int64, received >= 0 else {
            throw ResumeDataError(key: "NSURLSessionResumeBytesReceived")
        }
        guard let name = try text("NSURLSessionResumeInfoTempFileName"), Self.isFileName(name) else {
            throw ResumeDataError(key: "NSURLSessionResumeInfoTempFileName")
        }
        let tag = try text("NSURLSessionResumeEntityTag")
        if let tag, !ResumeRules.isStrong(tag) { throw ResumeDataError(key: "NSURLSessionResumeEntityTag") }
        let original = try Self.request(values, "NSURLSessionResumeOriginalRequest")
        let current = try Self.request(values, "NSURLSessionResumeCurrentRequest")
        guard values["NSURLSessionDownloadURL"] as? String == current.url?.absoluteString else {
            throw ResumeDataError(key: "NSURLSessionDownloadURL")
        }
        guard
            let read = ResumeData(
                originalRequest: original, currentRequest: current, bytesReceived: received, entityTag: tag,
                lastModified: try text("NSURLSessionResumeServerDownloadDate"), fileName: name)
        else { throw ResumeDataError(key: "NSURLSessionResumeEntityTag") }
        self = read
    }

    /// The list as Foundation reads it, where that is bounded work; nil for none.
    ///
    /// Foundation 6.3 loses some 640 bytes for each list in XML that it refuses, whatever the list's size.
    private static func list(of data: Data) -> Any? {
        do throws(PropertyList.FormatError) {
            try PropertyList.check(Array(data), limit: sizeLimit)
        } catch { return nil }
        return try? unsafe PropertyListSerialization.propertyList(from: data, format: nil)
    }

    /// The file in a folder, if it is a regular one of the process's user that has the bytes.
    ///
    /// It may have more: only the first ``bytesReceived`` are known to be the server's.
    package func file(in folder: URL) -> URL? {
        let url = folder.appendingPathComponent(fileName, isDirectory: false)
        var status = stat()
        guard unsafe lstat(url.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            Int64(status.st_size) >= bytesReceived
        else { return nil }
        return url
    }

    /// Whether a name is of ``newFileName()``.
    static func isFileName(_ name: String) -> Bool {
        guard name.hasPrefix("HoldfastDownload_"), name.hasSuffix(".tmp"), name.utf8.count == 57 else { return false }
        let identifier = name.dropFirst(17).dropLast(4)
        // Foundation passes over spaces and signs in front of a number.
        return UUID(uuidString: String(identifier))?.uuidString.utf8.elementsEqual(identifier.utf8) == true
    }

    /// A request without what must not lie about; nil for none that is a GET of HTTP.
    private static func cleaned(_ request: URLRequest) -> URLRequest? {
        guard (request.httpMethod ?? "GET").asciiUppercased() == "GET", let url = request.url,
            let scheme = url.scheme?.asciiLowercased(), ["https", "http"].contains(scheme),
            var parts = URLComponents(url: url, resolvingAgainstBaseURL: true), parts.host?.isEmpty == false
        else { return nil }
        (parts.user, parts.password) = (nil, nil)
        guard let clean = parts.url else { return nil }
        var kept = URLRequest(url: clean, cachePolicy: request.cachePolicy, timeoutInterval: request.timeoutInterval)
        for (name, value) in request.allHTTPHeaderFields ?? [:] where !secret.contains(name.asciiLowercased()) {
            kept.setValue(value, forHTTPHeaderField: name)
        }
        return kept
    }

    private static func values(_ request: URLRequest) -> [String: Any] {
        [
            "URL": request.url?.absoluteString ?? "", "Method": "GET", "Fields": request.allHTTPHeaderFields ?? [:],
            "CachePolicy": Int(clamping: request.cachePolicy.rawValue), "Timeout": request.timeoutInterval,
        ]
    }

    private static func request(_ values: [String: Any], _ key: String) throws(ResumeDataError) -> URLRequest {
        guard let values = values[key] as? [String: Any], values["Method"] as? String == "GET",
            let text = values["URL"] as? String, let url = URL(string: text),
            let fields = values["Fields"] as? [String: String], fields.count <= fieldLimit,
            let policy = (values["CachePolicy"] as? UInt).flatMap(URLRequest.CachePolicy.init(rawValue:)),
            let timeout = values["Timeout"] as? Double, timeout.isFinite, timeout >= 0
        else { throw ResumeDataError(key: key) }
        var request = URLRequest(url: url, cachePolicy: policy, timeoutInterval: timeout)
        for (name, value) in fields {
            guard HTTPField(name: name, value: value) != nil else { throw ResumeDataError(key: key) }
            request.setValue(value, forHTTPHeaderField: name)
        }
        guard let cleaned = cleaned(request) else { throw ResumeDataError(key: key) }
        return cleaned
    }
}

/// An error of resume data: the reason why a download cannot go on with it.
package struct ResumeDataError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The key whose value is missing or not as it was written; nil for the whole.
    package let key: String?

    /// The reason as a statement.
    package var statement: Statement { SettingsSentence.resumeData(key: key).statement }

    package var description: String { statement.english }
}
