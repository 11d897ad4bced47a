/// An OBJECT IDENTIFIER, kept as its content octets (X.690 §8.19).
public struct ObjectIdentifier: Hashable, Sendable {
    /// The content octets: every arc in base 128, shortest form.
    public let content: ArraySlice<UInt8>
    /// The first eight octets as a number, filled up with zeros: most identifiers have no more, and none is compared
    /// without them.
    private let head: UInt64

    /// Reads an identifier from its content octets.
    ///
    /// - Parameter content: the octets without tag and length.
    /// - Throws: ``DERError/Reason/invalidObjectIdentifier`` for no octets, an arc padded with 80, a cut last arc.
    public init(content: ArraySlice<UInt8>) throws(DERError) {
        guard let last = content.last, last < 0x80 else {
            throw DERError(.invalidObjectIdentifier, at: content.startIndex)
        }
        var atStart = true
        for index in content.indices {
            if atStart && content[index] == 0x80 { throw DERError(.invalidObjectIdentifier, at: index) }
            atStart = content[index] < 0x80
        }
        self.init(checked: content)
    }

    private init(checked content: ArraySlice<UInt8>) {
        self.content = content
        head = content.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } << UInt64(8 * (8 - min(content.count, 8)))
    }

    /// Makes an identifier from arcs known in the program's text, as `ObjectIdentifier(2, 5, 29, 17)`.
    ///
    /// - Precondition: at least two arcs, the first 0, 1 or 2, the second below 40 after 0 and 1.
    public init(_ arcs: UInt64...) {
        precondition(Self.areValid(arcs), "an object identifier needs two arcs, the first at most 2")
        self.init(checked: Self.encode(arcs)[...])
    }

    /// Reads an identifier in dotted form, as `2.5.29.17`; `nil` for anything else and for arcs over 64 bits.
    public init?(_ dotted: String) {
        var arcs: [UInt64] = []
        for part in dotted.split(separator: ".", omittingEmptySubsequences: false) {
            guard !part.isEmpty, part.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), part == "0" || part.first != "0",
                let arc = UInt64(part)
            else { return nil }
            arcs.append(arc)
        }
        guard Self.areValid(arcs) else { return nil }
        self.init(checked: Self.encode(arcs)[...])
    }

    public static func == (left: ObjectIdentifier, right: ObjectIdentifier) -> Bool {
        left.head == right.head && left.content.count == right.content.count
            && (left.content.count <= 8 || left.content == right.content)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(head)
        if content.count > 8 { hasher.combine(octets: content) }
    }

    private static func areValid(_ arcs: [UInt64]) -> Bool {
        guard arcs.count >= 2, arcs[0] <= 2 else { return false }
        return arcs[0] == 2 ? arcs[1] <= .max - 80 : arcs[1] < 40
    }

    private static func encode(_ arcs: [UInt64]) -> [UInt8] {
        var content: [UInt8] = []
        for arc in [arcs[0] * 40 + arcs[1]] + arcs[2...] {
            let septets = max(1, (64 - arc.leadingZeroBitCount + 6) / 7)
            for index in (0..<septets).reversed() {
                content.append(UInt8(truncatingIfNeeded: arc >> UInt64(7 * index)) & 0x7F | (index > 0 ? 0x80 : 0))
            }
        }
        return content
    }
}

extension ObjectIdentifier: DERTaggable {
    package static var ownTag: DERTag { .objectIdentifier }

    package init(from reader: inout DERReader, as tag: DERTag) throws(DERError) {
        self = try reader.readObjectIdentifier(as: tag)
    }

    public func write(into writer: inout DERWriter) { writer.oid(self) }
}

extension ObjectIdentifier: CustomStringConvertible {
    /// The dotted form, as `1.2.840.113549.1.1.11`; an arc over 128 bits is written in hexadecimal octets.
    public var description: String {
        var text = ""
        var start = content.startIndex
        for index in content.indices where content[index] < 0x80 {
            let arc = Self.arc(content[start...index])
            if let arc, text.isEmpty {
                let first = min(arc / 40, 2)
                text = "\(first).\(arc - first * 40)"
            } else if let arc {
                text += ".\(arc)"
            } else {
                // The first number holds two arcs; one of this size can only begin with 2.
                text += (text.isEmpty ? "2.0x" : ".0x") + HexString.encode(content[start...index])
            }
            start = index + 1
        }
        return text
    }

    private static func arc(_ septets: ArraySlice<UInt8>) -> UInt128? {
        var value: UInt128 = 0
        for octet in septets {
            guard value <= UInt128.max >> 7 else { return nil }
            value = value << 7 | UInt128(octet & 0x7F)
        }
        return value
    }
}
