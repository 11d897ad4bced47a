import HoldfastX509

/// What holds of every distinguished name: it is itself, in itself, and written as it was read.
func checkName(_ name: DistinguishedName) throws(Violation) {
    let levels = name.relativeNames
    try expect(name.isEmpty == levels.isEmpty, "a name with levels is empty, or one without is not")
    try expect(DistinguishedName(levels).bytes == name.bytes, "a name made of its levels has other bytes")
    try expect(name.isWithin(name), "a name is not within itself")
    guard let again = try? DistinguishedName(der: name.bytes) else { throw Violation("a name is not read again") }
    try expect(again.matches(name) && name.matches(again), "a name does not match itself, read again")
    try expect(again.comparisonForm.hashValue == name.comparisonForm.hashValue, "names that match have two hashes")
    if !levels.isEmpty {
        let above = DistinguishedName(Array(levels.dropLast()))
        try expect(name.isWithin(above), "a name is not within the name above it")
        try expect(!above.isWithin(name), "a name is within a longer one")
        try expect(!above.matches(name), "a name matches the name above it")
    }
    try checkText("\(name)")
    try checkText(name.shortDescription)
    for attribute in levels.flatMap(\.attributes) { try checkIdentifier(attribute.type) }
}

/// Matching has no direction, and is what the comparison forms say.
func checkMatching(_ left: DistinguishedName, _ right: DistinguishedName) throws(Violation) {
    let matches = left.matches(right)
    try expect(matches == right.matches(left), "\(left) matches \(right) in one direction only")
    try expect(matches == (left.comparisonForm == right.comparisonForm), "matching is not equality of forms")
    if matches {
        try expect(
            left.comparisonForm.hashValue == right.comparisonForm.hashValue, "names that match have two hashes")
        try expect(left.isWithin(right) && right.isWithin(left), "names that match are not within each other")
    }
}

func checkNames(_ names: [GeneralName]?, in input: Input) throws(Violation) {
    for name in names ?? [] {
        try checkText("\(name)")
        try checkRoundTrip(name, "\(name)")
        switch name {
        case .directoryName(let directory): try checkName(directory)
        case .dnsName(let text), .rfc822Name(let text), .uniformResourceIdentifier(let text):
            try input.expectHolds(text.bytes, "a general name")
        case .ipAddress(let octets), .x400Address(let octets), .ediPartyName(let octets), .otherName(_, let octets):
            try input.expectHolds(octets, "a general name")
        case .registeredID(let identifier): try checkIdentifier(identifier)
        }
    }
}

/// Text for people has nothing in it that moves the rest of a line or hides.
func checkText(_ text: String) throws(Violation) {
    for scalar in text.unicodeScalars {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
            throw Violation("U+\(String(scalar.value, radix: 16)), which cannot be seen, in text for people")
        default: continue
        }
    }
}
