public import HoldfastTrust
import HoldfastX509

/// Words beside a pin in a file, for its readers. No verdict depends on them.
public struct PinLabel: Hashable, Sendable, CustomStringConvertible {
    /// Characters of a label; 200.
    public static let maximumLength = 200

    /// The owner's name for the pin, one line; nil where it has none.
    public let text: String?
    /// Whether it is the pin of a key that is kept elsewhere, for when the one in use is lost (RFC 7469 §4.3).
    public let isBackup: Bool

    /// A label.
    ///
    /// - Parameter text: up to ``maximumLength`` characters on one line.
    /// - Returns: nil for another text, and for a label that says nothing.
    public init?(_ text: String?, isBackup: Bool = false) {
        guard text != nil || isBackup, text.map(Self.isLabel) ?? true else { return nil }
        (self.text, self.isBackup) = (text, isBackup)
    }

    /// A label out of a comment in another format, cut where it is too long: one that begins with "backup" marks one.
    init?(comment: some StringProtocol) {
        let shown = String(comment.unicodeScalars.map { Self.isShown($0) ? Character($0) : " " })
        let line = shown.split(separator: " ").joined(separator: " ")
        guard !line.isEmpty else { return nil }
        let isBackup = line.asciiLowercased().hasPrefix(Self.backup)
        if line == Self.backup {
            self.init(nil, isBackup: true)
        } else {
            let mark = Self.backup + ": "
            let text = line.hasPrefix(mark) ? line.dropFirst(mark.count) : line[...]
            self.init(Self.shortened(text.unicodeScalars), isBackup: isBackup)
        }
    }

    private static let backup = "backup"

    private static func shortened(_ text: Substring.UnicodeScalarView) -> String {
        guard text.count > maximumLength else { return String(text) }
        return String(text.prefix(maximumLength - 1)) + "…"
    }

    private static func isLabel(_ text: String) -> Bool {
        !text.isEmpty && text.unicodeScalars.count <= maximumLength && text.unicodeScalars.allSatisfy(isShown)
    }

    /// Whether a character stands on a line: neither a control character nor a separator of lines.
    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }

    /// `backup`, `backup: TEXT` or `TEXT`.
    public var description: String {
        guard isBackup else { return text ?? "" }
        return text.map { "\(Self.backup): \($0)" } ?? Self.backup
    }
}

/// Notation of the pins of one pattern in a file, beside what they say: labels, and the order in which they stand.
public struct PinNotation: Hashable, Sendable {
    public let labels: [Pin: PinLabel]
    /// The pins in the order of the file; empty where that is the usual one: those of backups last, and otherwise by
    /// their texts.
    public let order: [Pin]

    /// The notation of groups of pins.
    ///
    /// - Parameter groups: the pins of each group in the order in which they stand; empty for the usual one.
    public init(_ groups: [[Pin]] = [], labels: [Pin: PinLabel] = [:]) {
        self.labels = labels
        var order: [Pin] = []
        var seen: Set<Pin> = []
        for pin in groups.joined() where seen.insert(pin).inserted { order.append(pin) }
        // As they stand, and as they would be written: a pin of two groups may have one place in the order alone.
        let usual = groups.map { Self.sorted(Set($0), [], labels) }
        let isUsual = groups == usual || groups.map { Self.sorted(Set($0), order, labels) } == usual
        self.order = isUsual ? [] : order
    }

    /// Whether it says nothing.
    public var isEmpty: Bool { labels.isEmpty && order.isEmpty }

    /// The pins of a group in the order in which they are written.
    public func sorted(_ pins: Set<Pin>) -> [Pin] { Self.sorted(pins, order, labels) }

    private static func sorted(_ pins: Set<Pin>, _ order: [Pin], _ labels: [Pin: PinLabel]) -> [Pin] {
        let ranks = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let keys = pins.map { pin in
            (pin: pin, rank: ranks[pin] ?? order.count, isBackup: labels[pin]?.isBackup ?? false, text: "\(pin)")
        }
        return keys.sorted { left, right in
            (left.rank, left.isBackup ? 1 : 0, left.text) < (right.rank, right.isBackup ? 1 : 0, right.text)
        }.map(\.pin)
    }
}
