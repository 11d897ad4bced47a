import Foundation
import FoundationNetworking
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastTransport
import HoldfastWeb
import HoldfastX509

/// The facts that a session leaves in a cached response beside what the program sees: when it came, and to whom.
enum CachedFacts {
    /// Keys of `CachedURLResponse.userInfo`, with dates and a text.
    enum Key {
        static let requestTime = "HoldfastRequestTime"
        static let responseTime = "HoldfastResponseTime"
        /// The digest of the request that it was given to, in hexadecimal digits: a program sees what is kept, and no
        /// secret of it.
        static let sent = "HoldfastSentDigest"
        static let all = [requestTime, responseTime, sent]
    }

    /// The digest of the request that a kept response was given to; nil where the program has stored it itself.
    static func sent(_ cached: CachedURLResponse) -> String? { cached.userInfo?[Key.sent] as? String }

    /// A response that a program has chosen, with the facts of the one that it was shown.
    static func copying(from proposed: CachedURLResponse, to chosen: CachedURLResponse) -> CachedURLResponse {
        var info = chosen.userInfo ?? [:]
        for key in Key.all { info[key] = proposed.userInfo?[key] }
        return CachedURLResponse(
            response: chosen.response, data: chosen.data, userInfo: info, storagePolicy: chosen.storagePolicy)
    }

    /// A digest as the text that programs see; a text that is the digest of none stands for itself.
    fileprivate static func text(of sent: [UInt8]) -> String {
        sent.count == 32 ? HexString.encode(sent) : String(decoding: sent, as: UTF8.self)
    }

    fileprivate static func sent(of text: String) -> [UInt8] {
        guard text.utf8.count == 64, let bytes = HexString.decode(text) else { return Array(text.utf8) }
        return bytes
    }
}

extension KeptAnswer {
    /// A response as a program has it, to be kept.
    init(_ cached: CachedURLResponse) {
        let response = cached.response
        let info = cached.userInfo
        // A program may have stored it itself; it is then as old as its server says.
        var fields = KeptAnswer.fields(of: response)
        let said = fields.first(named: "Date").flatMap(HTTPDate.instant)
        let came = (info?[CachedFacts.Key.responseTime] as? Date).map { Instant($0) }
        let responseTime = came ?? said ?? Instant(secondsSince1970: 0)
        let requestTime = (info?[CachedFacts.Key.requestTime] as? Date).map { Instant($0) } ?? responseTime
        let http = response as? HTTPURLResponse
        if http == nil { fields = KeptAnswer.fields(ofOther: response) }
        self.init(
            CachedHead(
                url: response.url?.absoluteString ?? "", status: http?.statusCode ?? 0, httpVersion: "1.1",
                fields: fields, requestTime: requestTime, responseTime: responseTime,
                sent: CachedFacts.sent(cached).map(CachedFacts.sent(of:))),
            [UInt8](cached.data), on: cached.storagePolicy == .allowedInMemoryOnly ? .memory : .any,
            attachment: info.map { UnsafeTransfer($0) })
    }

    private static func fields(of response: URLResponse) -> [HTTPField] {
        guard let response = response as? HTTPURLResponse else { return [] }
        return response.allHeaderFields.compactMap { name, value -> HTTPField? in
            guard let name = name as? String, let value = value as? String else { return nil }
            return HTTPField(name: name, value: value)
        }.sorted { $0.name < $1.name }
    }

    /// The fields in which a response of a protocol without any is kept.
    private static func fields(ofOther response: URLResponse) -> [HTTPField] {
        [
            response.mimeType.flatMap { HTTPField(name: "Content-Type", value: $0) },
            response.textEncodingName.flatMap { HTTPField(name: "Charset", value: $0) },
            HTTPField(name: "Content-Length", value: "\(response.expectedContentLength)"),
        ].compactMap(\.self)
    }
}

extension CacheCandidate {
    /// The response as a program has it; nil where its body is gone.
    var cachedResponse: CachedURLResponse? {
        guard let body = body() else { return nil }
        return CachedURLResponse(head, body, on: medium, attachment)
    }
}

extension [CacheCandidate] {
    /// The first response that is whole and still there. Each body is fetched once, since another process may take it
    /// away at any time.
    var firstWhole: CachedURLResponse? {
        for candidate in self where candidate.head.range == nil {
            if let response = candidate.cachedResponse { return response }
        }
        return nil
    }
}

extension CachedURLResponse {
    /// A kept response as a program has it; nil for what is none of Foundation's.
    convenience init?(
        _ head: CachedHead, _ body: [UInt8], on medium: KeptAnswer.Medium, _ attachment: (any Sendable)?
    ) {
        guard let url = URL(string: head.url), let response = URLResponse.made(of: head, from: url) else { return nil }
        var info = (attachment as? UnsafeTransfer<[AnyHashable: Any]>)?.value ?? [:]
        if let sent = head.sent {
            info[CachedFacts.Key.sent] = CachedFacts.text(of: sent)
            info[CachedFacts.Key.requestTime] = head.requestTime.date
            info[CachedFacts.Key.responseTime] = head.responseTime.date
        }
        self.init(
            response: response, data: Data(body), userInfo: info.isEmpty ? nil : info,
            storagePolicy: medium == .memory ? .allowedInMemoryOnly : .allowed)
    }
}

extension URLResponse {
    fileprivate static func made(of head: CachedHead, from url: URL) -> URLResponse? {
        guard head.status != 0 else {
            return URLResponse(
                url: url, mimeType: head.value(of: "Content-Type"),
                expectedContentLength: head.value(of: "Content-Length").flatMap { Int($0) } ?? -1,
                textEncodingName: head.value(of: "Charset"))
        }
        return HTTPURLResponse.made(status: head.status, httpVersion: head.httpVersion, fields: head.fields, from: url)
    }
}
