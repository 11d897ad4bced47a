import HoldfastJSON
import HoldfastTrust
import HoldfastX509

/// Exact hosts with pins whose names are a letter from those of hosts without: pins that went to a misspelt name.
struct UnpinnedNeighbours {
    /// The host with pins, and the one without.
    private(set) var pairs: [(pinned: HostPattern, other: HostPattern)] = []

    /// Looks for such hosts in a document. Names that differ in digits alone are of different servers.
    init(_ document: PolicyDocument) {
        var pinned: [DNSName] = []
        var others: [DNSName] = []
        for (pattern, host) in document.hosts {
            guard case .host(.dns(let name)) = pattern else { continue }
            if case .pinned? = host.pins {
                pinned.append(name)
            } else if document.policy(for: .dns(name)).pins == nil {
                others.append(name)
            }
        }
        guard !pinned.isEmpty, !others.isEmpty else { return }
        // Names of which one letter makes the other have a text in common where one letter at most is left out.
        var index: [String: [DNSName]] = [:]
        for name in others { for text in Self.texts(of: name) { index[text, default: []].append(name) } }
        for name in pinned {
            let near = Set(Self.texts(of: name).flatMap { index[$0] ?? [] })
            let other = near.filter { Self.isMisspelt(name, $0) }.min { $0.text < $1.text }
            if let other { pairs.append((.host(.dns(name)), .host(.dns(other)))) }
        }
    }

    /// The name, and all that it becomes without one of its letters.
    private static func texts(of name: DNSName) -> Set<String> {
        let letters = Array(name.text.utf8)
        var texts: Set<String> = [name.text]
        for index in letters.indices {
            texts.insert(String(decoding: letters[..<index] + letters[(index + 1)...], as: UTF8.self))
        }
        return texts
    }

    private static func isMisspelt(_ name: DNSName, _ other: DNSName) -> Bool {
        NearHostPattern.nearest(to: .dns(name), among: [HostPattern.host(.dns(other)): ()])?.slip == .spelling
            && Suggestion.distance(name.text, other.text) == 1
    }
}
