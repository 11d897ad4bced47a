import Foundation
import FoundationNetworking

/// The form of a challenge in an archive: values alone, as one piece of JSON.
///
/// No object of the archive is decoded: neither Foundation's classes, whose decoding ends the process on hostile
/// archives, nor a challenge that holds itself, can be asked for.
struct ArchivedChallenge {
    /// Bytes of the JSON that are read and written at most; 1 MiB, since a response's fields have at most 256 KiB.
    static let maximumBytes = 1 << 20
    private static let key = "challenge"

    /// A protection space, by what two are compared by.
    fileprivate struct Space: Codable {
        let host: String
        let port: Int
        let isProxy: Bool
        let type: String?
        let realm: String?
        let method: String
    }

    /// A user and a password.
    fileprivate struct Password: Codable {
        let user: String
        let password: String?
        let persistence: UInt
    }

    /// A response: of HTTP where it has a status.
    fileprivate struct Response: Codable {
        let url: String
        let status: Int?
        let fields: [String: String]?
        let type: String?
        let length: Int64
        let encoding: String?
    }

    /// An error, with what of its `userInfo` is a value.
    fileprivate struct Fault: Codable {
        let domain: String
        let code: Int
        let texts: [String: String]
        let numbers: [String: Int]
        let urls: [String: String]
    }

    fileprivate struct Document: Codable {
        let space: Space
        let proposed: Password?
        let failures: Int
        let response: Response?
        let error: Fault?
    }

    let json: [UInt8]
    let protectionSpace: URLProtectionSpace
    let proposedCredential: URLCredential?
    let failureCount: Int
    let failureResponse: URLResponse?
    let cause: (any Error)?

    /// Reads a challenge out of an archive; nil where there is none, or one that makes no sense.
    init?(_ coder: NSCoder) {
        guard let json = coder.bytes(Self.key) else { return nil }
        self.init(json: json)
    }

    /// Puts a challenge into the form of an archive; nil where it is too large.
    init?(_ challenge: URLAuthenticationChallenge) {
        let document = Document(
            space: Space(challenge.protectionSpace), proposed: challenge.proposedCredential.flatMap(Password.init),
            failures: challenge.previousFailureCount, response: challenge.failureResponse.flatMap(Response.init),
            error: challenge.error.map(Fault.init))
        guard let data = try? JSONEncoder().encode(document) else { return nil }
        self.init(json: [UInt8](data))
    }

    /// Reads a challenge's values; nil where they make no sense.
    init?(json: [UInt8]) {
        guard json.count <= Self.maximumBytes,
            let document = try? JSONDecoder().decode(Document.self, from: Data(json)), document.failures >= 0
        else { return nil }
        self.json = json
        protectionSpace = document.space.bridged
        failureCount = document.failures
        cause = document.error?.bridged
        if let proposed = document.proposed {
            guard let credential = proposed.bridged else { return nil }
            proposedCredential = credential
        } else {
            proposedCredential = nil
        }
        if let response = document.response {
            guard let bridged = response.bridged else { return nil }
            failureResponse = bridged
        } else {
            failureResponse = nil
        }
    }

    /// Writes the challenge into an archive.
    func encode(with coder: NSCoder) {
        guard coder.allowsKeyedCoding else { return }
        coder.encode(bytes: json, forKey: Self.key)
    }
}

extension ArchivedChallenge.Space {
    fileprivate init(_ space: URLProtectionSpace) {
        self.init(
            host: space.host, port: space.port, isProxy: space.isProxy(),
            type: space.isProxy() ? space.proxyType : space.protocol, realm: space.realm,
            method: space.authenticationMethod)
    }

    fileprivate var bridged: URLProtectionSpace {
        isProxy
            ? URLProtectionSpace(proxyHost: host, port: port, type: type, realm: realm, authenticationMethod: method)
            : URLProtectionSpace(host: host, port: port, protocol: type, realm: realm, authenticationMethod: method)
    }
}

extension ArchivedChallenge.Password {
    /// Nil for an identity and for trust in a server.
    fileprivate init?(_ credential: URLCredential) {
        guard let user = credential.user else { return nil }
        self.init(user: user, password: credential.password, persistence: credential.persistence.rawValue)
    }

    fileprivate var bridged: URLCredential? {
        URLCredential.Persistence(rawValue: persistence).map {
            URLCredential(user: user, optionalPassword: password, persistence: $0)
        }
    }
}

extension ArchivedChallenge.Response {
    /// Nil for a response without a URL.
    fileprivate init?(_ response: URLResponse) {
        guard let url = response.url?.absoluteString else { return nil }
        let http = response as? HTTPURLResponse
        self.init(
            url: url, status: http?.statusCode, fields: http?.allHeaderFields as? [String: String],
            type: response.mimeType, length: response.expectedContentLength, encoding: response.textEncodingName)
    }

    fileprivate var bridged: URLResponse? {
        guard let url = URL(string: url), let length = Int(exactly: length) else { return nil }
        guard let status else {
            return URLResponse(url: url, mimeType: type, expectedContentLength: length, textEncodingName: encoding)
        }
        guard (100...999).contains(status) else { return nil }
        return HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: fields)
    }
}

extension ArchivedChallenge.Fault {
    fileprivate init(_ error: any Error) {
        let known = error as NSError
        let info = known.userInfo
        self.init(
            domain: known.domain, code: known.code, texts: info.compactMapValues { $0 as? String },
            numbers: info.compactMapValues { $0 as? Int },
            urls: info.compactMapValues { ($0 as? URL)?.absoluteString })
    }

    fileprivate var bridged: any Error {
        var info: [String: Any] = texts
        info.merge(numbers) { first, _ in first }
        info.merge(urls.compactMapValues { URL(string: $0) }) { first, _ in first }
        guard domain == NSURLErrorDomain, let known = URLError.Code(rawValue: code) else {
            return NSError(domain: domain, code: code, userInfo: info)
        }
        return URLError(known, userInfo: info)
    }
}
