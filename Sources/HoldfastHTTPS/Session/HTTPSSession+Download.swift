extension HTTPSSession {
    /// Sends a request and writes the body of its answer to a file, whatever the status.
    ///
    /// The file appears under its name when all of it has come; until then it stands beside it, with a name that ends in
    /// `.part`, which goes when the download fails. Its size has no limit but the disk's.
    ///
    /// - Parameters:
    ///   - request: as for ``data(for:)``.
    ///   - path: where the file is to stand, in a folder that exists.
    ///   - replacing: whether a file that stands there is replaced; else it is an error.
    /// - Returns: the response without its body.
    /// - Throws: ``HTTPSError`` as ``bytes(for:)``; `fileExists` and `fileNotWritten` for the file.
    @discardableResult
    public func download(
        for request: HTTPSRequest, to path: String, replacing: Bool = false
    ) async throws(HTTPSError) -> HTTPSResponse {
        var file = try DownloadFile(path, replacing: replacing)
        let (bytes, response) = try await bytes(for: request)
        var pieces = bytes.pieces.makeAsyncIterator()
        while let piece = try await pieces.next(isolation: nil) { try file.write(piece) }
        try file.place()
        return response
    }
}
