import HoldfastHTTPS

/// A connection in both directions: a client's, with TLS or without, or a server's that was judged.
///
/// One task reads, and one writes, at a time. What is not read holds the other side back.
protocol ByteStream: AnyObject, Sendable {
    /// The bytes that have come, one at least; nil at an end that the other side has meant.
    func read() async throws(GateError) -> [UInt8]?
    /// Sends all of the bytes, and returns when there is room for more.
    func write(_ bytes: [UInt8]) async throws(GateError)
    /// Says that nothing more is sent.
    func endWriting() async
    /// Ends both directions.
    func close()
}

extension [UInt8] {
    /// A copy in a buffer of its own length where this one is much larger: a small piece that waits holds no large one.
    ///
    /// `Array(self[...])` is no copy: it hands the same buffer on.
    var trimmed: [UInt8] {
        guard count < capacity / 4 else { return self }
        return unsafe withUnsafeBufferPointer { unsafe Array($0) }
    }
}

extension ByteStream {
    /// The next bytes as a value, or the reason why there are none.
    func next() async -> Result<[UInt8]?, GateError> {
        do throws(GateError) { return .success(try await read()) } catch { return .failure(error) }
    }
}

/// A server's connection, which was judged before anything was sent.
final class JudgedStream: ByteStream {
    let tunnel: JudgedTunnel

    init(_ tunnel: JudgedTunnel) { self.tunnel = tunnel }

    func read() async throws(GateError) -> [UInt8]? {
        do throws(HTTPSError) {
            return try await tunnel.read()
        } catch {
            throw GateError(.server, statement: error.statement)
        }
    }

    func write(_ bytes: [UInt8]) async throws(GateError) {
        guard await tunnel.write(bytes) else { throw GateError(.server, .serverEnded) }
    }

    func endWriting() async { tunnel.endWriting() }

    func close() { tunnel.close() }
}

/// Reads a stream in parts that do not follow its pieces. Belongs to one task.
final class BufferedStream {
    let stream: any ByteStream
    private var buffer: [UInt8]
    private var start = 0
    /// The next piece, where it was begun to be read before anybody asked for it.
    private var ahead: PrefetchedStream.First?

    /// Makes the reader of a stream.
    ///
    /// - Parameter begun: bytes of it that were read already.
    init(_ stream: any ByteStream, begun: [UInt8] = []) {
        self.stream = stream
        buffer = begun
    }

    /// The bytes that were read of the stream and not taken yet.
    var waiting: ArraySlice<UInt8> { buffer[start...] }

    /// Reads a piece more; false at the stream's end.
    func more() async throws(GateError) -> Bool {
        let next: [UInt8]?
        if let ahead {
            self.ahead = nil
            next = try await ahead.value.get()
        } else {
            next = try await stream.read()
        }
        guard let piece = next else { return false }
        if start == buffer.count {
            buffer = piece
        } else {
            buffer.removeFirst(start)
            buffer += piece
        }
        start = 0
        return true
    }

    /// Begins to read the next piece before it is asked for, so that it is noticed when it comes, or the stream's end.
    ///
    /// - Parameter came: told of either.
    func readAhead(_ came: @escaping @Sendable () async -> Void) {
        guard ahead == nil, waiting.isEmpty else { return }
        let stream = stream
        ahead = PrefetchedStream.First {
            let next = await stream.next()
            await came()
            return next
        }
    }

    /// Takes some of ``waiting``, at most all of it.
    func take(_ count: Int) -> ArraySlice<UInt8> {
        let end = start + min(count, buffer.count - start)
        defer { start = end }
        return buffer[start..<end]
    }
}
