import HoldfastTrust

/// A set of pins as far as formats go that know keys' SHA-256 alone, with no word for leaf and authorities.
struct PinnedKeys {
    let pins: [Pin]

    /// The SHA-256 pins of keys out of a group, in the order of a notation; what is left out is noted.
    ///
    /// - Returns: nil where none is left.
    static func keys(
        _ pins: Set<Pin>, _ notation: PinNotation, of place: String, _ notes: inout [PinNote]
    ) -> [Pin]? {
        let (fit, others) = (pins.filter(\.isKeySHA256), pins.filter { !$0.isKeySHA256 })
        for pin in others.map(\.description).sorted() { notes.add(.cannotExpress, .noKeyHash(pin: pin), at: place) }
        return fit.isEmpty ? nil : notation.sorted(fit)
    }

    /// The pins of the narrowest group: it alone is asked for then, anywhere in the chain.
    ///
    /// - Returns: nil where the format has no words for any of it, which is noted.
    init?(_ set: PinSet, _ notation: PinNotation, of place: String, _ notes: inout [PinNote]) {
        let groups = [PinSet.Group.leaf, .authorities, .anywhere].filter { !set.pins(of: $0).isEmpty }
        guard let group = groups.first, let pins = Self.keys(set.pins(of: group), notation, of: place, &notes) else {
            notes.add(.unpinned, .noneLeft, at: place)
            return nil
        }
        self.pins = pins
        if group != .anywhere { notes.add(.cannotExpress, .countAnywhere(group), at: place) }
        for other in groups.dropFirst() { notes.add(.cannotExpress, .alsoMatch(other), at: place) }
    }
}

extension Pin {
    fileprivate var isKeySHA256: Bool { subject == .publicKey && algorithm == .sha256 }

    /// The hash alone, in Base64.
    var base64: Substring {
        let text = description
        return text.firstIndex(of: "/").map { text[text.index(after: $0)...] } ?? text[...]
    }
}
