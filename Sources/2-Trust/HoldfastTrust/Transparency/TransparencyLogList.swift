import HoldfastCrypto
public import HoldfastX509

/// The certificate logs that a programme knows, as Google and Apple publish them: keys, operators, states.
///
/// A value without a life of its own: whoever has a newer list makes a newer policy. Nothing is fetched, and no list is
/// built in: a list that grows old refuses what is in order (Chrome stops asking ten weeks after its list was made).
public struct TransparencyLogList: Hashable, Sendable {
    /// The state of a log in the programme that publishes the list.
    ///
    /// Sources: Apple, Certificate Transparency log program (103703); Chrome, CT Log Lifecycle.
    public enum State: String, Hashable, Sendable, CaseIterable {
        /// Has applied, and is not approved yet.
        case pending
        /// Approved; clients begin to take its timestamps.
        case qualified
        /// Approved; authorities may rely on it.
        case usable
        /// Approved; takes nothing new.
        case readonly
        /// Was approved: its timestamps count as far as they are older than this state.
        case retired
        /// Not approved: nothing of it counts, whenever it was given.
        case rejected

        /// Whether the log is approved at present: "currently approved" in Apple's words.
        var isCurrent: Bool { self == .qualified || self == .usable || self == .readonly }
    }

    /// The protocol by which a log is read, which policies tell apart.
    public enum Kind: String, Hashable, Sendable {
        /// RFC 6962, `logs` of the list.
        case rfc6962
        /// The static-ct-api of C2SP, `tiled_logs` of the list; its timestamps have the form of RFC 6962.
        case tiled
    }

    /// An operator that a log has had, and the end of that time.
    public struct PreviousOperator: Hashable, Sendable {
        /// The operator's name, as in the list.
        public let name: String
        /// The moment from which on the log was somebody else's.
        public let end: Instant
    }

    /// One log of the list.
    public struct Log: Hashable, Sendable {
        /// The name in timestamps: SHA-256 of the key, 32 bytes (RFC 6962 §3.2).
        public let id: [UInt8]
        /// The name for people; the identifier in hexadecimal digits where the list has none.
        public let name: String
        /// The key that signs timestamps.
        public let key: SubjectPublicKeyInfo
        /// The protocol of the log.
        public let kind: Kind
        /// The state; nil where the list gives none, and nothing of the log counts.
        public let state: State?
        /// The moment since which it has that state; nil without a state.
        public let stateSince: Instant?
        /// The operator at the time of the list.
        public let operatorName: String
        /// Operators before, the earliest end first.
        public let previousOperators: [PreviousOperator]
        /// The ends of validity of the certificates that the log takes; nil for any.
        public let interval: Range<Instant>?

        /// The operator at a moment: the one that a timestamp of then counts for (Chrome, CT Policy).
        public func operatorName(at moment: Instant) -> String {
            previousOperators.first { moment < $0.end }?.name ?? operatorName
        }
    }

    /// Logs whose private keys everybody has: what they sign proves nothing, whatever a list says of them.
    ///
    /// Google puts them, as usable ones, into the lists that it serves to libraries which ask for transparency by
    /// Chrome's list (GoogleChrome/CertificateTransparency, `3p_libraries.md`, "mimics").
    static let publishedKeys: Set<[UInt8]> = Set(
        ["9EGV1vAOLbVUNcrdV3iS5T4VrUFwWPh44U/2uRh0FYk=", "si9+3rWvav5QPeBAgbLXTBJThJL+3yyypSZQPO9TztI="]
            .compactMap { Base64.decode($0) })

    /// The time of publication; nil where the list does not say.
    public let publishedAt: Instant?
    /// The logs, in the order of the list.
    public let logs: [Log]
    /// SHA-256 over everything that can change a verdict.
    let digest: [UInt8]
    /// The moments at which logs retire, the earliest first: what was current before them is not so afterwards.
    private let retirements: [Instant]
    private let places: [[UInt8]: Int]

    /// Gathers logs, each of which has an identifier of its own.
    init(publishedAt: Instant?, logs: [Log]) {
        self.publishedAt = publishedAt
        self.logs = logs
        places = Dictionary(logs.enumerated().map { ($1.id, $0) }) { first, _ in first }
        retirements = logs.compactMap { $0.state == .retired ? $0.stateSince : nil }.sorted()
        digest = Digest.sha256(Array("\(publishedAt.map(\.description) ?? "undated")\(logs.map(\.identity))".utf8)[...])
    }

    /// The log of that identifier; nil for one that the list does not have.
    public func log(_ id: some Collection<UInt8>) -> Log? { places[Array(id)].map { logs[$0] } }

    /// The number of logs that have retired by then: as long as it is the same, so are their standings.
    func retired(at moment: Instant) -> Int { retirements.count { $0 <= moment } }

    public static func == (left: Self, right: Self) -> Bool { left.digest == right.digest }

    public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

extension TransparencyLogList.Log {
    /// Every property in one text, where texts of the list are quoted: no two logs have the same.
    fileprivate var identity: String {
        let texts = [
            HexString.encode(id), name, HexString.encode(key.bytes), kind.rawValue, state?.rawValue ?? "",
            stateSince?.description ?? "", operatorName, interval.map { "\($0.lowerBound)..<\($0.upperBound)" } ?? "",
        ]
        return "\(texts)\(previousOperators.map { [$0.name, $0.end.description] })"
    }
}
