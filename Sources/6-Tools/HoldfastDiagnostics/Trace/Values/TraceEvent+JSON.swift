import HoldfastCrypto
import HoldfastStatements
import HoldfastTracing
import HoldfastTrust
import HoldfastX509

/// An event as JSON has it: its kind, and under the kind's name what it was.
struct TraceEventJSON: Encodable {
    enum Kind: String, Encodable {
        case addresses, tcp, plaintext, record, notTLS, verdict, note
    }

    struct TCP: Encodable {
        enum Event: String, Encodable {
            case connecting, connected, failed, finished, reset
        }

        let event: Event
        var address: String?
        var port: UInt16?
        var message: String?
        var statement: StatementReport?
    }

    struct Record: Encodable {
        let type: String
        let version: String
        let length: Int
        let encrypted: Bool
        let innerType: String?
        let fragment: Bool
        let error: String?
        let statement: StatementReport?
        let contents: [Content]
    }

    struct Content: Encodable {
        let type: String
        var message: String?
        var length: Int?
        var level: String?
        var alert: String?
        var fields: [TraceField]?
        var hex: String?
        var error: String?
        var statement: StatementReport?
        var remark: TraceRemark?
    }

    struct Judgement: Encodable {
        enum Decision: String, Encodable {
            case trusted, refused, notJudged
        }

        let decision: Decision
        let findings: [String]
        let message: String?
        var statement: StatementReport?
        let milliseconds: Double
        let ofResumedSession: Bool
    }

    let number: Int
    let time: Double
    let sender: String?
    let phase: String?
    let kind: Kind
    var addresses: [String]?
    var addressesGiven: Bool?
    var tcp: TCP?
    var hex: String?
    var record: Record?
    var verdict: Judgement?
    var message: String?
    var statement: StatementReport?

    /// An event of a connection.
    ///
    /// - Parameter version: the version that was agreed on; nil for none.
    init(_ event: TraceEvent, in version: ProtocolVersion?) {
        number = event.number
        time = JSONNumber.milliseconds(event.time)
        sender = event.sender?.rawValue
        phase = event.phase?.rawValue
        switch event.kind {
        case .addresses(let list, let wereGiven):
            kind = .addresses
            addresses = list.map(\.description)
            addressesGiven = wereGiven
        case .tcp(let what):
            kind = .tcp
            tcp = TCP(what)
        case .plaintext(let bytes):
            kind = .plaintext
            hex = HexString.encode(bytes)
        case .record(let record):
            kind = .record
            self.record = Record(record, in: version)
        case .notTLS(let bytes, let error):
            kind = .notTLS
            hex = HexString.encode(bytes)
            message = error.description
            statement = StatementReport(error.statement)
        case .verdict(let verdict):
            kind = .verdict
            self.verdict = Judgement(verdict)
        case .note(let note):
            kind = .note
            message = note.english
            statement = StatementReport(note)
        }
    }
}

extension TraceEventJSON.TCP {
    init(_ what: TCPEvent) {
        switch what {
        case .connecting(let address, let port): self.init(event: .connecting, address: "\(address)", port: port)
        case .connected(let port): self.init(event: .connected, port: port)
        case .failed(let address, let reason):
            self.init(
                event: .failed, address: "\(address)", message: reason.english, statement: StatementReport(reason))
        case .finished: self.init(event: .finished)
        case .reset: self.init(event: .reset)
        }
    }
}

extension TraceEventJSON.Record {
    init(_ record: RecordEvent, in version: ProtocolVersion?) {
        self.init(
            type: record.record.type.name, version: record.record.version.name, length: record.record.length,
            encrypted: record.isEncrypted, innerType: record.innerType?.name, fragment: record.isFragment,
            error: record.error?.description, statement: record.error.map { StatementReport($0.statement) },
            contents: record.contents.map { TraceEventJSON.Content($0, in: version) })
    }
}

extension TraceEventJSON.Content {
    init(_ content: RecordEvent.Content, in version: ProtocolVersion?) {
        switch content {
        case .handshake(let message):
            self.init(
                type: "handshake", message: MessageInfo.name(message), length: message.bytes.count,
                fields: MessageFields.of(message).fields, hex: HexString.encode(message.bytes),
                error: message.error?.description, statement: message.error.map { StatementReport($0.statement) })
        case .changeCipherSpec:
            self.init(type: "change_cipher_spec", remark: TraceRemark(changeCipherSpecIn: version))
        case .alert(let level, let description):
            self.init(type: "alert", level: "\(level)", alert: description.name)
        case .applicationData(let count): self.init(type: "application_data", length: count)
        case .heartbeat: self.init(type: "heartbeat")
        }
    }
}

extension TraceEventJSON.Judgement {
    init(_ verdict: TraceVerdict) {
        let took = JSONNumber.milliseconds(verdict.duration)
        switch verdict.decision {
        case .trusted(let evaluation):
            self.init(
                decision: .trusted, findings: evaluation.findings.map(\.code.rawValue), message: nil,
                milliseconds: took, ofResumedSession: verdict.isOfResumedSession)
        case .refused(let failure):
            self.init(
                decision: .refused, findings: failure.findings.map(\.code.rawValue), message: nil,
                milliseconds: took, ofResumedSession: verdict.isOfResumedSession)
        case .notJudged(let reason):
            self.init(
                decision: .notJudged, findings: [], message: reason.english, statement: StatementReport(reason),
                milliseconds: took, ofResumedSession: verdict.isOfResumedSession)
        }
    }
}

extension TraceField: Encodable {
    private enum CodingKeys: String, CodingKey {
        case name, value, fields, remark
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(value, forKey: .value)
        if !fields.isEmpty { try container.encode(fields, forKey: .fields) }
        try container.encodeIfPresent(remark, forKey: .remark)
    }
}

/// `{code, text, source}`; the text is English.
extension TraceRemark: Encodable {
    private enum CodingKeys: String, CodingKey {
        case code, text, source
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(rawValue, forKey: .code)
        try container.encode(words.english, forKey: .text)
        try container.encode(source, forKey: .source)
    }
}
