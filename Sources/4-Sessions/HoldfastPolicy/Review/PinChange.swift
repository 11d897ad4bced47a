package import HoldfastPins
package import HoldfastTrust

/// A pin of a group that one of two documents has and the other has not.
package struct PinChange: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case removed, added
    }

    package let kind: Kind
    package let group: PinSet.Group
    package let pin: Pin
    /// The words beside it, in the document that has it.
    package let label: PinLabel?

    /// All changes from one entry's pins to another's, group by group, those that are gone first.
    static func all(from old: HostPolicy, to new: HostPolicy) -> [PinChange] {
        guard case .pinned(let before)? = old.pins, case .pinned(let after)? = new.pins else { return [] }
        return PinSet.Group.allCases.flatMap { group in
            let (one, two) = (before.pins(of: group), after.pins(of: group))
            return changes(.removed, one.subtracting(two), of: group, old.pinNotation)
                + changes(.added, two.subtracting(one), of: group, new.pinNotation)
        }
    }

    private static func changes(
        _ kind: Kind, _ pins: Set<Pin>, of group: PinSet.Group, _ notation: PinNotation
    ) -> [PinChange] {
        notation.sorted(pins).map { PinChange(kind: kind, group: group, pin: $0, label: notation.labels[$0]) }
    }
}
