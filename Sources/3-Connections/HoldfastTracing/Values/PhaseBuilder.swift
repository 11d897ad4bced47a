import HoldfastTLS
package import HoldfastX509

/// Sorts the events of a trace into the phases of the handshake, and says what came to be known in each.
struct PhaseBuilder {
    private(set) var phases: [TracePhase] = []
    /// The phase of each event, in the events' order; nil outside of TLS.
    private(set) var phaseOfEvent: [HandshakePhase?] = []

    private let reading: HandshakeReading
    private var current: HandshakePhase?
    private var finished: Set<TraceEvent.Party> = []
    private var isTLS13 = false
    private var sentClientKeyExchange = false

    init(_ events: [TraceEvent], _ reading: HandshakeReading, secrets: KeyLogReader = KeyLogReader()) {
        self.reading = reading
        for event in events { phaseOfEvent.append(place(event)) }
        for index in phases.indices {
            phases[index].knowledge = KnowledgeTable(reading, secrets: secrets).knowledge(after: phases[index].phase)
        }
    }

    /// Puts the event, and each content of its record, into a phase; the phase of the first is the event's.
    private mutating func place(_ event: TraceEvent) -> HandshakePhase? {
        switch event.kind {
        case .verdict:
            // Outside of any phase where the chain of a resumed session is judged after its handshake.
            add(TracePhase.Step(event: event.number, content: nil), to: .certificateCheck, at: event.time)
            return .certificateCheck
        case .record(let record):
            guard let sender = event.sender else { return nil }
            guard !record.contents.isEmpty else {
                if let current { add(TracePhase.Step(event: event.number, content: nil), to: current, at: event.time) }
                return current
            }
            var first: HandshakePhase?
            for (index, content) in record.contents.enumerated() {
                let phase = phase(of: content, from: sender)
                current = phase
                if first == nil { first = phase }
                add(TracePhase.Step(event: event.number, content: index), to: phase, at: event.time)
            }
            return first
        case .tcp(.finished), .tcp(.reset), .notTLS, .note:
            if let current { add(TracePhase.Step(event: event.number, content: nil), to: current, at: event.time) }
            return current
        case .addresses, .tcp, .plaintext: return nil
        }
    }

    private mutating func add(_ step: TracePhase.Step, to phase: HandshakePhase, at time: Duration) {
        if let index = phases.firstIndex(where: { $0.phase == phase }) {
            phases[index].steps.append(step)
            phases[index].end = time
        } else {
            phases.append(TracePhase(phase: phase, steps: [step], start: time, end: time))
        }
    }

    private var isDone: Bool { finished.count == 2 }

    private mutating func phase(
        of content: RecordEvent.Content, from sender: TraceEvent.Party
    ) -> HandshakePhase {
        switch content {
        case .handshake(let message):
            let phase = isDone ? .application : phase(of: message, from: sender)
            if message.type == .finished, !isDone { finished.insert(sender) }
            return phase
        case .applicationData, .heartbeat: return isDone ? .application : current ?? .clientHello
        // The end of a handshake belongs to the phase that it happened in.
        case .alert: return isDone ? .application : current ?? .clientHello
        case .changeCipherSpec:
            if isDone { return .application }
            // In TLS 1.3 it means nothing (RFC 8446 §5).
            if isTLS13 || reading.serverHello == nil { return current ?? .clientHello }
            if sender == .server { return .serverFinished }
            return sentClientKeyExchange ? .clientKeyExchange : .clientFinished
        }
    }

    private mutating func phase(of message: HandshakeMessage, from sender: TraceEvent.Party) -> HandshakePhase {
        switch message.content {
        case .clientHello: return current == nil ? .clientHello : .helloRetry
        case .helloRetryRequest:
            isTLS13 = true
            return .helloRetry
        case .serverHello(let hello):
            isTLS13 = hello.selectedVersion >= .tls13
            return .serverHello
        case .clientKeyExchange: sentClientKeyExchange = true
        default: break
        }
        if isTLS13 {
            if sender == .client { return .clientFinished }
            switch message.type {
            case .encryptedExtensions, .certificateRequest: return .serverParameters
            default: return .serverAuthentication
            }
        }
        switch (sender, message.type) {
        case (.server, .newSessionTicket), (.server, .finished): return .serverFinished
        case (.server, _): return .serverHello
        // A client's certificate goes before its key exchange.
        case (.client, .finished): return sentClientKeyExchange ? .clientKeyExchange : .clientFinished
        case (.client, _): return .clientKeyExchange
        }
    }
}

extension HandshakeTrace {
    /// Fills what follows from the events: phases, what was negotiated, the handshake's time and round trips.
    mutating func readEvents(usesExternalPSK: Bool) {
        let reading = HandshakeReading(events, usesExternalPSK: usesExternalPSK)
        let builder = PhaseBuilder(events, reading, secrets: KeyLogReader(dangerousKeyLog))
        negotiated = reading.negotiated
        phases = builder.phases
        for index in events.indices { events[index].phase = builder.phaseOfEvent[index] }
        if let began = reading.began, let ended = reading.ended { timing.tls = ended - began }
        timing.roundTrips = reading.roundTrips
    }

    /// A trace of these events, without a connection: for samples.
    package init(
        target: TraceTarget, startedAt: Instant, outcome: TraceOutcome, events: [TraceEvent],
        timing: TraceTiming = TraceTiming(), usesExternalPSK: Bool = false
    ) {
        self.init(target: target, startedAt: startedAt, outcome: outcome)
        self.events = events
        self.timing = timing
        for event in events { if case .verdict(let verdict) = event.kind { self.verdict = verdict } }
        readEvents(usesExternalPSK: usesExternalPSK)
    }
}
