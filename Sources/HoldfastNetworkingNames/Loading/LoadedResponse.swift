import Foundation
import FoundationNetworking
import HoldfastHTTPS
import HoldfastTransport

/// A response whose body is still to be read.
struct LoadedResponse: Sendable {
    let response: URLResponse
    var body: any BodyReader
    /// The request that it answers, which after redirects is not the first.
    var request: URLRequest
    /// The request as it went out; nil where the response is not to be kept: for what came from a server that nobody
    /// has proved, and for what came from none.
    var sent: OutgoingRequest?
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
        var fields: [String: String] = [:]
        var names: [String: String] = [:]
        fields.reserveCapacity(response.fields.count)
        names.reserveCapacity(response.fields.count)
        for field in response.fields {
            // Names are compared without regard to case, and the first spelling stays (RFC 9110 §5.1, §5.3).
            let lowered = field.name.lowercased()
            if let name = names[lowered] {
                fields[name] = fields[name].map { "\($0), \(field.value)" } ?? field.value
            } else {
                names[lowered] = field.name
                fields[field.name] = field.value
            }
        }
        let made = HTTPURLResponse(
            url: place, statusCode: response.status, httpVersion: "HTTP/\(response.httpVersion)", headerFields: fields)
        guard let made else {
            throw URLError(.cannotParseResponse, "the response has a status that is none", for: place)
        }
        return made
    }
}
