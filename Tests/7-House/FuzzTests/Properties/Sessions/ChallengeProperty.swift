@testable import HoldfastWeb

/// The challenges of fields, a line each, are few, and what each says is the same once it is written and read; whatever
/// is left out is named with its place. Fields read as one list (RFC 9110 §5.3) where each is whole.
func checkChallenges(_ bytes: [UInt8]) throws(Violation) {
    let values = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    let header = ChallengeHeader(values)
    try checkBounds(header, values)
    for challenge in header.challenges { try checkWritten(challenge) }
    try expect(ChallengeHeader(values) == header, "the same fields give other challenges")
    // A field that is broken at its end would take in the next one, and a limit is reached earlier with commas.
    guard header.defects.isEmpty, values.joined().utf8.count + values.count < ChallengeHeader.Limits.bytes else {
        return
    }
    let joined = ChallengeHeader([values.joined(separator: ",")])
    // A parameter that begins a field has no scheme; behind a comma it is one of the challenge before.
    try expect(
        joined.challenges == header.challenges || joined.challenges.count == header.challenges.count,
        "one list of all fields gives \(joined.challenges.count) challenges, and not \(header.challenges.count)")
    for challenge in header.challenges where challenge.scheme == .digest { try checkDigest(challenge) }
    // What is no such field says nothing.
    if let parameters = try? AuthenticationParameters(fields: values) { try checkParameters(parameters) }
}

private func checkBounds(_ header: ChallengeHeader, _ values: [String]) throws(Violation) {
    try expect(
        header.challenges.count <= ChallengeHeader.Limits.challenges, "\(header.challenges.count) challenges are read")
    for defect in header.defects {
        try expect(values.indices.contains(defect.field), "field \(defect.field) is none")
        try expect(
            (0...values[defect.field].utf8.count).contains(defect.offset), "octet \(defect.offset) is none of the field"
        )
        try expect((1...200).contains(defect.reason.description.unicodeScalars.count), "a defect without words")
    }
    for challenge in header.challenges { try checkParameters(challenge.parameters) }
}

private func checkParameters(_ parameters: AuthenticationParameters) throws(Violation) {
    try expect(parameters.count <= ChallengeHeader.Limits.parameters, "\(parameters.count) parameters are read")
    let names = parameters.map(\.name)
    try expect(Set(names).count == names.count, "a parameter stands there twice")
    for parameter in parameters {
        try expect(!parameter.name.isEmpty && parameter.name == parameter.name.lowercased(), "a name in capitals")
        try expect(!parameter.value.utf8.contains { $0 < 0x20 && $0 != 9 || $0 == 0x7F }, "a control character is kept")
    }
}

/// RFC 9110 §11.3: the scheme, and a token68 or parameters, each as a quoted string.
private func checkWritten(_ challenge: OfferedChallenge) throws(Violation) {
    var text = "\(challenge.scheme) "
    switch challenge.content {
    case .token68(let token): text += token
    case .parameters(let parameters):
        text += parameters.map { parameter in
            let value = parameter.value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
            return "\(parameter.name)=\"\(value)\""
        }.joined(separator: ", ")
    }
    let again = ChallengeHeader([text])
    try expect(again.challenges == [challenge] && again.defects.isEmpty, "'\(text)' is read as another challenge")
}

private func checkDigest(_ challenge: OfferedChallenge) throws(Violation) {
    // What is refused is not answered.
    guard let digest = try? DigestChallenge(challenge) else { return }
    try expect(!digest.nonce.isEmpty && challenge.parameters["nonce"] == digest.nonce, "another nonce")
    // A list of which nothing is known must not lead back to RFC 2069.
    try expect(challenge.parameters["qop"] == nil || !digest.qualities.isEmpty, "an offer of qop is forgotten")
}
