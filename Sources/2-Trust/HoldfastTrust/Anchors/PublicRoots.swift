import HoldfastCrypto
@_exported public import HoldfastFacts
public import HoldfastX509

/// A programme that decides which roots its users trust for the web's servers.
public enum RootProgramme: String, Hashable, Sendable, CaseIterable {
    case mozilla, chrome, apple, microsoft, android, java
}

/// The roots of the public web, by the programme that has or had them, as dated data.
///
/// The kind of an anchor must not depend on where it was found: a private authority added to the system's store stays
/// the user's own, and a public one given by `--anchors-only` stays public. A root of any programme, and one that a
/// programme once had, is public: whoever runs it did so by the public's rules, and the answer only makes stricter.
public struct PublicRoots: Sendable {
    /// The standing of a root with a programme.
    public enum Standing: Hashable, Sendable {
        /// The programme has it, by this source.
        case included(FactSource)
        /// The programme had it, by this source, and was seen without it on the day.
        case removed(since: Instant, FactSource)
        /// The programme's sources do not have it.
        case absent
        /// No source of the programme is at hand.
        case unknown
    }

    /// The data that is compiled in, with what this machine's bundle has beyond it.
    public static let current = PublicRoots((try? .builtIn("roots")), machine: .debian)

    private let standings: [[UInt8]: [RootProgramme: Standing]]
    private let programmes: Set<RootProgramme>
    private let machine: MachineRoots
    /// The newest of the sources: of this day the answers are. Nil where no table could be read.
    public let source: FactSource?

    /// Roots of a table. One that cannot be read makes nobody public, which a test looks at.
    ///
    /// - Parameter bundle: a folder of roots of this machine, looked at where it is newer.
    init(_ table: FactTable?, machine bundle: MachineRoots.Bundle?) {
        var standings: [[UInt8]: [RootProgramme: Standing]] = [:]
        var programmes: Set<RootProgramme> = []
        for row in table?.rows ?? [] {
            guard let digest = row["sha256"].flatMap({ HexString.decode($0) }), digest.count == 32,
                let programme = row["programme"].flatMap(RootProgramme.init)
            else { continue }
            programmes.insert(programme)
            standings[digest, default: [:]][programme] =
                row.day("until").map { .removed(since: $0, row.source) } ?? .included(row.source)
        }
        (self.standings, self.programmes) = (standings, programmes)
        let newest = table?.sources.values.max { $0.day < $1.day }
        // Whoever has Mozilla's bundle of a later day than this table's may have roots that the table lacks.
        machine = MachineRoots(bundle, newerThan: table?.mozillaDay)
        source = [newest, machine.source].compactMap(\.self).max { $0.day < $1.day }
    }

    /// The standing of a certificate with a programme.
    public func standing(of certificate: Certificate, with programme: RootProgramme) -> Standing {
        if let known = standings[certificate.fingerprint]?[programme] { return known }
        if programme == .mozilla, let source = machine.source, machine.contains(certificate) {
            return .included(source)
        }
        return programmes.contains(programme) ? .absent : .unknown
    }

    /// Whether a programme has the certificate, or had it.
    public func contains(_ certificate: Certificate) -> Bool {
        standings[certificate.fingerprint] != nil || machine.contains(certificate)
    }
}

extension FactTable {
    /// The day of the newest source of a root that Mozilla has.
    fileprivate var mozillaDay: Instant? {
        rows.lazy.filter { $0["programme"] == RootProgramme.mozilla.rawValue && $0["until"] == nil }
            .map(\.source.day).max()
    }
}

/// The facts of the world that verdicts rest on, and the days of which they are: which roots are public, and what their
/// programmes put up with below them.
public struct TrustFacts: Hashable, Sendable {
    /// The facts that this process judges by; read when they are first needed.
    public static let current = TrustFacts(
        roots: PublicRoots.current.source, constraints: PublicConstraints.current.source)

    /// The newest source of public roots; nil where the table cannot be read.
    public let roots: FactSource?
    /// The newest source of constraints on public roots; nil where the table cannot be read.
    public let constraints: FactSource?

    init(roots: FactSource?, constraints: FactSource?) { (self.roots, self.constraints) = (roots, constraints) }

    /// The day of which they are: of the older one of both; nil where one cannot be read, of which nothing is known.
    public var day: Instant? {
        guard let roots, let constraints else { return nil }
        return min(roots.day, constraints.day)
    }

    /// Whether they are older than a year at an instant, or of no known day. A verdict tells it, and is the same all
    /// the same: newer facts are had with a newer version, or with newer packages of this machine.
    public func areOld(at instant: Instant) -> Bool { day.map { $0.advanced(byDays: 365) < instant } ?? true }
}
