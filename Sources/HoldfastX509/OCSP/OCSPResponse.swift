/// What an OCSP responder sends, and servers staple (RFC 6960 §4.2.1): an answer, or why there is none.
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

extension OCSPResponse: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        self = try reader.readSequence("OCSPResponse") { (inner: inout DERReader) throws(DERError) in
            try OCSPResponse(content: &inner)
        }
    }

    private init(content reader: inout DERReader) throws(DERError) {
        responseStatus = try reader.field("responseStatus") {
            (field: inout DERReader) throws(DERError) -> Status in
            let start = field.offset
            guard let status = Status(rawValue: try field.readInt(as: .enumerated)) else {
                throw DERError(.invalidValue("OCSP response status that does not exist"), at: start)
            }
            return status
        }
        responseBytes = try reader.readOptionalSequence(
            "responseBytes", as: .context(0, constructed: true)
        ) {
            (field: inout DERReader) throws(DERError) in
            try field.readSequence { (inner: inout DERReader) throws(DERError) in
                try ResponseBytes(content: &inner)
            }
        }
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            inner.integer(responseStatus.rawValue, as: .enumerated)
            guard let responseBytes else { return }
            inner.explicit(0) { outer in
                outer.sequence { content in
                    switch responseBytes {
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
    }
}

extension OCSPResponse.ResponseBytes {
    fileprivate init(content reader: inout DERReader) throws(DERError) {
        let type = try reader.field("responseType") { (field: inout DERReader) throws(DERError) in
            try field.readObjectIdentifier()
        }
        let response = try reader.field("response") { (field: inout DERReader) throws(DERError) in
            try field.readOctetString()
        }
        guard type == .basicOCSPResponse else {
            self = .other(type: type, response: response)
            return
        }
        self = .basic(
            try reader.readInside("response", response.startIndex..<response.endIndex) {
                (inner: inout DERReader) throws(DERError) in try BasicOCSPResponse(from: &inner)
            })
    }
}
