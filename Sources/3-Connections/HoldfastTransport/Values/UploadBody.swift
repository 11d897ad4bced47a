import HoldfastFiles
import HoldfastLibC

/// A request's body that is read piece by piece while it is sent.
///
/// What it yields is asked for only as fast as the server takes it. Redirects that keep the method, answers to
/// challenges and connections that the server had closed make a body go out again: one that cannot is refused then,
/// with the code `bodyNotRepeatable`.
public struct UploadBody: Sendable {
    /// Bytes in all; nil where nobody knows, so that HTTP/1.1 sends chunks (RFC 9112 §7.1). More or fewer than said end
    /// the request.
    public let length: Int?
    /// Whether it can be sent more than once.
    public let isRepeatable: Bool
    /// All of it, where it lies in memory: what a digest over the body is made from.
    package let bytes: [UInt8]?
    /// The place where it is put by whoever has it, without being asked for; nil where ``produce`` makes it.
    let port: ContentPort?
    /// Hands all pieces, in their order, to the closure that it is given; that returns false once nobody wants more.
    let produce: Produce

    typealias Produce = @Sendable (_ put: ([UInt8]) async -> Bool) async throws -> Void

    /// Bytes that are at hand.
    public init(_ bytes: [UInt8]) {
        length = bytes.count
        isRepeatable = true
        self.bytes = bytes
        port = nil
        produce = { put in
            var start = 0
            while start < bytes.count {
                let end = min(start + Self.pieceLength, bytes.count)
                guard await put(Array(bytes[start..<end])) else { return }
                start = end
            }
        }
    }

    /// Pieces of an asynchronous sequence that can be made again for each time that the body is sent.
    ///
    /// - Parameters:
    ///   - length: the bytes of all pieces together; nil where it is not known.
    ///   - make: called once for each time that the body is sent.
    public init<Pieces: AsyncSequence>(length: Int?, _ make: @escaping @Sendable () throws -> Pieces)
    where Pieces.Element == [UInt8], Pieces: SendableMetatype, Pieces.AsyncIterator: SendableMetatype {
        self.init(length: length, isRepeatable: true) { put in
            for try await piece in try make() where !piece.isEmpty {
                guard await put(piece) else { return }
            }
        }
    }

    /// Pieces of an asynchronous sequence that can be read once.
    ///
    /// - Parameters:
    ///   - length: the bytes of all pieces together; nil where it is not known.
    ///   - pieces: read once, while the body is sent.
    public init<Pieces: AsyncSequence & Sendable>(length: Int?, once pieces: Pieces)
    where Pieces.Element == [UInt8], Pieces.AsyncIterator: SendableMetatype {
        let isBegun = Lock(false)
        self.init(length: length, isRepeatable: false) { put in
            guard
                isBegun.withLock({ isBegun in
                    defer { isBegun = true }
                    return !isBegun
                })
            else { throw TransportError.notRepeatable }
            for try await piece in pieces where !piece.isEmpty {
                guard await put(piece) else { return }
            }
        }
    }

    init(length: Int?, isRepeatable: Bool, _ produce: @escaping Produce) {
        self.length = length
        self.isRepeatable = isRepeatable
        (bytes, port) = (nil, nil)
        self.produce = produce
    }

    /// Bytes that are put into a port once the connection takes them. None of them goes out twice.
    package init(_ port: ContentPort) {
        (length, isRepeatable, bytes) = (nil, true, nil)
        self.port = port
        produce = { _ in }
    }

    /// Bytes of one piece of a body that is at hand as a whole.
    static let pieceLength = 64 << 10
}

extension UploadBody {
    /// The content of a file, read while it is sent, as often as it is sent.
    ///
    /// Its length is taken now. A file that is another length when it is sent ends the request.
    ///
    /// - Throws: ``TransportError`` with the code `unreadableFile` where there is no regular file that can be read.
    public static func file(_ path: String) throws(TransportError) -> UploadBody {
        let file = try OpenFile(path)
        return UploadBody(length: file.length, isRepeatable: true) { put in
            let file = try OpenFile(path)
            while let piece = try file.next(), await put(piece) {}
        }
    }
}

/// A regular file, open for reading from its start.
private final class OpenFile: Sendable {
    let length: Int
    private let path: String
    private let descriptor: Int32

    init(_ path: String) throws(TransportError) {
        self.path = path
        guard !path.utf8.contains(0) else { throw Self.unreadable(path, .hasNUL) }
        // A pipe without a writer must not hold the thread; what is no regular file is refused in any case.
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Self.unreadable(path, errno) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            length = 0
            throw Self.unreadable(path, .notRegular)
        }
        length = Int(status.st_size)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// The next piece; nil at the end.
    func next() throws(TransportError) -> [UInt8]? {
        var failure: Int32 = 0
        let piece = unsafe [UInt8](unsafeUninitializedCapacity: UploadBody.pieceLength) { buffer, count in
            repeat {
                let read = unsafe read(descriptor, buffer.baseAddress, buffer.count)
                failure = read < 0 ? errno : 0
                count = max(0, read)
            } while failure == EINTR
        }
        guard failure == 0 else { throw Self.unreadable(path, failure) }
        return piece.isEmpty ? nil : piece
    }

    private static func unreadable(_ path: String, _ systemError: Int32) -> TransportError {
        unreadable(path, .system(error: SystemText.error(systemError)), systemError)
    }

    private static func unreadable(
        _ path: String, _ problem: TransferSentence.FileProblem, _ systemError: Int32? = nil
    ) -> TransportError {
        TransportError(
            .request, .unreadableFile, TransferSentence.fileUnreadable(path: path, problem),
            advice: TransferAdvice.checkFile, systemError: systemError)
    }
}
