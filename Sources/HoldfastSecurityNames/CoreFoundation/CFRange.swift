/// A part of an array, of bytes or of a text: where it begins and how long it is.
public struct CFRange: Sendable {
    public var location: CFIndex
    public var length: CFIndex

    public init() { self.init(location: 0, length: 0) }

    public init(location: CFIndex, length: CFIndex) {
        self.location = location
        self.length = length
    }

    /// The range within something of `count` elements; nil where it reaches beyond.
    func within(_ count: Int) -> Range<Int>? {
        guard location >= 0, length >= 0, location <= count, length <= count - location else { return nil }
        return location..<(location + length)
    }
}

/// A range from its start and its length.
public func CFRangeMake(_ loc: CFIndex, _ len: CFIndex) -> CFRange { CFRange(location: loc, length: len) }

/// The order of two values.
public enum CFComparisonResult: CFIndex, Sendable {
    case compareLessThan = -1
    case compareEqualTo = 0
    case compareGreaterThan = 1
}
