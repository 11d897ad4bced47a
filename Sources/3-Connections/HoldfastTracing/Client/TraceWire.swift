import HoldfastStatements
import HoldfastTLS

/// The socket of a trace and the records on it: what comes is written down before libssl gets to see it.
struct TraceWire {
    var recorder: TraceRecorder
    private let socket: TraceSocket
    private let maximumBytes: Int
    private var incoming = RecordStream()
    private var readBytes = 0
    /// Whole records that libssl has not got yet.
    private var waiting: [[UInt8]] = []
    /// Whether what came is no TLS: libssl gets it as it is, so as to say so too.
    private var isGarbage = false
    /// Whether a look was taken at what had come by a moment that was to be waited for.
    private var hasReadLate = false
    private(set) var hasEnded = false
    private(set) var wasReset = false

    init(_ socket: TraceSocket, _ recorder: TraceRecorder, maximumBytes: Int) {
        self.socket = socket
        self.recorder = recorder
        self.maximumBytes = maximumBytes
    }

    /// The next record for libssl, or bytes where there should be one; nil at the end of the stream.
    ///
    /// - Parameter moment: the time of the trace's clock until which bytes are waited for, and no longer for a peer
    ///   that always has some: what has come by then is read once. Nil for the trace's limit.
    mutating func nextRecord(until moment: Duration? = nil) throws(TraceWireError) -> [UInt8]? {
        while waiting.isEmpty {
            guard !hasEnded else { return nil }
            if let moment, socket.isPast(moment) {
                guard !hasReadLate else { throw .socket(.idle) }
                hasReadLate = true
            }
            try read(until: moment)
        }
        return waiting.removeFirst()
    }

    /// Reads records ahead of libssl until the server's flight in the clear is over.
    mutating func readAheadToEndOfFlight() throws(TraceWireError) {
        while !recorder.serverFlightIsOver, !isGarbage, !hasEnded { try read(until: nil) }
    }

    /// Whether there is something to read without waiting.
    var hasInput: Bool { !waiting.isEmpty || socket.hasInput }

    /// Reads once, and writes down every record that is whole by then: its time is that of its last byte.
    private mutating func read(until moment: Duration?) throws(TraceWireError) {
        let bytes: [UInt8]
        do throws(TraceSocketError) { bytes = try socket.read(atMost: 16 << 10, until: moment) } catch {
            guard case .reset = error else { throw .socket(error) }
            return noteReset()
        }
        guard !bytes.isEmpty else {
            hasEnded = true
            recorder.add(.tcp(.finished), by: .server)
            if !incoming.remaining.isEmpty {
                recorder.add(.note(TraceNote.endsWithinRecord(bytes: incoming.remaining.count).statement))
            }
            return
        }
        readBytes += bytes.count
        incoming.append(bytes)
        cut()
        guard readBytes <= maximumBytes else { throw .tooManyBytes }
        guard !recorder.isFull else { throw .tooManyEvents }
    }

    private mutating func cut() {
        do throws(WireError) {
            while !isGarbage, let record = try incoming.next() {
                recorder.received(record)
                waiting.append(record.bytes)
            }
        } catch {
            isGarbage = true
            recorder.add(.notTLS(Array(incoming.remaining), error), by: .server)
        }
        if isGarbage {
            let rest = incoming.drain()
            if !rest.isEmpty { waiting.append(rest) }
        }
    }

    /// Sends what libssl wrote, and writes down what it was.
    mutating func send(_ bytes: [UInt8]) throws(TraceWireError) {
        guard !bytes.isEmpty else { return }
        var failure: TraceSocketError?
        do throws(TraceSocketError) { try socket.write(bytes) } catch { failure = error }
        if case .reset? = failure {
            noteReset()
            return
        }
        if let failure { throw .socket(failure) }
        guard let records = try? TLSRecord.records(in: bytes) else {
            recorder.add(.note(TraceNote.noWholeRecords(bytes: bytes.count).statement), by: .client)
            return
        }
        for record in records { recorder.sent(record) }
    }

    /// Says that nothing more will be sent.
    mutating func endWriting() {
        guard !wasReset else { return }
        socket.endWriting()
        recorder.add(.tcp(.finished), by: .client)
    }

    private mutating func noteReset() {
        guard !wasReset else { return }
        (hasEnded, wasReset) = (true, true)
        recorder.add(.tcp(.reset), by: .server)
    }
}

/// The reason why moving records ended before the stream did.
enum TraceWireError: Error {
    case socket(TraceSocketError)
    case tooManyBytes
    case tooManyEvents
}
