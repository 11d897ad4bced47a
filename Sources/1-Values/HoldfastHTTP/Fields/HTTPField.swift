import HoldfastX509

/// One header field, checked so that it can neither end its line nor begin another (RFC 9110 §5.1, §5.5).
public struct HTTPField: Hashable, Sendable {
    /// The name as given; compare with ``isNamed(_:)``.
    public let name: String
    public let value: String

    /// A field; nil unless the name is a token and the value has no control character but the tab.
    ///
    /// White space around the value is no part of it and is dropped.
    public init?(name: String, value: String) {
        self.init(unchecked: name, value: value)
        guard isSendable else { return nil }
    }

    /// A field as a program wrote it, which is looked at when it is to be sent.
    package init(unchecked name: String, value: String) {
        let isSpace = { (octet: UInt8) in octet == 0x20 || octet == 0x09 }
        let trimmed = value.utf8.drop(while: isSpace)
        let end = trimmed.lastIndex { !isSpace($0) }.map { trimmed.index(after: $0) } ?? trimmed.startIndex
        self.name = name
        self.value = String(decoding: trimmed[..<end], as: UTF8.self)
    }

    /// Whether a line of a header can hold it (RFC 9110 §5.1, §5.5): a name that is a token, and a value that ends
    /// neither the line nor the header.
    package var isSendable: Bool {
        !name.isEmpty && name.utf8.allSatisfy(Self.isTokenOctet)
            && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 }
    }

    /// A field of a response, whose octets are not ours to choose.
    package init(received name: String, value: String) {
        self.name = name
        self.value = value
    }

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

    /// RFC 9110 §5.6.2: `tchar`.
    package static func isTokenOctet(_ octet: UInt8) -> Bool {
        switch octet {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(octet)
        }
    }
}

extension HTTPField: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Fields whose value lets whoever reads it act as somebody else.
    private static let secrets = ["Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie"]

    /// The field as a line; the value of one that holds a password or stands for one is left out, ``value`` has it. So
    /// is that of a field whose name is none.
    public var description: String {
        let hasName = !name.isEmpty && name.utf8.allSatisfy(Self.isTokenOctet)
        let isHidden = !hasName || Self.secrets.contains(where: isNamed)
        return isHidden ? "\(name): (hidden)" : "\(name): \(value)"
    }

    public var debugDescription: String { description }

    public var customMirror: Mirror { Mirror(self, children: ["field": description]) }
}
