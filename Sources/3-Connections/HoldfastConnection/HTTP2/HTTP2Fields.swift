import HoldfastHTTP

/// Messages as lists of fields, the form that HTTP/2 gives them (RFC 9113 §8.3).
enum HTTP2Fields {
    /// A request's fields as a stream begins with them (§8.3.1), without those of an HTTP/1.1 connection (§8.2.2).
    static func list(of request: ExchangeRequest) -> [HTTPField] {
        var list: [HTTPField] = []
        list.reserveCapacity(request.fields.count + 6)
        list.append(HTTPField(":method", request.upgrade == nil ? request.method : "CONNECT"))
        // RFC 8441 §4: with it, ":scheme" and ":path" "MUST also be included".
        if let upgrade = request.upgrade { list.append(HTTPField(":protocol", upgrade)) }
        if request.asksForTunnel {
            // §8.5: "The ":scheme" and ":path" pseudo-header fields MUST be omitted."
            list.append(HTTPField(":authority", request.authority))
        } else {
            list += [
                HTTPField(":scheme", request.scheme), HTTPField(":authority", request.authority),
                HTTPField(":path", request.path),
            ]
        }
        let named = request.fields.list("connection")
        for field in request.fields {
            let isOfConnection = ofConnection.contains { field.isNamed($0) } || named.contains { field.isNamed($0) }
            guard !isOfConnection, !field.isNamed("host") else { continue }
            guard field.isNamed("te") else {
                list.append(field)
                continue
            }
            // §8.2.2: TE "MUST NOT contain any value other than "trailers"".
            if request.fields.has("trailers", in: "te") { list.append(HTTPField("te", "trailers")) }
        }
        if case .octets(let count) = request.content, !request.asksForTunnel {
            list.append(HTTPField("content-length", "\(count)"))
        }
        if request.expectsContinue { list.append(HTTPField("expect", "100-continue")) }
        return list
    }

    private static let ofConnection = Array(HTTPField.ofConnection)

    /// The head of a response that a list of fields is; nil for one without a status (§8.3.2), or with that of a switch
    /// to another protocol, which "HTTP/2 does not support" (§8.6).
    static func responseHead(_ list: [HTTPField]) -> ResponseHead? {
        guard let first = list.first, first.name == ":status", first.value.utf8.count == 3,
            let status = FieldGrammar.number(first.value), (100...999).contains(status), status != 101,
            !list.dropFirst().contains(where: { $0.name.utf8.first == UInt8(ascii: ":") })
        else { return nil }
        return ResponseHead(status: status, fields: Array(list.dropFirst()))
    }
}
