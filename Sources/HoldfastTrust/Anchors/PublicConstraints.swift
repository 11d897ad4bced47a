import HoldfastFacts
import HoldfastX509

/// The constraints that root programmes put on public roots, as dated data.
struct PublicConstraints: Sendable {
    /// One constraint of one programme on one root.
    struct Constraint: Hashable, Sendable {
        let programme: RootProgramme
        let limits: AnchorConstraints
    }

    /// The data that is compiled in.
    static let current = PublicConstraints(try? .builtIn("constraints"))

    private let byRoot: [[UInt8]: [Constraint]]
    /// The newest of the sources; nil where no table could be read.
    let source: FactSource?

    /// The constraints of a table. A row that is not understood is left out, which a test looks for.
    init(_ table: FactTable?) {
        var byRoot: [[UInt8]: [RootProgramme: AnchorConstraints]] = [:]
        for row in table?.rows ?? [] {
            guard let digest = row["sha256"].flatMap({ HexString.decode($0) }), digest.count == 32,
                let programme = row["programme"].flatMap(RootProgramme.init)
            else { continue }
            var limits = byRoot[digest]?[programme] ?? AnchorConstraints(anchor: digest)
            guard limits.add(row) else { continue }
            byRoot[digest, default: [:]][programme] = limits
        }
        self.byRoot = byRoot.mapValues { limits in
            limits.map { Constraint(programme: $0, limits: $1) }.sorted {
                $0.programme.rawValue < $1.programme.rawValue
            }
        }
        source = table?.sources.values.max { $0.day < $1.day }
    }

    /// The number of constrained roots.
    var count: Int { byRoot.count }

    /// The constraints on a root.
    func constraints(on certificate: Certificate) -> [Constraint] { byRoot[certificate.fingerprint] ?? [] }
}

extension AnchorConstraints {
    /// Takes in a row of the table; false where it is not understood.
    fileprivate mutating func add(_ row: FactRow) -> Bool {
        switch row["constraint"] {
        case "distrustAfter": distrustAfter = row.instant("value")
        case "timestampNotAfter": timestampNotAfter = row.instant("value")
        case "dnsName":
            guard let name = row["value"].flatMap({ try? DNSName($0) }) else { return false }
            permittedDNSNames.append(name)
            return true
        default: return false
        }
        return row.instant("value") != nil
    }
}
