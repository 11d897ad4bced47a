/// A field written as its line, with values of the program's: `"Accept: application/json"`, `"X-Request-ID: \(id)"`.
///
/// The name is what stands before the first colon, and no value may be interpolated there: what comes from outside
/// chooses no name. A line without a colon, a name that is no token and a value with a control character, as one with a
/// line's end would be, are never sent: the request that has such a field ends with the code `unusableRequest`, before
/// a connection is opened for it.
extension HTTPField: ExpressibleByStringInterpolation {
    public init(stringLiteral line: String) {
        var parts = StringInterpolation(literalCapacity: 0, interpolationCount: 0)
        parts.appendLiteral(line)
        self.init(stringInterpolation: parts)
    }

    public init(stringInterpolation parts: StringInterpolation) { self.init(unchecked: parts.name, value: parts.value) }

    /// The parts of a field's line.
    public struct StringInterpolation: StringInterpolationProtocol {
        /// The text before the first colon; empty for no name.
        private(set) var name = ""
        private(set) var value = ""
        /// Whether the name has ended, or can be none any more.
        private var isPastName = false

        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Adds a part of the line that the program has written.
        public mutating func appendLiteral(_ literal: String) {
            guard !isPastName, let colon = literal.utf8.firstIndex(of: UInt8(ascii: ":")) else {
                value += literal
                return
            }
            name = String(literal[..<colon])
            value = String(literal[literal.utf8.index(after: colon)...])
            isPastName = true
        }

        /// Adds a value; before the colon the line has no name.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            isPastName = true
            self.value += value.description
        }
    }
}

extension [HTTPField] {
    /// The value of the first field of that name.
    public func first(named name: String) -> String? {
        // By indices: a copy of each field would be counted.
        for place in indices where self[place].isNamed(name) { return self[place].value }
        return nil
    }

    /// The value of the fields of a name, which is compared without regard to case; nil for none.
    ///
    /// Those of several lines are one, with ", " between them (RFC 9110 §5.3). `Set-Cookie` is no list, "might contain
    /// a comma" and "cannot be combined" there: of several the first is given.
    ///
    /// Set, one line takes the place of all of that name, and nil takes them away. A name or a value that no line can
    /// hold is never sent: the request ends with the code `unusableRequest`.
    public subscript(name: String) -> String? {
        get {
            var joined: String?
            // By indices: a copy of each field would be counted.
            for place in indices where self[place].isNamed(name) {
                guard let before = joined else {
                    joined = self[place].value
                    continue
                }
                if self[place].isNamed("Set-Cookie") { return before }
                joined = "\(before), \(self[place].value)"
            }
            return joined
        }
        set {
            let place = firstIndex { $0.isNamed(name) } ?? endIndex
            removeAll { $0.isNamed(name) }
            if let newValue { insert(HTTPField(unchecked: name, value: newValue), at: place) }
        }
    }
}
