import Foundation
package import FoundationNetworking
package import HoldfastHTTPS
import HoldfastX509

extension CacheRules {
    /// Fields of a 304 that do not change what was kept: those of a connection, and those of a body that it has not
    /// (RFC 9111 §3.1, §3.2).
    private static let ofMessage: Set<String> = [
        "connection", "keep-alive", "proxy-connection", "proxy-authenticate", "proxy-authentication-info",
        "proxy-authorization", "te", "trailer", "transfer-encoding", "upgrade", "content-length", "content-encoding",
        "content-type", "content-range",
    ]
    /// 206, 304, 401, 407: partial, conditional or per-user answers.
    private static let unsuited: Set<Int> = [206, 304, 401, 407]

    /// The cache entry for a complete response; nil where it must not be stored, or would be of no use (RFC 9111 §3).
    ///
    /// - Parameters:
    ///   - sent: the request as it went out.
    ///   - requestTime: when it was sent.
    ///   - now: when the response came.
    package static func storable(
        sent: OutgoingRequest, response: URLResponse, data: Data, requestTime: Date, now: Date
    ) -> CachedURLResponse? {
        guard sent.method == "GET", let response = response as? HTTPURLResponse,
            (200...599).contains(response.statusCode), !unsuited.contains(response.statusCode),
            sent.value(of: "Range") == nil, let names = varyNames(response)
        else { return nil }
        let control = CacheControl(response.value(forHTTPHeaderField: "Cache-Control"))
        let wishes = CacheControl(sent.value(of: "Cache-Control"))
        guard !control.has("no-store"), !wishes.has("no-store") else { return nil }
        let isSaid =
            control.has("public") || control.has("private") || control.has("max-age")
            || response.value(forHTTPHeaderField: "Expires") != nil
        guard isSaid || CachedFacts.guessable.contains(response.statusCode) else { return nil }
        return CachedURLResponse(
            response: response, data: data,
            userInfo: userInfo(of: sent, names, requestTime: requestTime, now: now), storagePolicy: .allowed)
    }

    /// The cached response, updated by the fields of a 304; nil where the 304 is about another representation, which
    /// must then be loaded unconditionally (RFC 9111 §4.3.4).
    ///
    /// - Parameter sent: the request as it went out.
    package static func merged(
        _ cached: CachedURLResponse, with update: HTTPURLResponse, for sent: OutgoingRequest, requestTime: Date,
        at now: Date
    ) -> CachedURLResponse? {
        guard let response = cached.response as? HTTPURLResponse, let url = response.url else { return nil }
        if let new = update.value(forHTTPHeaderField: "ETag") {
            guard let old = response.value(forHTTPHeaderField: "ETag"), opaque(old) == opaque(new) else { return nil }
        } else if let new = update.value(forHTTPHeaderField: "Last-Modified"),
            response.value(forHTTPHeaderField: "ETag") == nil
        {
            guard response.value(forHTTPHeaderField: "Last-Modified") == new else { return nil }
        }
        var fields = strings(response)
        let named = Set(list(update.value(forHTTPHeaderField: "Connection")))
        for (name, value) in strings(update) {
            let lower = name.lowercased()
            guard !ofMessage.contains(lower), !named.contains(lower) else { continue }
            for old in fields.keys where old.lowercased() == lower { fields[old] = nil }
            fields[name] = value
        }
        // How old it is, is counted anew.
        if update.value(forHTTPHeaderField: "Age") == nil {
            for old in fields.keys where old.lowercased() == "age" { fields[old] = nil }
        }
        guard
            let merged = HTTPURLResponse(
                url: url, statusCode: response.statusCode, httpVersion: "HTTP/1.1", headerFields: fields),
            let names = varyNames(merged)
        else { return nil }
        var info = cached.userInfo ?? [:]
        info.merge(userInfo(of: sent, names, requestTime: requestTime, now: now)) { $1 }
        return CachedURLResponse(
            response: merged, data: cached.data, userInfo: info, storagePolicy: cached.storagePolicy)
    }

    /// The URLs whose cache entries a response invalidates, because an unsafe method has changed them (RFC 9111 §4.4).
    package static func invalidated(by request: URLRequest, response: URLResponse) -> [URL] {
        let isSafe = ["GET", "HEAD", "OPTIONS", "TRACE"].contains((request.httpMethod ?? "GET").uppercased())
        guard !isSafe, let response = response as? HTTPURLResponse, (200...399).contains(response.statusCode),
            let url = request.url
        else { return [] }
        let others = ["Location", "Content-Location"].compactMap { name in
            response.value(forHTTPHeaderField: name).flatMap { URL(string: $0, relativeTo: url)?.absoluteURL }
        }
        // A server does not speak for another one.
        return [url] + others.filter { $0.scheme == url.scheme && $0.host == url.host && $0.port == url.port }
    }

    /// The fields that a server chose its answer by, in lower case; nil for more than fields (`*`).
    static func varyNames(_ response: HTTPURLResponse) -> [String]? {
        let names = list(response.value(forHTTPHeaderField: "Vary"))
        return names.contains("*") ? nil : names
    }

    private static func userInfo(
        of sent: OutgoingRequest, _ names: [String], requestTime: Date, now: Date
    ) -> [AnyHashable: Any] {
        [
            CachedFacts.Key.requestTime: requestTime, CachedFacts.Key.responseTime: now,
            CachedFacts.Key.sent: HexString.encode(sent.digest(varyingBy: names)),
        ]
    }

    private static func list(_ field: String?) -> [String] {
        (field ?? "").split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces).lowercased() }
            .filter { !$0.isEmpty }
    }

    private static func strings(_ response: HTTPURLResponse) -> [String: String] {
        var fields: [String: String] = [:]
        for (name, value) in response.allHeaderFields {
            if let name = name as? String, let value = value as? String { fields[name] = value }
        }
        return fields
    }

    /// A tag without the mark of a weak one: the two are compared weakly (RFC 9110 §8.8.3.2).
    private static func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }
}
