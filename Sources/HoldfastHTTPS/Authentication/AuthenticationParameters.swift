/// The parameters of a challenge or of an `Authentication-Info` field (RFC 9110 §11.2): no name occurs twice.
package struct AuthenticationParameters: Hashable, Sendable, Sequence {
    /// One parameter.
    package struct Parameter: Hashable, Sendable {
        /// The name in lower case; names are compared without regard to case.
        package let name: String
        /// The value, without quotes and without the backslashes of quoted pairs.
        package let value: String
    }

    private var list: [Parameter] = []

    init() {}

    /// The value of the parameter with this name, written in lower case.
    package subscript(name: String) -> String? { list.first { $0.name == name }?.value }

    /// How many there are.
    package var count: Int { list.count }

    package func makeIterator() -> some IteratorProtocol<Parameter> { list.makeIterator() }

    /// Adds a parameter.
    ///
    /// - Throws: the defect for a name that is there already, and for one more than ``ChallengeHeader/Limits`` allows.
    mutating func add(_ name: String, _ value: String) throws(ChallengeHeader.Reason) {
        let name = name.lowercased()
        guard self[name] == nil else { throw .duplicateParameter(name) }
        guard list.count < ChallengeHeader.Limits.parameters else { throw .tooManyParameters }
        list.append(Parameter(name: name, value: value))
    }
}
