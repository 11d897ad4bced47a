import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastHTTPS
public import HoldfastStatements
import HoldfastTransport
import HoldfastTrust
public import HoldfastX509

/// An event at a gate, for reports and for the live page.
public struct GateEvent: Sendable {
    /// The kinds of events.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A server was judged and accepted; its connection is used.
        case accepted
        /// A server was refused; no byte of content went there or came from there.
        case refused
        /// A connection was handed through, unjudged.
        case passed
        /// A server was judged for the report alone, over a connection of its own.
        case observed
        /// A request to an accepted server.
        case request
        /// A client was turned away: it is not allowed here, or what it sent is no proper message.
        case turnedAway
        /// The user went on to a server that was refused.
        case wentOn
    }

    public let kind: Kind
    public let at: Instant
    /// Counts the gate's connections of clients.
    public let connection: UInt64
    /// The server and port that the client wanted; nil where it did not come to that.
    public var server: String?
    /// One clause as a value: the reason, the request, cut after ``mostMessage`` octets; nil for none.
    ///
    /// Of a request it has method and path. The query is left out, and a mark stands for it: tokens and codes are sent
    /// in it, and an event goes to a page, to a file, to whoever reads the output.
    public internal(set) var statement: Statement?
    /// The clause in English; empty for none.
    public var message: String { statement?.description ?? "" }
    /// Octets of ``statement``: what a peer has written fills no memory.
    static let mostMessage = 1_024
    /// The language of the message in JSON: the live page's is that of the page.
    var language = PageLanguage.english
    /// The codes of the errors that a server was refused for, or would have been.
    public var codes: [String] = []
    /// The pin of the server's key, as `sha256/…`; nil where none was seen.
    public var pin: String?
    /// The address that the server was reached at.
    public var address: String?
    /// The connection's version of TLS and protocol.
    public var tlsVersion: String?
    public var applicationProtocol: String?
    /// The part of a policy file in the verdict about the server; nil where none is in force.
    private var policyFile: PolicyFileReport?

    init(_ kind: Kind, _ connection: UInt64, at: Instant, server: GateTarget? = nil, _ statement: Statement? = nil) {
        (self.kind, self.connection, self.at, self.statement) = (kind, connection, at, statement)
        self.server = server?.description
    }

    /// A request's event.
    init(
        _ kind: Kind, _ connection: UInt64, at: Instant, server: GateTarget, method: String, _ target: String
    ) {
        let path = target.prefix { $0 != "?" }
        let query = path.endIndex == target.endIndex ? "" : "?…"
        let most = max(0, Self.mostMessage - method.count - query.count - 2)
        let shown = path.count > most ? path.prefix(most) + "…" : path
        self.init(kind, connection, at: at, server: server, Statement(verbatim: "\(method) \(shown)\(query)"))
    }

    /// Takes what a connection to a server tells.
    mutating func take(_ record: ConnectionRecord) {
        pin = record.presented?.presented.first?.certificate.map { certificate in
            "sha256/" + Base64.encode(Digest.sha256(certificate.subjectPublicKeyInfo.bytes))
        }
        address = record.remoteAddress
        tlsVersion = record.tlsVersion
        applicationProtocol = record.applicationProtocol
        if let evaluation = record.evaluation { policyFile = PolicyFileReport(evaluation.policy) }
    }

    /// Takes what an error on the way to a server tells.
    mutating func take(_ error: HTTPSError) {
        statement = error.statement
        codes = error.trustFailure?.errors.map(\.code.rawValue) ?? [error.code.rawValue]
        if let record = error.connection { take(record) }
        if let failure = error.trustFailure { policyFile = PolicyFileReport(failure.policy) }
    }
}

extension GateEvent: Encodable {
    private enum CodingKeys: String, CodingKey {
        case schema, event, at, connection, server, message, statement, codes, pin, address, tlsVersion,
            applicationProtocol, policyFile
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode("holdfast.gate-event/1", forKey: .schema)
        try container.encode(kind.rawValue, forKey: .event)
        try container.encode(at.toTheMillisecond, forKey: .at)
        try container.encode(connection, forKey: .connection)
        try container.encode(server, forKey: .server)
        try container.encode(statement?.text(in: language) ?? "", forKey: .message)
        try container.encode(statement.map(StatementReport.init), forKey: .statement)
        try container.encode(codes, forKey: .codes)
        try container.encode(pin, forKey: .pin)
        try container.encode(address, forKey: .address)
        try container.encode(tlsVersion, forKey: .tlsVersion)
        try container.encode(applicationProtocol, forKey: .applicationProtocol)
        var policyFile = policyFile
        policyFile?.language = language
        try container.encodeIfPresent(policyFile, forKey: .policyFile)
    }
}
