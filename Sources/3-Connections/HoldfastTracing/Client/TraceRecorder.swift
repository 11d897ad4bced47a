import HoldfastEndpoint
import HoldfastTLS
import HoldfastTrust

/// Writes down what happens, and puts what libssl tells to the record that it belongs to.
///
/// Records in the clear are read from their bytes. Of encrypted ones it is libssl that tells what is in them: it names
/// each record (its header) before the messages that end in it, in both directions, so that counting headers is enough.
struct TraceRecorder {
    private(set) var events: [TraceEvent] = []
    /// Whether an event was left out because there were too many.
    private(set) var isFull = false
    /// Whether a ServerHelloDone was seen, or something else after which no more comes before the client's turn.
    private(set) var serverFlightIsOver = false
    /// The certificates as the server sent them.
    private(set) var serverCertificates: CertificateMessage?
    /// The staple of TLS 1.2 and before.
    private(set) var certificateStatus: [UInt8]?
    /// The timestamps of a ServerHello of TLS 1.2 and before.
    private(set) var helloTimestamps: [UInt8]?
    /// The last fatal alert of each side.
    private(set) var fatalAlerts: [TraceEvent.Party: AlertDescription] = [:]
    private(set) var closeNotifies: Set<TraceEvent.Party> = []
    private(set) var ticketCount = 0
    private(set) var context = HandshakeContext()
    /// The certificates that the client shows where it is asked; empty for none.
    private var ownCertificates: [[UInt8]] = []

    private let clock: TraceClock
    private let limit: Int
    private var streams: [TraceEvent.Party: HandshakeStream] = [:]
    private var changedCipher: Set<TraceEvent.Party> = []
    /// Records of the server that libssl has not named yet, as indices of events; -1 for one that was left out.
    private var unnamed: [Int] = []
    /// The record of the server that libssl is at.
    private var current: Int?
    /// Notes of libssl about records of ours that have not been taken from it: one list a record.
    private var outgoing: [[TLSNote]] = []

    init(clock: TraceClock, limit: Int) {
        self.clock = clock
        self.limit = limit
    }

    /// Writes an event down; its index, or -1 where there are too many.
    @discardableResult
    mutating func add(_ kind: TraceEvent.Kind, by sender: TraceEvent.Party? = nil) -> Int {
        guard events.count < limit else {
            isFull = true
            return -1
        }
        events.append(TraceEvent(number: events.count + 1, time: clock.elapsed, sender: sender, kind: kind))
        return events.count - 1
    }

    /// Writes the last event down, which there is always room for.
    mutating func addLast(_ kind: TraceEvent.Kind) {
        events.append(TraceEvent(number: events.count + 1, time: clock.elapsed, sender: nil, kind: kind))
    }

    /// A record came; libssl gets it afterwards.
    mutating func received(_ record: TLSRecord) {
        unnamed.append(add(.record(read(record, from: .server)), by: .server))
    }

    /// A record of ours was sent.
    mutating func sent(_ record: TLSRecord) {
        let index = add(.record(read(record, from: .client)), by: .client)
        guard !outgoing.isEmpty else { return }
        for note in outgoing.removeFirst() { take(note, to: index, from: .client) }
    }

    /// Notes the client's certificates that libssl has: what it sends compressed can be told by them alone.
    mutating func sends(_ certificates: [[UInt8]]) { ownCertificates = certificates }

    /// Takes what libssl told.
    mutating func take(_ notes: [TLSNote]) {
        for note in notes {
            if note.isSent {
                if note.kind == .header { outgoing.append([]) }
                guard let last = outgoing.indices.last, note.kind != .header else { continue }
                outgoing[last].append(note)
            } else if note.kind == .header {
                current = unnamed.isEmpty ? nil : unnamed.removeFirst()
            } else if let current {
                take(note, to: current, from: .server)
            }
        }
    }

    /// Application data came out of the record that libssl is at.
    mutating func received(applicationData count: Int) {
        if let current { append(.applicationData(count: count), to: current) }
    }

    /// Application data went into the last record that was sent.
    mutating func sent(applicationData count: Int) {
        if let index = events.lastIndex(where: { $0.sender == .client && $0.record != nil }) {
            append(.applicationData(count: count), to: index)
        }
    }

