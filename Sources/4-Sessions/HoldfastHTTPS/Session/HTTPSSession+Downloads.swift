import HoldfastCrypto
import HoldfastHTTP
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

extension HTTPSSession {
    /// Sends a request and writes the body of its answer to a file, whatever the status.
    ///
    /// The file appears under its name when all of it has come; until then it stands beside it, with a name that ends
    /// in `.part`, which goes when the download fails. Its size has no limit but the disk's.
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
        do throws(HTTPSError) {
            var file = try DownloadFile(path, replacing: replacing)
            let (bytes, response) = try await bytes(for: request.pastCaches)
            var pieces = bytes.pieces.makeAsyncIterator()
            while let piece = try await pieces.next(isolation: nil) { try file.write(piece) }
            try file.place()
            return response
        } catch {
            throw error.of(request.url)
        }
    }

    /// Downloads a file, and goes on where an earlier download of the same URL to the same place has stopped, by this
    /// process or another: after an error, and after the process ended at any moment.
    ///
    /// Until all of it has come it stands in `PATH.part`, with a journal in `PATH.part.journal`, both for their owner
    /// alone, as the file is in the end. The rest is asked for by `Range` and `If-Range` (RFC 9110 §13.1.5): what has
    /// changed meanwhile is loaded from its beginning, and so is what the server gave no strong validator for, what
    /// another place answers, and what another policy let in. Neither is gone on with what came, or would come, over a
    /// connection that a user's exception or a test let in. Where the part is another process's at the moment, or is
    /// not this user's own, it is a download as any other.
    ///
    /// - Parameters:
    ///   - request: a GET without a body; its fields `Range`, `If-Range` and `Accept-Encoding` are not used.
    ///   - path: where the file is to stand, in a folder that exists.
    ///   - replacing: whether a file that stands there is replaced; else it is an error.
    /// - Returns: the response without its body. Only one of 200, 206 or 416 (nothing is missing) has made the file;
    ///   after any other what was there stays for a later download.
    /// - Throws: ``HTTPSError`` as ``bytes(for:)``; `fileExists` and `fileNotWritten` for the file.
    public func download(
        resuming request: HTTPSRequest, to path: String, replacing: Bool = false
    ) async throws(HTTPSError) -> HTTPSResponse {
        guard request.method == "GET", request.body == nil, request.upload == nil else {
            return try await download(for: request, to: path, replacing: replacing)
        }
        if !replacing, DownloadFile.isThere(path) { throw DownloadFile.exists(path).of(request.url) }
        var part: PartFile
        do throws(PartFile.UnavailableError) { part = try PartFile(for: path, of: request.url) } catch {
            return try await download(for: request, to: path, replacing: replacing)
        }
        // However often the rest is asked for, it is one request's time.
        let limit = TimeLimit(request.timeout ?? configuration.timeouts.transfer)
        do throws(HTTPSError) {
            while true {
                var request = request
                request.timeout = limit.remaining
                guard let response = try await load(request, into: &part, replacing: replacing) else { continue }
                part.leave()
                return response
            }
        } catch {
            part.leave()
            throw error.of(request.url)
        }
    }

    /// Loads what a part lacks; nil where more is to be asked for: the rest, or all of it where it could not be gone on
    /// with.
    private func load(
        _ request: HTTPSRequest, into part: inout PartFile, replacing: Bool
    ) async throws(HTTPSError) -> HTTPSResponse? {
        let journal = part.count > 0 ? part.journal : nil
        let (bytes, response) = try await bytes(for: request.pastCaches.resuming(journal, from: part.count))
        let field = { (name: String) in response.fields.first(named: name) }
        var answer = RangeAnswer.beginAgain
        if let journal {
            answer = RangeRules.answer(
                status: response.status, field: field, received: part.count, validator: journal.validator,
                total: journal.total)
            // Of another place, or under another policy, the same validator says nothing.
            if answer == .complete || answer.appends, journal.source != response.partSource(journal.validator) {
                answer = .reload
            }
        } else if response.status != 200 {
            answer = .other
        }
        // What somebody may have let in is no part of what was proven, nor the other way round.
        if answer == .complete || answer.appends, !response.isProven { answer = .reload }
        switch answer {
        case .other:
            bytes.cancel()
            return response
        case .reload:
            bytes.cancel()
            try part.clear()
            return nil
        case .complete: bytes.cancel()
        case .beginAgain:
            let validator = response.isProven ? RangeValidator(status: response.status, field: field) : nil
            let length = field("Content-Length").flatMap { Int64($0) }
            try part.begin(
                request.url, validator, total: length.flatMap { $0 >= 0 ? $0 : nil },
                from: validator.map { response.partSource($0) } ?? "")
            var pieces = bytes.pieces.makeAsyncIterator()
            while let piece = try await pieces.next(isolation: nil) { try part.write(piece) }
        case .append(let end, let total):
            try await Self.append(bytes, of: response, to: end, into: &part)
            // A server may send less of the rest than was asked for.
            if let total, part.count < total { return nil }
        }
        try part.place(replacing: replacing)
        return response
    }

    /// Writes the bytes up to the end that Content-Range says. More of them, and none is what it says; of fewer, what
    /// came is the beginning.
    private static func append(
        _ bytes: HTTPSBytes, of response: HTTPSResponse, to end: Int64, into part: inout PartFile
    ) async throws(HTTPSError) {
        var pieces = bytes.pieces.makeAsyncIterator()
        while let piece = try await pieces.next(isolation: nil) {
            guard Int64(piece.count) <= end - part.count else {
                bytes.cancel()
                try part.clear()
                throw otherLength(response)
            }
            try part.write(piece)
        }
        guard part.count == end else { throw otherLength(response) }
    }

    private static func otherLength(_ response: HTTPSResponse) -> HTTPSError {
        HTTPSError(
            .transfer, .badLength, SessionSentence.otherLength, advice: SessionAdvice.seeRanges,
            connection: response.connection, redirects: response.redirects
        ).of(response.url)
    }
}

