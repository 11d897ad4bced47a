/// The challenges of a response: what all its `WWW-Authenticate` or all its `Proxy-Authenticate` fields say together.
///
/// Reading never fails as a whole. A challenge that breaks a rule is left out and stands in ``defects`` instead; the
/// others stay:
/// - Reading resumes behind the next comma that is not within quotes. What follows there belongs to the broken
///   challenge until a scheme begins another one.
/// - Within quotes nothing is taken for a challenge, whatever was wrong before them. A quoted string without its end
///   therefore takes the rest of its field with it: there is no telling where it should have ended, and the text of a
///   realm must not become a challenge.
/// - A field is read by itself. Neither a quoted string nor a challenge goes on in the next one.
package struct ChallengeHeader: Hashable, Sendable {
    /// Limits of what is read. Servers stay far below; whoever goes beyond does not want to be understood.
    package enum Limits {
        /// All field values together, in bytes; a field that goes beyond is not read, nor are those after it.
        package static let bytes = 65_536
        /// Challenges, broken ones included; those after it are not read.
        package static let challenges = 32
        /// Parameters of one challenge; one with more is broken.
        package static let parameters = 32
    }

    /// The reason why a part of the fields was left out.
    package enum ReadingError: Error, Hashable, Sendable {
        /// Neither a scheme nor a parameter, or one with something behind it.
        case malformed
        /// A quoted string without its end.
        case unterminatedString
        /// A control character within a quoted string.
        case controlCharacter
        /// A parameter before any scheme.
        case parameterWithoutScheme
        /// A parameter behind a `token68`, which stands alone.
        case parameterBesideToken68
        /// Two parameters of this name (RFC 9110 §11.2: each "MUST only occur once per challenge").
        case duplicateParameter(String)
        /// More parameters than ``Limits/parameters``.
        case tooManyParameters
        /// No realm, where the scheme cannot do without one.
        case noRealm
        /// More challenges than ``Limits/challenges``.
        case tooManyChallenges
        /// More bytes than ``Limits/bytes``.
        case tooManyBytes
    }

    /// A part of the fields that was left out.
    package struct Defect: Hashable, Sendable {
        /// The index of the field, from 0.
        package let field: Int
        /// The offset in the field's value at which the defect was seen, in bytes.
        package let offset: Int
        /// The defect found there.
        package let reason: ReadingError
    }

    /// The challenges that can be used, in the order received.
    package private(set) var challenges: [OfferedChallenge] = []
    /// The parts that were left out, in the order received; the first defect of each challenge.
    package private(set) var defects: [Defect] = []

    /// Reads the values of all fields of one name, in the order received.
    package init(_ values: [String]) {
        var bytes = 0
        var room = Limits.challenges
        for (index, value) in values.enumerated() {
            bytes += value.utf8.count
            guard bytes <= Limits.bytes else {
                defects.append(Defect(field: index, offset: 0, reason: .tooManyBytes))
                return
            }
            var parser = ChallengeParser(value, room: room)
            let hasMore = !parser.parse()
            challenges += parser.challenges
            defects += parser.defects.map { Defect(field: index, offset: $0.offset, reason: $0.reason) }
            room = parser.room
            guard !hasMore else { return }
        }
    }
}
