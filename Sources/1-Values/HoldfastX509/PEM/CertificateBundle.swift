/// Certificates as authorities offer them for download (RFC 5280 §4.2.2.1): one in DER, or several in a "certs-only"
/// message of the Cryptographic Message Syntax (RFC 5652 §5.1, RFC 5272 §4.1), which is PKCS #7's SignedData.
///
/// Nothing of the message but its certificates is looked at: nobody's signature is on it.
public struct CertificateBundle: Hashable, Sendable {
    /// Certificates read of a message.
    public static let maximumCertificates = 32

    /// The DER certificates, in the order in which they are there.
    public let certificates: [[UInt8]]

    /// Reads one certificate or a message.
    ///
    /// - Throws: ``DERError`` for anything else, and for a message of more than ``maximumCertificates``.
    public init(der: [UInt8], limits: DERLimits = .default) throws(DERError) {
        var reader = try DERReader(der[...], limits: limits)
        var isMessage = false
        let found = try reader.readSequence("ContentInfo or Certificate") {
            (outer: inout DERReader) throws(DERError) -> [[UInt8]] in
            isMessage = outer.nextIs(.objectIdentifier)
            guard isMessage else {
                while !outer.isAtEnd { _ = try outer.readElement() }
                return [der]
            }
            let start = outer.offset
            let type = try outer.readObjectIdentifier()
            guard type == .pkcs7SignedData else {
                throw DERError(.invalidValue(.contentType("\(type)")), at: start)
            }
            return try outer.readSequence("content", as: .context(0, constructed: true)) {
                (inner: inout DERReader) throws(DERError) -> [[UInt8]] in
                try inner.readSequence("SignedData", Self.certificates)
            }
        }
        try reader.expectEnd()
        certificates = found
    }

    /// SignedData ::= SEQUENCE { version, digestAlgorithms SET, encapContentInfo SEQUENCE, certificates [0] IMPLICIT
    /// SET OPTIONAL, crls [1] IMPLICIT SET OPTIONAL, signerInfos SET }
    private static func certificates(_ reader: inout DERReader) throws(DERError) -> [[UInt8]] {
        _ = try reader.readInteger()
        _ = try reader.read(.set)
        _ = try reader.read(.sequence)
        var found: [[UInt8]] = []
        if reader.nextIs(.context(0, constructed: true)) {
            let start = reader.offset
            found = try reader.readSequence("certificates", as: .context(0, constructed: true)) {
                (list: inout DERReader) throws(DERError) -> [[UInt8]] in
                var all: [[UInt8]] = []
                while !list.isAtEnd {
                    guard all.count < maximumCertificates else {
                        throw DERError(
                            .invalidValue(.tooManyCertificates(limit: maximumCertificates)), at: start)
                    }
                    let begin = list.offset
                    _ = try list.readElement()
                    all.append(Array(list.bytes(from: begin)))
                }
                return all
            }
        }
        while !reader.isAtEnd { _ = try reader.readElement() }
        return found
    }
}