extension RangeAnswer {
    fileprivate var appends: Bool { if case .append = self { true } else { false } }
}

extension HTTPSRequest {
    /// This as a request that no cache answers, and none keeps the answer of: the file is what is kept.
    fileprivate var pastCaches: HTTPSRequest {
        var request = self
        request.bypassesCache = true
        return request
    }

    /// This as a request for what follows the first bytes of a file; the whole without a journal.
    fileprivate func resuming(_ journal: DownloadJournal?, from count: Int64) -> HTTPSRequest {
        var request = self
        request.fields.removeAll { field in
            ["Range", "If-Range", "Accept-Encoding"].contains { field.isNamed($0) }
        }
        var fields = [("Accept-Encoding", "identity")]
        // Of another coding, the rest would not fit.
        if let journal { fields += [("Range", "bytes=\(count)-"), ("If-Range", journal.validator.value)] }
        request.fields += fields.compactMap { HTTPField(name: $0.0, value: $0.1) }
        return request
    }
}

extension HTTPSResponse {
    /// The digest of where the bytes of a part came from, and what its server was judged by: the place that answered,
    /// and what of the session the answer rests on. The same in every process, and no part of it can be read from it.
    ///
    /// An entity tag tells the representations of one resource apart (RFC 9110 §8.8.1), not those of two. The query is
    /// left out for it, since redirects to a store often sign theirs anew each time; a date needs the same URL.
    fileprivate func partSource(_ validator: RangeValidator) -> String {
        let place = url.description
        var hashed = PrefixedBytes()
        hashed.append((validator.entityTag == nil ? place[...] : place.prefix { $0 != "?" }).utf8)
        hashed.append(sent?.basis ?? [])
        return HexString.encode(Digest.sha256(hashed.bytes[...]))
    }

    /// Whether every server on its way was accepted by an anchor, the last one under the session's own policy, or had
    /// no TLS, as the request allowed.
    fileprivate var isProven: Bool {
        restsOnPolicy && redirects.allSatisfy { $0.connection.isPlain || $0.connection.restsOnAnchor }
    }
}
