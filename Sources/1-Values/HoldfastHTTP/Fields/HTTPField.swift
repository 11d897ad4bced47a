import HoldfastX509

/// One header field, checked so that it can neither end its line nor begin another (RFC 9110 §5.1, §5.5).
public struct HTTPField: Hashable, Sendable {
    /// The name as given; compare with ``isNamed(_:)``.
    public let name: String
    /// The value as text. Octets of a message that are no UTF-8 are taken for ISO 8859-1 (RFC 9110 §5.5).
    public let value: String
    /// Whether the octets of the value are those of ISO 8859-1, and not those of UTF-8.
    private let isLatin1: Bool

    /// A field; nil unless the name is a token and the value has no control character but the tab.
    ///
    /// White space around the value is no part of it and is dropped.
    public init?(name: String, value: String) {
        self.init(unchecked: name, value: value)
        guard isSendable else { return nil }
    }

    /// A field as a program wrote it, which is looked at when it is to be sent.
    package init(unchecked name: String, value: String) {
        self.init(name, String(Substring(FieldGrammar.trimmed(value.utf8))))
    }

    /// A field as it stands in a message, or is to stand there: nothing of it is looked at.
    package init(_ name: String, _ value: String) { self.init(name, value, isLatin1: false) }

    /// A field of a message, whose octets are not ours to choose. Inlinable, so that it is made for each collection.
    @inlinable
    package init(_ name: String, octets: some Collection<UInt8>) {
        if octets.allSatisfy({ $0 < 0x80 }) {
            self.init(name, String(decoding: octets, as: UTF8.self), isLatin1: false)
        } else if let text = String(validating: octets, as: UTF8.self) {
            self.init(name, text, isLatin1: false)
        } else {
            self.init(
                name, String(String.UnicodeScalarView(octets.map { Unicode.Scalar($0) })), isLatin1: true)
        }
    }

    @usableFromInline
    init(_ name: String, _ value: String, isLatin1: Bool) {
        (self.name, self.value, self.isLatin1) = (name, value, isLatin1)
    }

    /// The octets of the value, as they stood or are to stand in the message.
    package var octets: [UInt8] {
        isLatin1 ? value.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } : Array(value.utf8)
    }

    /// Adds the ``octets`` to others.
    package func writeValue(to bytes: inout [UInt8]) {
        if isLatin1 { bytes.append(contentsOf: octets) } else { bytes.append(contentsOf: value.utf8) }
    }

    /// The number of ``octets``.
    package var octetCount: Int { isLatin1 ? value.unicodeScalars.count : value.utf8.count }

    /// Whether a line of a header can hold it (RFC 9110 §5.1, §5.5): a name that is a token, and a value that ends
    /// neither the line nor the header.
    package var isSendable: Bool { FieldGrammar.isToken(name.utf8) && FieldGrammar.isValue(value.utf8) }

    /// Whether this is the field of that name; names are compared without regard to case (RFC 9110 §5.1).
    public func isNamed(_ other: String) -> Bool {
        guard name.utf8.count == other.utf8.count else { return false }
        let mine = name.utf8.span
        let theirs = other.utf8.span
        for place in mine.indices where ASCIIText.lowercased(mine[place]) != ASCIIText.lowercased(theirs[place]) {
            return false
        }
        return true
    }
}

extension HTTPField: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Fields whose value lets whoever reads it act as somebody else.
    private static let secrets = ["Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie"]

    /// The field as a line; the value of one that holds a password or stands for one is left out, ``value`` has it. So
    /// is that of a field whose name is none.
    public var description: String {
        let isHidden = !FieldGrammar.isToken(name.utf8) || Self.secrets.contains(where: isNamed)
        return isHidden ? "\(name): (hidden)" : "\(name): \(value)"
    }

    public var debugDescription: String { description }

    public var customMirror: Mirror { Mirror(self, children: ["field": description]) }
}
