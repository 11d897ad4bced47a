import HoldfastPins
import HoldfastTransport
import HoldfastTrust
import HoldfastX509

/// Direction of a change of a policy: whether less or more is asked of a server afterwards.
package enum PolicyStrength: String, Hashable, Sendable {
    case weaker
    case stronger
    /// Neither of both, or a little of each.
    case neither

    /// The direction of several changes together.
    init(_ all: [PolicyStrength]) {
        let kinds = Set(all)
        self = kinds.count == 1 ? kinds.first ?? .neither : .neither
    }

    /// Compares by an order in which the later value asks for more.
    init<Value: Comparable>(from old: Value, to new: Value) {
        self = new == old ? .neither : new > old ? .stronger : .weaker
    }

    /// Compares sets, the larger of which lets more pass.
    init<Element>(allowed old: Set<Element>, _ new: Set<Element>) {
        self = new == old ? .neither : new.isSuperset(of: old) ? .weaker : new.isSubset(of: old) ? .stronger : .neither
    }

    /// The direction in which a member changes from one policy to another.
    init(of member: PolicyNames.Host, from old: HostPolicy, to new: HostPolicy) {
        switch member {
        case .pins: self.init(pins: old.pins, new.pins)
        case .anchors: self.init(anchors: old.anchors, new.anchors)
        case .anchorConstraints:
            self.init(allowed: Set(new.anchorConstraints ?? []), Set(old.anchorConstraints ?? []))
        case .profile: self.init(profile: old.profile, new.profile)
        case .revocation: self.init(from: Self.rank(old.revocation), to: Self.rank(new.revocation))
        case .transparency: self.init(transparency: old.transparency, new.transparency)
        case .minimumTLS: self.init(from: old.minimumTLS ?? .tls12, to: new.minimumTLS ?? .tls12)
        case .supportedGroups: self.init(groups: old.supportedGroups, new.supportedGroups)
        case .appTransportSecurity:
            self.init(transportSecurity: old.appTransportSecurity, new.appTransportSecurity)
        case .dangerousDebug:
            self =
                switch (old.dangerousDebug, new.dangerousDebug) {
                case (nil, .some): .weaker
                case (.some, nil): .stronger
                case (let old?, let new?) where old.kind == new.kind: new.until > old.until ? .weaker : .stronger
                default: .neither
                }
        case .reportURIs, .connectTo: self = .neither
        }
    }

    private static func rank(_ mode: RevocationChecking?) -> Int {
        switch mode {
        case .off: 0
        // What the program does by itself.
        case nil: 1
        case .soft: 2
        case .hard: 3
        }
    }

    private init(pins old: PinnedHosts.Rule?, _ new: PinnedHosts.Rule?) {
        switch (old, new) {
        case (.pinned(let old)?, .pinned(let new)?): self.init(pinSets: old, new)
        case (.pinned(let set)?, _): self = set.enforcement == .enforce ? .weaker : .neither
        case (_, .pinned(let set)?): self = set.enforcement == .enforce ? .stronger : .neither
        // Excluded are also the program's own.
        case (nil, .excluded?): self = .weaker
        case (.excluded?, nil): self = .stronger
        default: self = .neither
        }
    }

    private init(pinSets old: PinSet, _ new: PinSet) {
        var all: [PolicyStrength] = []
        if old.enforcement != new.enforcement { all.append(new.enforcement == .enforce ? .stronger : .weaker) }
        for group in PinSet.Group.allCases where old.pins(of: group) != new.pins(of: group) {
            let (before, after) = (old.pins(of: group), new.pins(of: group))
            all.append(PolicyStrength(group: before, after))
        }
        if old.expiry != new.expiry { all.append(PolicyStrength(expiry: old.expiry, new.expiry)) }
        self.init(all)
    }

    private init(group old: Set<Pin>, _ new: Set<Pin>) {
        // A group without pins asks for nothing.
        if old.isEmpty || new.isEmpty {
            self = old.isEmpty ? .stronger : .weaker
        } else if new.count == 1, old.count > 1 {
            // Fewer keys pass, and none is left for the loss of the one in use (RFC 7469 §4.3).
            self = .neither
        } else {
            self.init(allowed: old, new)
        }
    }

    private init(expiry old: PinExpiry?, _ new: PinExpiry?) {
        // Pins whose end closes the way refuse everything from then on, others nothing.
        switch (old, new) {
        case (let old?, let new?) where old.mode == .closed && new.mode == .closed:
            self.init(from: new.end, to: old.end)
        case (let old?, let new?) where old.mode == .closed || new.mode == .closed:
            self = new.mode == .closed ? .stronger : .weaker
        case (let old?, let new?) where old.mode == new.mode: self.init(from: old.end, to: new.end)
        case (nil, let new?): self = new.mode == .closed ? .stronger : .weaker
        case (let old?, nil): self = old.mode == .closed ? .weaker : .stronger
        default: self = .neither
        }
    }

    private init(anchors old: AnchorSource?, _ new: AnchorSource?) {
        // Without the member the program's own count, which are the system's unless it says otherwise.
        let (old, new) = (old ?? AnchorSource(system: true), new ?? AnchorSource(system: true))
        let parts = { (source: AnchorSource) in
            Set(source.files.map { "file \($0)" } + source.certificates.map { "certificate \($0.bytes)" })
                .union(source.system ? ["system"] : [])
        }
        self.init(allowed: parts(old), parts(new))
    }

    private init(profile old: StandardProfile?, _ new: StandardProfile?) {
        let (old, new) = ((old ?? .default).profile, (new ?? .default).profile)
        var all: [PolicyStrength] = []
        for requirement in Requirement.standard {
            for anchor in [AnchorKind.publicWeb, .own] {
                let rank = { (profile: Profile) in
                    profile.severity(of: requirement, under: anchor).map { Severity.allCases.firstIndex(of: $0) ?? 0 }
                        ?? -1
                }
                if rank(old) != rank(new) { all.append(PolicyStrength(from: rank(old), to: rank(new))) }
            }
        }
        self.init(all)
    }

    private init(transparency old: Transparency?, _ new: Transparency?) {
        switch (old?.demand, new?.demand) {
        case (nil, .some): self = .stronger
        case (.some, nil): self = .weaker
        case (let old?, let new?) where old.policy == new.policy && old.logs == new.logs:
            self = new.scope == .everyAnchor ? .stronger : .weaker
        default: self = .neither
        }
    }

    private init(groups old: SupportedGroups?, _ new: SupportedGroups?) {
        switch (old, new) {
        case (nil, .some): self = .stronger
        case (.some, nil): self = .weaker
        case (let old?, let new?): self.init(allowed: Set(old.groups), Set(new.groups))
        case (nil, nil): self = .neither
        }
    }

    private init(transportSecurity old: HostTransportSecurity?, _ new: HostTransportSecurity?) {
        switch (old, new) {
        case (.on(let old)?, .on(let new)?):
            var all: [PolicyStrength] = []
            if old.forwardSecrecy != new.forwardSecrecy { all.append(new.forwardSecrecy ? .stronger : .weaker) }
            if old.insecureHTTP != new.insecureHTTP { all.append(new.insecureHTTP ? .weaker : .stronger) }
            if old.niapPackage != new.niapPackage { all.append(.neither) }
            self.init(all)
        case (.on?, _): self = .weaker
        case (_, .on?): self = .stronger
        default: self = .neither
        }
    }
}
