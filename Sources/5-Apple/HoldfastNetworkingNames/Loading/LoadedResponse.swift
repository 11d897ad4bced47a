import Foundation
import FoundationNetworking
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastTransport
import HoldfastWeb
import HoldfastX509

/// A response whose body is still to be read.
struct LoadedResponse: Sendable {
    let response: URLResponse
    var body: any BodyReader
    /// The request that it answers, which after redirects is not the first.
    var request: URLRequest
}

extension LoadedResponse {
    /// The response to a request for a `data:` URL.
    init(dataURL url: URL, _ request: URLRequest) throws {
        guard let content = DataURL(url.absoluteString) else {
            throw URLError(.badURL, "the data: URL cannot be read", for: url)
        }
        self.init(
            response: URLResponse(
                url: url, mimeType: content.mimeType, expectedContentLength: content.data.count,
                textEncodingName: content.textEncodingName),
            body: ReadyBody(content.data), request: request)
    }

    /// The response to a request for a `file:` URL.
    init(fileURL url: URL, _ request: URLRequest) throws {
        let response = try LocalFile.response(for: url)
        guard let handle = try? FileHandle(forReadingFrom: url) else {
            throw URLError(.cannotOpenFile, "the file cannot be read", for: url)
        }
        self.init(response: response, body: FileBody(handle), request: request)
    }
}

/// The contents of a file, in pieces.
private final class FileBody: BodyReader {
    private static let pieceLength = 64 << 10

    private let handle: UnsafeTransfer<FileHandle>

    init(_ handle: FileHandle) { self.handle = UnsafeTransfer(handle) }

    func next() async throws -> Data? {
        let piece = try handle.value.read(upToCount: Self.pieceLength)
        return piece?.isEmpty == true ? nil : piece
    }

    func cancel() { try? handle.value.close() }
}

extension HTTPURLResponse {
    /// An answer as programs know it.
    ///
    /// - Parameter url: as the program wrote it, where no redirect led elsewhere.
    /// - Throws: `URLError.cannotParseResponse` for what Foundation takes for no response.
    static func made(of response: HTTPSResponse, from url: URL?) throws -> HTTPURLResponse {
        let place = url ?? URL(string: response.url.description) ?? URL(fileURLWithPath: "/")
        guard
            let made = made(
                status: response.status, httpVersion: response.httpVersion, fields: response.fields, from: place)
        else {
            throw URLError(.cannotParseResponse, "the response has a status that is none", for: place)
        }
        return made
    }

    /// A response of these fields; nil for what Foundation takes for none.
    static func made(status: Int, httpVersion: String, fields all: [HTTPField], from url: URL) -> HTTPURLResponse? {
        var fields: [String: String] = [:]
        var names: [String: String] = [:]
        fields.reserveCapacity(all.count)
        names.reserveCapacity(all.count)
        for field in all {
            // Names are compared without regard to case, and the first spelling stays (RFC 9110 §5.1, §5.3).
            let lowered = field.name.asciiLowercased()
            if let name = names[lowered] {
                fields[name] = fields[name].map { "\($0), \(field.value)" } ?? field.value
            } else {
                names[lowered] = field.name
                fields[field.name] = field.value
            }
        }
        return HTTPURLResponse(
            url: url, statusCode: status, httpVersion: "HTTP/\(httpVersion)", headerFields: fields)
    }
}
