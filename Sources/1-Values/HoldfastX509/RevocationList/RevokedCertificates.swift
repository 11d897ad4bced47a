/// The entries of a revocation list, left where they stand: read one by one, or looked up by serial number.
///
/// A list may have a million entries. They are read once, strictly, when the list is, and then only their places are
/// kept, 12 to 20 bytes an entry, in an index by serial number; each entry that is asked for is read again.
public struct RevokedCertificates: Sendable {
    /// An entry and the issuer of its certificate, as far as the list names it.
    public struct Match: Hashable, Sendable {
        /// The entry.
        public let entry: RevokedCertificate
        /// The names that stand in the nearest entry at or before this one that names an issuer; `nil` where none does,
        /// and the certificate's issuer is the list's (RFC 5280 §5.3.3).
        public let certificateIssuer: [GeneralName]?
    }

    private let input: ArraySlice<UInt8>
    private let limits: DERLimits
    private let index: SerialNumberIndex
    private let issuers: [(entry: UInt32, names: [GeneralName])]
    /// The first critical extension of an entry that is not known here; the list then says nothing of any certificate.
    public let unknownCriticalExtension: ObjectIdentifier?
    /// The first extension that stands twice in one entry.
    public let repeatedExtension: ObjectIdentifier?
    /// Whether an entry has extensions, which version 1 does not allow.
    public let haveExtensions: Bool
    /// Whether an entry names the issuer of its certificate by an empty list of names: whose the entries from there on
    /// are, up to the next that names one, is not said (RFC 5280 §5.3.3: "one or more names").
    public var haveUnnamedIssuers: Bool { issuers.contains { $0.names.isEmpty } }

    /// A list without entries.
    static let none = RevokedCertificates()

    private init() {
        input = []
        limits = .default
        index = SerialNumberIndex()
        issuers = []
        unknownCriticalExtension = nil
        repeatedExtension = nil
        haveExtensions = false
    }

    /// Reads the content of the SEQUENCE OF to its end.
    init(content reader: inout DERReader) throws(DERError) {
        let start = reader.offset
        input = reader.remaining
        // Each entry alone is under these limits again when it is read anew.
        limits = DERLimits(maximumBytes: .max, maximumDepth: .max, maximumElements: .max)
        var index = SerialNumberIndex.Builder()
        var issuers: [(entry: UInt32, names: [GeneralName])] = []
        var unknown: ObjectIdentifier?
        var repeated: ObjectIdentifier?
        var haveExtensions = false
        while !reader.isAtEnd {
            let place = reader.offset - start
            let entry: RevokedCertificate
            do throws(DERError) {
                entry = try RevokedCertificate(from: &reader)
            } catch {
                throw error.inside(index: index.count)
            }
            guard let place = UInt32(exactly: place) else {
                throw DERError(.inputTooLarge(bytes: place, limit: Int(UInt32.max)), at: start + place)
            }
            if entry.crlEntryExtensions != nil {
                haveExtensions = true
                if let names = entry.certificateIssuer { issuers.append((UInt32(index.count), names)) }
                unknown = unknown ?? entry.unknownCriticalExtension
                repeated = repeated ?? entry.repeatedExtension
            }
            index.append(entry.userCertificate, at: place)
        }
        self.index = index.finish()
        self.issuers = issuers
        unknownCriticalExtension = unknown
        repeatedExtension = repeated
        self.haveExtensions = haveExtensions
    }

    /// The number of entries.
    public var count: Int { index.count }

    /// Whether there is none.
    public var isEmpty: Bool { index.count == 0 }

    /// Whether an entry names the issuer of its certificate, as those of indirect lists do.
    public var haveCertificateIssuers: Bool { !issuers.isEmpty }

    /// The first entry of this serial number that `isWanted` accepts, the one that stands last in the list first; `nil`
    /// where there is none.
    ///
    /// - Parameters:
    ///   - serialNumber: the number; compared by its octets.
    ///   - isWanted: looks at the entry and its issuer. Called for each entry of that number until it says yes: once,
    ///     but for indirect lists, where two authorities may have given the same number.
    public func last(
        _ serialNumber: SerialNumber, where isWanted: (Match) -> Bool = { _ in true }
    ) -> Match? {
        for position in index.positions(of: serialNumber) {
            guard let entry = entry(at: index.offset(of: position)), entry.userCertificate == serialNumber
            else {
                continue
            }
            let match = Match(entry: entry, certificateIssuer: issuer(ofEntry: position))
            if isWanted(match) { return match }
        }
        return nil
    }

    private func issuer(ofEntry position: UInt32) -> [GeneralName]? {
        var (low, high) = (0, issuers.count)
        while low < high {
            let middle = (low + high) / 2
            if issuers[middle].entry <= position { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? issuers[low - 1].names : nil
    }

    /// The entry that begins at this place; it has been read before without an error.
    private func entry(at place: UInt32) -> RevokedCertificate? {
        guard var reader = try? DERReader(input.dropFirst(Int(place)), limits: limits) else {
            return nil
        }
        return try? RevokedCertificate(from: &reader)
    }
}

extension RevokedCertificates: Sequence {
    /// Reads the entries one after the other, in the list's order.
    public struct Iterator: IteratorProtocol {
        fileprivate var reader: DERReader?

        public mutating func next() -> RevokedCertificate? {
            guard reader?.isAtEnd == false else { return nil }
            return try? reader.map { reader throws(DERError) in
                var reader = reader
                let entry = try RevokedCertificate(from: &reader)
                self.reader = reader
                return entry
            }
        }
    }

    public func makeIterator() -> Iterator { Iterator(reader: try? DERReader(input, limits: limits)) }

    public var underestimatedCount: Int { count }
}
