/// An algorithm and its parameters as they were encoded (RFC 5280 §4.1.1.2).
///
/// Two are equal when their bytes are: an absent parameter is not a NULL.
public struct AlgorithmIdentifier: Sendable {
    /// The whole SEQUENCE.
    public let bytes: ArraySlice<UInt8>
    /// The algorithm's identifier.
    public let algorithm: ObjectIdentifier
    /// The parameters' whole encoding; `nil` where there are none.
    public let parameters: ArraySlice<UInt8>?

    /// Makes an identifier.
    ///
    /// - Parameters:
    ///   - algorithm: which algorithm.
    ///   - parameters: the encoded parameters, or `nil` for none.
    public init(algorithm: ObjectIdentifier, parameters: [UInt8]? = nil) {
        var writer = DERWriter()
        Self.write(algorithm, parameters?[...], into: &writer)
        self.bytes = writer.bytes[...]
        self.algorithm = algorithm
        self.parameters = parameters?[...]
    }

    /// Whether the parameters are NULL, as RSA asks for (RFC 3279 §2.2.1).
    public var hasNullParameters: Bool {
        guard let parameters, parameters.count == 2 else { return false }
        return parameters[parameters.startIndex] == 0x05 && parameters[parameters.startIndex + 1] == 0x00
    }
}

// AlgorithmIdentifier ::= SEQUENCE {
//     algorithm   OBJECT IDENTIFIER,
//     parameters  ANY DEFINED BY algorithm OPTIONAL }
extension AlgorithmIdentifier: DERStructure {
    package init(fields reader: inout DERReader) throws(DERError) {
        bytes = reader.enclosingElement
        algorithm = try reader.value("algorithm", as: ObjectIdentifier.self)
        parameters = reader.isAtEnd ? nil : try reader.any("parameters").bytes
    }

    public func write(into writer: inout DERWriter) { Self.write(algorithm, parameters, into: &writer) }

    private static func write(
        _ algorithm: ObjectIdentifier, _ parameters: ArraySlice<UInt8>?, into writer: inout DERWriter
    ) {
        writer.sequence { inner in
            inner.oid(algorithm)
            if let parameters { inner.raw(parameters) }
        }
    }
}

extension AlgorithmIdentifier: Hashable, EqualByBytes {}

extension AlgorithmIdentifier: CustomStringConvertible {
    /// The algorithm's name, or its dotted form.
    public var description: String { algorithm.name ?? algorithm.description }
}
