public import HoldfastX509

/// The pins of one server, and how long they hold.
///
/// Each group that is given has to match: a set with ``leaf`` and ``authorities`` wants both, as Apple's
/// `NSPinnedDomains` does. Within a group one match is enough.
public struct PinSet: Hashable, Sendable {
    /// The effect of a mismatch.
    public enum Enforcement: String, Hashable, Sendable, CaseIterable {
        /// The server is refused.
        case enforce
        /// The mismatch is a warning of the verdict, and reported, but refuses nothing (RFC 7469 §2.1, `Report-Only`).
        case reportOnly
    }

    /// Pins of which one has to be found anywhere in the validated chain.
    public let anywhere: Set<Pin>
    /// Pins of which one has to be the server's own certificate's.
    public let leaf: Set<Pin>
    /// Pins of which one has to be that of a certificate above the server's.
    public let authorities: Set<Pin>
    public let enforcement: Enforcement
    /// When the pins end, and what holds then; nil for never.
    public let expiry: PinExpiry?

    /// Pins in one set, each group at most ``maximumPins``.
    ///
    /// - Parameters:
    ///   - backup: pass `.waived` for a group of a single pin. A server whose only pinned key is lost can serve no
    ///     installed program any more, which is why RFC 7469 §4.3 asks for a second one, kept elsewhere.
    /// - Throws: ``PinSetError`` for no pins at all, too many, a missing backup, and a certificate without a pin of its
    ///   kind.
    public init(
        anywhere: Set<Pin> = [], leaf: Set<Pin> = [], authorities: Set<Pin> = [],
        enforcement: Enforcement = .enforce, expiry: PinExpiry? = nil, backup: Backup = .required
    ) throws(PinSetError) {
        let groups = [anywhere, leaf, authorities].filter { !$0.isEmpty }
        guard !groups.isEmpty else { throw .empty }
        guard groups.allSatisfy({ $0.count <= Self.maximumPins }) else { throw .tooMany(limit: Self.maximumPins) }
        if backup == .required {
            if !anywhere.isEmpty, anywhere.count < 2 { throw .noBackup(.anywhere) }
            if !leaf.isEmpty, leaf.count < 2 { throw .noBackup(.leaf) }
            if !authorities.isEmpty, authorities.count < 2 { throw .noBackup(.authorities) }
        }
        (self.anywhere, self.leaf, self.authorities) = (anywhere, leaf, authorities)
        (self.enforcement, self.expiry) = (enforcement, expiry)
    }

    /// Whether a second pin has to be there.
    public enum Backup: Hashable, Sendable {
        case required
        /// For sets that somebody else made, and for pins given by hand.
        case waived
    }

    /// A group of pins, named by the certificates of a chain that it looks at.
    public enum Group: String, Hashable, Sendable, CaseIterable {
        case anywhere, leaf, authorities

        /// Whether a certificate at this depth of the chain is looked at; 0 is the leaf.
        public func covers(depth: Int) -> Bool {
            switch self {
            case .anywhere: true
            case .leaf: depth == 0
            case .authorities: depth > 0
            }
        }
    }

    /// Pins of a group; 500, many times what is in use.
    public static let maximumPins = 500

    /// The pins of a group; empty for one that asks for nothing.
    public func pins(of group: Group) -> Set<Pin> {
        switch group {
        case .anywhere: anywhere
        case .leaf: leaf
        case .authorities: authorities
        }
    }

    /// All pins, whatever they look at.
    public var all: Set<Pin> { anywhere.union(leaf).union(authorities) }

    /// A copy of the set with another expiry.
    public func with(expiry: PinExpiry?) -> PinSet { PinSet(copying: self, enforcement, expiry) }

    /// A copy of the set with another enforcement, which is what a mismatch does.
    public func with(enforcement: Enforcement) -> PinSet { PinSet(copying: self, enforcement, expiry) }

    private init(copying other: PinSet, _ enforcement: Enforcement, _ expiry: PinExpiry?) {
        (anywhere, leaf, authorities) = (other.anywhere, other.leaf, other.authorities)
        (self.enforcement, self.expiry) = (enforcement, expiry)
    }
}

/// The end of a set of pins, and what holds afterwards.
public struct PinExpiry: Hashable, Sendable {
    /// The effect of pins that have ended.
    public enum Mode: String, Hashable, Sendable, CaseIterable {
        /// Nothing: the server is judged as if it had none.
        case open
        /// As ``open``, with a warning in each verdict.
        case warn
        /// They refuse the server until others take their place.
        case closed
    }

    /// The first instant at which they no longer hold.
    public let end: Instant
    public let mode: Mode

    public init(_ end: Instant, then mode: Mode) { (self.end, self.mode) = (end, mode) }
}

/// An error for pins that make no set.
public enum PinSetError: Error, Hashable, Sendable {
    case empty
    case tooMany(limit: Int)
    case noBackup(PinSet.Group)
}

extension PinSet.Group {
    /// The certificates that are meant, in words.
    public var words: String {
        switch self {
        case .anywhere: "the chain"
        case .leaf: "the server's certificate"
        case .authorities: "the authorities"
        }
    }
}
