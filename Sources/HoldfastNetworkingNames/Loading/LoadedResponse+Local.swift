import Foundation
import FoundationNetworking

extension LoadedResponse {
    /// What a `data:` URL holds.
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

    /// What a file holds.
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

    private let handle: HandedOver<FileHandle>

    init(_ handle: FileHandle) { self.handle = HandedOver(handle) }

    func next() async throws -> Data? {
        let piece = try handle.value.read(upToCount: Self.pieceLength)
        return piece?.isEmpty == true ? nil : piece
    }

    func cancel() { try? handle.value.close() }
}
