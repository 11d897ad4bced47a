/// Binds a response to its request (RFC 9654 §2.1): OCTET STRING (SIZE(1..128)), inside the extension's value.
public struct OCSPNonce: Hashable, Sendable {
    /// The lengths that RFC 9654 §2.1 allows.
    public static let lengths = 1...128
    /// The least that RFC 9654 §2.1 asks of clients.
    public static let requestLength = 32

    /// The octets.
    public let bytes: ArraySlice<UInt8>

    /// Makes a nonce; `nil` for more or fewer octets than the RFC allows.
    ///
    /// - Parameter bytes: random ones, ``requestLength`` of them.
    public init?(_ bytes: [UInt8]) {
        guard Self.lengths.contains(bytes.count) else { return nil }
        self.bytes = bytes[...]
    }

    /// The extension of a request or of a response.
    public var asExtension: Extension { Extension(.ocspNonce, value: der) }
}

extension OCSPNonce: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        bytes = try reader.readOctetString()
        guard Self.lengths.contains(bytes.count) else {
            throw DERError(.invalidValue("nonce that is not 1 to 128 octets long"), at: bytes.startIndex)
        }
    }

    public func write(into writer: inout DERWriter) { writer.octetString(bytes) }
}
