import HoldfastX509

/// What was decoded has to stand where it says it stands.
struct Input {
    let bytes: [UInt8]

    /// Throws where `part` is no piece of the input, at its own indices.
    func expectHolds(_ part: ArraySlice<UInt8>, _ name: String) throws(Violation) {
        // An empty part may be a constant, which stands nowhere.
        guard !part.isEmpty else { return }
        try expect(
            part.startIndex >= 0 && part.endIndex <= bytes.count && bytes[part.indices] == part,
            "\(name) is not taken from the input")
    }

    func expectHolds(_ extensions: [Extension]) throws(Violation) {
        for next in extensions {
            try expectHolds(next.bytes, "an extension")
            try expectHolds(next.value, "the value of an extension")
            try expectHolds(next.oid.content, "the identifier of an extension")
            try expect(next.der == Array(next.bytes), "an extension written anew differs")
            try checkIdentifier(next.oid)
        }
    }

    /// An error says where the input is wrong, and what is wrong with it.
    func expectPlace(of error: DERError) throws(Violation) {
        try expect((0...bytes.count).contains(error.offset), "the place of the error \(error) is not in the input")
        try expect(!error.description.isEmpty, "an error without words")
    }
}

/// What a value is written as, is read as the same value.
func checkRoundTrip<Value: DERCodable & Equatable>(_ value: Value?, _ name: String) throws(Violation) {
    guard let value else { return }
    let again = try? Value(der: value.der)
    try expect(again == value, "\(name), written and read, is another one")
}

/// The dotted form of an identifier is read as the same identifier, where its arcs fit.
func checkIdentifier(_ identifier: ObjectIdentifier) throws(Violation) {
    let text = identifier.description
    try expect(!text.isEmpty, "an object identifier without text")
    guard let again = ObjectIdentifier(text) else { return }
    try expect(again == identifier, "\(text) is the text of two object identifiers")
}
