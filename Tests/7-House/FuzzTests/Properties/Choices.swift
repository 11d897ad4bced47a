/// An input as a row of choices, for properties of things that are made and not read: from its beginning on, octet by
/// octet, and zeros behind its end. Whatever the fuzzer does to an input, it means something.
struct Choices {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func octet() -> UInt8 { rest.popFirst() ?? 0 }

    /// A number below `count`.
    mutating func number(below count: Int) -> Int { Int(octet()) % max(count, 1) }

    /// Whether bit `bit` of an octet is set, for several switches in one octet.
    static func isSet(_ bit: Int, of octet: UInt8) -> Bool { octet >> UInt8(bit) & 1 == 1 }
}