    private mutating func take(_ note: TLSNote, to index: Int, from sender: TraceEvent.Party) {
        // What left libssl before the event's limit was reached still counts for what follows from it.
        guard index < 0 || events[index].record?.isEncrypted ?? false else { return }
        switch note.kind {
        case .header: break
        case .innerType:
            guard let type = note.bytes.first else { return }
            // Until a message ends in it, it holds a part of one only.
            change(index) { record in
                record.innerType = ContentType(type)
                record.isFragment = record.innerType == .handshake
            }
        case .handshake:
            var context = context
            context.compressedCertificates = sender == .client ? ownCertificates : []
            let message = HandshakeMessage(note.bytes, in: context)
            noticed(message, from: sender)
            append(.handshake(message), to: index)
            change(index) { $0.isFragment = false }
        case .alert:
            guard note.bytes.count == 2 else { return }
            append(alert(note.bytes[...], from: sender), to: index)
        }
    }

    private mutating func append(_ content: RecordEvent.Content, to index: Int) {
        change(index) { $0.contents.append(content) }
    }

    private mutating func change(_ index: Int, _ body: (inout RecordEvent) -> Void) {
        guard events.indices.contains(index), case .record(var record) = events[index].kind else { return }
        body(&record)
        events[index].kind = .record(record)
    }

    // MARK: Records in the clear

    private mutating func read(_ record: TLSRecord, from sender: TraceEvent.Party) -> RecordEvent {
        // In TLS 1.3 a ChangeCipherSpec changes nothing (RFC 8446 §5), and what is encrypted calls itself
        // application_data.
        let isEncrypted = record.type == .applicationData || (changedCipher.contains(sender) && !context.isTLS13)
        var event = RecordEvent(record, isEncrypted: isEncrypted)
        guard !isEncrypted else { return event }
        switch record.type {
        case .changeCipherSpec:
            changedCipher.insert(sender)
            event.contents = [.changeCipherSpec]
            if sender == .server { serverFlightIsOver = true }
        case .alert:
            if sender == .server { serverFlightIsOver = true }
            if record.length == 2 {
                event.contents = [alert(record.fragment, from: sender)]
            } else {
                event.error = WireError(.alertLength(record.length), "Alert", at: 5)
            }
        case .handshake: readMessages(&event, from: sender)
        case .heartbeat: event.contents = [.heartbeat]
        default: event.error = WireError(.typeOfRecord("\(record.type)"), "type", at: 0)
        }
        return event
    }

    private mutating func readMessages(_ event: inout RecordEvent, from sender: TraceEvent.Party) {
        do throws(WireError) {
            for bytes in try streams[sender, default: HandshakeStream()].append(event.record.fragment) {
                let message = HandshakeMessage(bytes, in: context)
                context.note(message)
                noticed(message, from: sender)
                event.contents.append(.handshake(message))
            }
            event.isFragment = streams[sender]?.isInsideMessage ?? false
        } catch {
            event.error = error
            if sender == .server { serverFlightIsOver = true }
        }
    }

    private mutating func alert(_ bytes: ArraySlice<UInt8>, from sender: TraceEvent.Party) -> RecordEvent.Content {
        let level = AlertLevel(bytes[bytes.startIndex])
        let description = AlertDescription(bytes[bytes.startIndex + 1])
        if description == .closeNotify {
            closeNotifies.insert(sender)
        } else if level == .fatal || (context.isTLS13 && description != .userCanceled) {
            // RFC 8446 §6: of TLS 1.3's alerts only these two are not the end, whatever the level says.
            fatalAlerts[sender] = description
        }
        return .alert(level, description)
    }

    private mutating func noticed(_ message: HandshakeMessage, from sender: TraceEvent.Party) {
        guard sender == .server else { return }
        switch message.content {
        case .certificate(let list) where serverCertificates == nil: serverCertificates = list
        case .certificateStatus(let response): certificateStatus = response
        case .serverHello(let hello):
            helloTimestamps = hello.extensions.first { $0.type == .signedCertificateTimestamp }?.data
        case .serverHelloDone: serverFlightIsOver = true
        case .newSessionTicket: ticketCount += 1
        default: break
        }
    }
}
