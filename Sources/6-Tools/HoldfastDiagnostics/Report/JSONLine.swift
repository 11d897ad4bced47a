import HoldfastJSON
package import HoldfastX509

/// An object of JSON: its members by name.
package struct JSONObject: Encodable {
    private(set) var members: [(name: String, value: any Encodable)]

    /// Makes an object.
    ///
    /// - Parameters:
    ///   - all: members that are always there, null where they have no value.
    ///   - others: members that are left out where they have no value.
    package init(
        _ all: KeyValuePairs<String, any Encodable>, unlessNone others: KeyValuePairs<String, (any Encodable)?> = [:]
    ) {
        members = all.map { (name: $0.key, value: $0.value) }
        for (name, value) in others { if let value { members.append((name, value)) } }
    }

    /// The object with the other's members beside its own.
    func merging(_ other: JSONObject) -> JSONObject {
        var both = self
        both.members += other.members.filter { member in !members.contains { $0.name == member.name } }
        return both
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Name.self)
        for (name, value) in members { try container.encode(value, forKey: Name(stringValue: name)) }
    }
}

/// A value that JSON has as one object.
package protocol JSONReport: Encodable {
    /// The object's members.
    var json: JSONObject { get }
}

extension JSONReport {
    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

/// A report that is one line of JSON by itself.
public protocol JSONLineReport: Encodable {}

extension JSONLineReport {
    /// One line of JSON in the schema that its member `schema` names, keys sorted, without a line end.
    public func jsonLine() throws -> String { String(decoding: try JSONLine.bytes(of: self), as: UTF8.self) }
}

/// JSON on one line, as every command prints it.
package enum JSONLine {
    /// The value's JSON with sorted keys, without a line end.
    ///
    /// Characters that JSON lets pass and that control a terminal or the direction of writing are escaped, as
    /// ``SafeText`` does it in text: DEL and C1, U+202E. What is read from it is the same.
    package static func bytes(of value: some Encodable) throws -> [UInt8] {
        var output = JSONOutput()
        try output.write(value)
        return escapingControls(output.bytes)
    }

    private static func escapingControls(_ bytes: [UInt8]) -> [UInt8] {
        // What most lines are made of needs no table.
        guard bytes.contains(where: { $0 >= 0x7f }) else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            // Line ends that JSON has between values are none of a text's.
            let escape = scalar.value < 0x7f ? nil : JSONText.escape(of: scalar)
            result += (escape ?? String(scalar)).utf8
        }
        return result
    }
}

/// Numbers and instants as every JSON that is printed has them: as exact as they are known, and no longer.
package enum JSONNumber {
    /// A number with at most three decimals: a time in milliseconds to the microsecond, a ratio.
    package static func rounded(_ value: Double) -> Double {
        let scaled = (value * 1_000).rounded()
        // Beyond this a number has no such decimals, and what is no number stays none.
        return scaled.magnitude < 9e15 ? scaled / 1_000 : value
    }

    /// A length of time in milliseconds, with at most three decimals.
    package static func milliseconds(_ duration: Duration) -> Double { rounded(duration / .milliseconds(1)) }
}

extension Instant {
    /// RFC 3339 with whole milliseconds; a fraction only where there is one.
    ///
    /// Cut off and not rounded, so that no instant is told as a later one.
    package var toTheMillisecond: String {
        Instant(secondsSince1970: secondsSince1970, nanoseconds: nanoseconds / 1_000_000 * 1_000_000).description
    }
}
