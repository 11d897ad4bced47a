package import HoldfastX509
import Synchronization

/// The revocations that live verdicts have found out, those that may fetch evidence
/// (``TrustEngine/evaluate(_:with:at:using:supplying:)``), each with the statement that says so.
///
/// Later ones look at these statements beside what is at hand, so that an older response by which the certificate
/// was good brings nobody back; they check every signature again, and decide by the same rules. What was accepted
/// before, as an open connection, is asked about with ``isNewer(than:)``.
///
/// An engine has one, and so may have an ``EvidenceSource`` that several engines share. Safe to use from any thread.
public final class RevocationKnowledge: Sendable {
    /// Certificates that are kept; the oldest goes first.
    private static let capacity = 64
    /// Bytes of a list that is kept as a statement; of a longer one it is kept only that it was there.
    private static let listBytes = 1 << 20

    private struct Entry: Sendable {
        let word: RevocationWord
        /// The number of the moment at which it was found out.
        let learned: UInt64
    }

    /// Numbers what was found out, by every value of the process: so judgements and findings have an order, whichever
    /// engine they are of.
    private static let clock = Atomic<UInt64>(0)
    private let entries = Mutex(LRUCache<Certificate, Entry>(capacity: capacity))
    /// Nearly always 0, which spares every verdict the look.
    private let count = Atomic<Int>(0)

    /// Knows of nothing yet.
    public init() {}

    /// The number of the latest finding of the process.
    static var moment: UInt64 { clock.load(ordering: .acquiring) }

    /// Whether nothing is known.
    private var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

    /// Notes that a statement says that a certificate was revoked. The same statement is nothing new.
    func note(_ certificate: Certificate, _ word: RevocationWord) {
        entries.withLock { entries in
            guard entries[certificate]?.word != word else { return }
            let learned = Self.clock.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
            entries.set(Entry(word: word, learned: learned), for: certificate)
            count.wrappingAdd(1, ordering: .releasing)
        }
    }

    /// Takes over what another one knows of the certificates of a list.
    func learn(from other: RevocationKnowledge, of trust: ServerTrust) {
        guard other !== self, !other.isEmpty else { return }
        for certificate in trust.presented.compactMap(\.certificate) {
            if let entry = other.entries.withLock({ $0[certificate] }) { note(certificate, entry.word) }
        }
    }

    /// The statements about the certificates of a list, to be judged as any.
    func evidence(about trust: ServerTrust) -> [Evidence] {
        guard !isEmpty else { return [] }
        let presented = trust.presented.compactMap(\.certificate)
        let words = entries.withLock { entries in presented.compactMap { entries[$0]?.word } }
        return words.compactMap { word in
            switch word {
            case .list(let list) where list.bytes.count > Self.listBytes: nil
            case .list(let list): .revocationLists([.list(list)], from: .cache)
            case .response(let response, _):
                .ocspResponses([.response(OCSPResponse(.successful, .basic(response)))], from: .cache)
            }
        }
    }

    /// Whether a certificate of an accepted path was found to be revoked since it was judged: what rests on the
    /// acceptance is to be judged anew.
    package func isNewer(than evaluation: TrustEvaluation) -> Bool {
        guard !isEmpty else { return false }
        let (chain, moment) = (evaluation.chain, evaluation.record.moment)
        return entries.withLock { entries in chain.contains { entries[$0].map { $0.learned > moment } ?? false } }
    }
}

extension TrustEvaluation {
    /// The end of the time for which the statements about revocation hold that the acceptance rests on; nil where it
    /// rests on none. One that names no end is believed for seven days, where it is.
    package var revocationEnd: Instant? {
        revocationChecks.flatMap(\.sources).map {
            $0.nextUpdate ?? $0.thisUpdate.advanced(bySeconds: CRLContentProblem.recentSeconds)
        }.min()
    }
}
