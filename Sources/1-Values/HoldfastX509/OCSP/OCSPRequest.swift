/// A question to an OCSP responder (RFC 6960 §4.1.1), not signed.
public struct OCSPRequest: Hashable, Sendable {
    /// The certificates that are asked about; RFC 5019 §2.1.1 asks clients for one.
    public var requestList: [CertID]
    /// A nonce that the response must repeat to answer this request; `nil` to take a response that was made before.
    public var nonce: OCSPNonce?

    /// Makes a question.
    public init(_ requestList: [CertID], nonce: OCSPNonce? = nil) {
        self.requestList = requestList
        self.nonce = nonce
    }

    /// The DER encoding, as it is sent.
    public var der: [UInt8] {
        var writer = DERWriter()
        writer.sequence { request in
            request.sequence { tbs in
                tbs.sequence { list in
                    for certID in requestList { list.sequence { $0.value(certID) } }
                }
                if let nonce { tbs.explicit(2) { $0.sequenceOf([nonce.asExtension]) } }
            }
        }
        return writer.bytes
    }
}

/// A nonce, which binds a response to its request (RFC 9654 §2.1): OCTET STRING (SIZE(1..128)), inside the extension's
/// value.
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
            throw DERError(.invalidValue(.nonceLength), at: bytes.startIndex)
        }
    }

    public func write(into writer: inout DERWriter) { writer.octetString(bytes) }
}

/// The version of OCSP's syntax in requests and responses, INTEGER { v1(0) }; there is no other.
package enum OCSPVersion: DERPrimitive {
    package static var ownTag: DERTag { .integer }

    package static func read(_ reader: inout DERReader, as tag: DERTag) throws(DERError) -> Int {
        let start = reader.offset
        let version = try reader.readInt(as: tag)
        guard version == 0 else { throw DERError(.invalidValue(.version(of: .ocsp)), at: start) }
        return version
    }
}
