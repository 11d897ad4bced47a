public import HoldfastTrust
public import HoldfastX509

extension PolicyDocument {
    /// The members that are in force for a server, each with the pattern that has the say.
    ///
    /// - Parameters:
    ///   - name: the server.
    ///   - now: the time, by which debug overrides end.
    /// - Returns: in the order in which a verdict tells them; empty where no pattern matches, or none says anything.
    public func parts(for name: ServerName, at now: Instant) -> [PolicyPart] {
        let said = members(for: name)
        return PolicyNames.Host.told.compactMap { member in
            guard let (pattern, host) = said[member] else { return nil }
            if member == .dangerousDebug, !host.isDebugInForce(at: now) { return nil }
            // What a debug override trusts counts in the place of the anchors.
            if member == .anchors, let debug = said[.dangerousDebug]?.host, debug.isDebugInForce(at: now),
                debug.dangerousDebug?.kind != .acceptAny
            {
                return nil
            }
            return PolicyPart(member.rawValue, by: pattern, takesBack: host.wordTakingBack(member))
        }
    }

    /// Every member that a pattern says for a server, by the most specific one.
    func members(for name: ServerName) -> [PolicyNames.Host: (pattern: HostPattern, host: HostPolicy)] {
        members(of: HostPattern.candidates(for: name))
    }

    /// Every member that patterns say, the first of which has the say.
    func members(of patterns: [HostPattern]) -> [PolicyNames.Host: (pattern: HostPattern, host: HostPolicy)] {
        var said: [PolicyNames.Host: (pattern: HostPattern, host: HostPolicy)] = [:]
        for pattern in patterns {
            guard let host = hosts[pattern] else { continue }
            for member in PolicyNames.Host.allCases where said[member] == nil && host.says(member) {
                said[member] = (pattern, host)
            }
        }
        return said
    }
}

extension PolicyDocument {
    /// Each pattern of several hosts that matches exact hosts of the document, with these by their names.
    package var hostsByPattern: [HostPattern: [ServerName]] {
        var found: [HostPattern: [ServerName]] = [:]
        for case .host(let name) in hosts.keys {
            for pattern in HostPattern.candidates(for: name) where pattern.domain != nil && hosts[pattern] != nil {
                found[pattern, default: []].append(name)
            }
        }
        return found.mapValues { names in names.sorted { "\($0)" < "\($1)" } }
    }
}

extension PolicyNames.Host {
    /// Members that take part in a verdict, in the order in which it tells them.
    static let told: [Self] = [
        .profile, .anchors, .anchorConstraints, .pins, .revocation, .transparency, .minimumTLS, .supportedGroups,
        .appTransportSecurity, .connectTo, .dangerousDebug,
    ]
}

extension HostPolicy {
    /// Whether it says a member.
    func says(_ member: PolicyNames.Host) -> Bool { value(of: member) != nil }

    /// The value of a member; nil where it does not say it.
    func value(of member: PolicyNames.Host) -> AnyHashable? {
        switch member {
        case .pins: pins
        case .reportURIs: reportURIs
        case .anchors: anchors
        case .anchorConstraints: anchorConstraints
        case .profile: profile
        case .revocation: revocation
        case .transparency: transparency
        case .minimumTLS: minimumTLS
        case .supportedGroups: supportedGroups
        case .appTransportSecurity: appTransportSecurity
        case .connectTo: connectTo
        case .dangerousDebug: dangerousDebug
        }
    }

    /// The word by which it takes a member back; nil where it asks for something, or says nothing.
    func wordTakingBack(_ member: PolicyNames.Host) -> String? {
        switch member {
        case .pins where pins == .excluded: "excluded"
        case .revocation where revocation == .off: "off"
        case .transparency where transparency == .off: "off"
        case .appTransportSecurity where appTransportSecurity == .off: "off"
        case .anchorConstraints where anchorConstraints?.isEmpty == true: "none"
        case .reportURIs where reportURIs?.isEmpty == true: "none"
        default: nil
        }
    }

    fileprivate func isDebugInForce(at now: Instant) -> Bool { dangerousDebug.map { now < $0.until } ?? false }
}

extension PolicyDocument {
    /// The pattern that a server misses by little, for a remark: nothing is judged by it.
    ///
    /// Looked at are the spelling of one label, a label too many or missing, and `*.` where `**.` would be needed.
    /// Names that differ in digits alone (`web1`, `web2`), and labels as short as `eu` and `us`, are of different
    /// servers.
    ///
    /// - Parameter name: the server.
    /// - Returns: nil where a pattern has its very name, for addresses, and where nothing is near.
    public func nearestPattern(to name: ServerName) -> NearHostPattern? {
        NearHostPattern.nearest(to: name, among: hosts)
    }
}
