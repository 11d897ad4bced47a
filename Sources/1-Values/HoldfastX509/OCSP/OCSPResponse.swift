/// The message of an OCSP responder, which servers staple (RFC 6960 §4.2.1): an answer, or why there is none.
///
/// Everything inside is read when the response is: certificates too, so one that is malformed makes the response so.
public struct OCSPResponse: Hashable, Sendable {
    /// Whether the request was answered; the raw value is the number that is encoded. Only `successful` is signed.
    public enum Status: Int, Hashable, Sendable, CaseIterable {
        case successful = 0
        case malformedRequest = 1
        case internalError = 2
        case tryLater = 3
        // 4 is not used.
        case sigRequired = 5
        case unauthorized = 6
    }

    /// The answer.
    public enum ResponseBytes: Hashable, Sendable {
        /// The one type that responders and clients have to know.
        case basic(BasicOCSPResponse)
        /// Another type, its content not read.
        case other(type: ObjectIdentifier, response: ArraySlice<UInt8>)
    }

    /// Whether the request was answered.
    public let responseStatus: Status
    /// The answer; RFC 6960 has one where the status is `successful`, and none otherwise. Other pairs are carried.
    public let responseBytes: ResponseBytes?

    /// Makes a response; nothing is checked.
    public init(_ responseStatus: Status, _ responseBytes: ResponseBytes? = nil) {
        self.responseStatus = responseStatus
        self.responseBytes = responseBytes
    }

    /// The signed answer; `nil` where the status is not `successful` or the answer of another type.
    public var basicResponse: BasicOCSPResponse? {
        guard responseStatus == .successful, case .basic(let response)? = responseBytes else {
            return nil
        }
        return response
    }
}

// OCSPResponse ::= SEQUENCE {
//     responseStatus  OCSPResponseStatus,
//     responseBytes   [0] EXPLICIT ResponseBytes OPTIONAL }
extension OCSPResponse: DERStructure {
    package static var errorName: StaticString? { "OCSPResponse" }

    package init(fields reader: inout DERReader) throws(DERError) {
        responseStatus = try reader.value("responseStatus", as: Status.self)
        responseBytes = try reader.optional("responseBytes", explicit: 0, as: ResponseBytes.self)
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            inner.value(responseStatus)
            if let responseBytes { inner.explicit(0) { $0.value(responseBytes) } }
        }
    }
}

extension OCSPResponse.Status: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        let start = reader.offset
        guard let status = Self(rawValue: try reader.readInt(as: .enumerated)) else {
            throw DERError(.invalidValue(.responseStatus), at: start)
        }
        self = status
    }

    public func write(into writer: inout DERWriter) { writer.integer(rawValue, as: .enumerated) }
}

// ResponseBytes ::= SEQUENCE {
//     responseType  OBJECT IDENTIFIER,
//     response      OCTET STRING }
extension OCSPResponse.ResponseBytes: DERStructure {
    package init(fields reader: inout DERReader) throws(DERError) {
        let type = try reader.value("responseType", as: ObjectIdentifier.self)
        let response = try reader.value("response", as: ASN1.OctetString.self)
        guard type == .basicOCSPResponse else {
            self = .other(type: type, response: response)
            return
        }
        let contents = response.startIndex..<response.endIndex
        self = .basic(try reader.value("response", inside: contents, as: BasicOCSPResponse.self))
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { content in
            switch self {
            case .basic(let response):
                content.oid(.basicOCSPResponse)
                content.octetString { $0.value(response) }
            case .other(let type, let response):
                content.oid(type)
                content.octetString(response)
            }
        }
    }
}
