import HoldfastX509

/// Days as TrustKit and Android write the ends of pins: `yyyy-MM-dd`.
enum PinDate {
    /// The beginning of a day in UTC; nil for what is no day.
    static func instant(_ text: String) -> Instant? {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard text.utf8.count == 10, parts.map(\.count) == [4, 2, 2] else { return nil }
        return Instant(rfc3339: text + "T00:00:00Z")
    }

    /// The day in which an end lies.
    static func text(_ end: Instant) -> String { String(end.description.prefix(10)) }

    /// Whether an end is the beginning of a day.
    static func isWholeDay(_ end: Instant) -> Bool { instant(text(end)) == end }
}
