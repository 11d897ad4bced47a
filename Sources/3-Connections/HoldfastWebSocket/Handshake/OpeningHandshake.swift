import HoldfastCrypto
package import HoldfastHTTP
import HoldfastX509

/// The opening handshake as a client says and checks it (RFC 6455 §4.1).
package struct OpeningHandshake: Sendable {
    /// The name of the protocol that a connection, or a stream of HTTP/2, goes over to.
    package static let upgrade = "websocket"

    /// The outcome of the handshake.
    package struct Agreement: Hashable, Sendable {
        /// The subprotocol that the server chose; nil for none.
        package var subprotocol: String?
        /// Nil for no compression.
        package var deflate: DeflateParameters?
    }

    /// Sixteen random octets in Base64.
    package let key: String
    private let protocols: [String]
    private let offer: DeflateOffer?

    /// Makes a handshake with a key of its own.
    ///
    /// - Parameters:
    ///   - protocols: the subprotocols that are offered, the best first.
    ///   - offer: of compression; nil for none.
    package init(offering protocols: [String] = [], _ offer: DeflateOffer? = nil) throws(WebSocketError) {
        do throws(CryptoError) { key = Base64.encode(try SystemRandom.bytes(16)) } catch {
            throw WebSocketError(.internalError, .noEntropy)
        }
        (self.protocols, self.offer) = (protocols, offer)
    }

    /// A handshake with a stated key.
    package init(key: String, offering protocols: [String] = [], _ offer: DeflateOffer? = nil) {
        (self.key, self.protocols, self.offer) = (key, protocols, offer)
    }

    /// The names of the fields that belong to the handshake.
    package static let fieldNames: Set<String> = [
        "sec-websocket-key", "sec-websocket-version", "sec-websocket-protocol", "sec-websocket-extensions",
        "sec-websocket-accept",
    ]

    /// Whether names are subprotocols: tokens, each one once (§4.1).
    package static func areProtocols(_ names: [String]) -> Bool {
        names.allSatisfy { FieldGrammar.isToken($0.utf8) } && Set(names).count == names.count
    }

    /// The request's fields over HTTP/1.1 but `Connection` and `Upgrade`.
    package var fields: [HTTPField] { commonFields + [keyField] }

    /// The request's fields over HTTP/2, which those over HTTP/1.1 have too.
    package var commonFields: [HTTPField] {
        var fields = [HTTPField("Sec-WebSocket-Version", "13")]
        if !protocols.isEmpty {
            fields.append(HTTPField("Sec-WebSocket-Protocol", protocols.joined(separator: ", ")))
        }
        if let offer { fields.append(HTTPField("Sec-WebSocket-Extensions", offer.value)) }
        return fields
    }

    /// The field of HTTP/1.1 alone: RFC 8441 §5 has neither the key nor its proof, since no server takes a CONNECT with
    /// a protocol by accident.
    package var keyField: HTTPField { HTTPField("Sec-WebSocket-Key", key) }

    /// Checks a server's answer (§4.1, "The client MUST validate the server's response as follows"), or that of a
    /// server of HTTP/2 (RFC 8441 §5).
    package func check(status: Int, _ fields: [HTTPField], isHTTP2: Bool = false) throws(WebSocketError) -> Agreement {
        guard isHTTP2 ? (200...299).contains(status) : status == 101 else {
            throw WebSocketError(.protocolError, .status(status))
        }
        if !isHTTP2 { try checkSwitch(fields) }
        return try agreement(fields)
    }

    private func checkSwitch(_ fields: [HTTPField]) throws(WebSocketError) {
        guard fields.list("upgrade") == [Self.upgrade], fields.list("connection").contains("upgrade") else {
            throw WebSocketError(.protocolError, .noUpgrade)
        }
        guard fields.one("Sec-WebSocket-Accept")?.hasOctets(of: Self.accept(for: key)) == true else {
            throw WebSocketError(.protocolError, .accept)
        }
    }

    private func agreement(_ fields: [HTTPField]) throws(WebSocketError) -> Agreement {
        var agreement = Agreement()
        let chosen = fields.all("Sec-WebSocket-Protocol")
        if let first = chosen.first {
            guard chosen.count == 1, protocols.contains(where: { $0.hasOctets(of: first.value) }) else {
                throw WebSocketError(.protocolError, .unaskedProtocol(chosen.map(\.value).joined(separator: ", ")))
            }
            agreement.subprotocol = first.value
        }
        let written = fields.all("Sec-WebSocket-Extensions").map(\.value).joined(separator: ", ")
        guard let extensions = ExtensionField.all(in: fields), extensions.count <= 1 else {
            throw WebSocketError(.protocolError, .extensions(written))
        }
        if let answer = extensions.first {
            guard let offer, let parameters = DeflateParameters(answer, to: offer) else {
                throw WebSocketError(.protocolError, .extensions(written))
            }
            agreement.deflate = parameters
        }
        return agreement
    }

    /// The proof that a server has read a key (§4.2.2): SHA-1 and a number that no other protocol has. No security
    /// depends on it.
    package static func accept(for key: String) -> String {
        Base64.encode(Digest.sha1(Array("\(key)258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8)))
    }
}

/// The opening handshake as a server answers it (RFC 6455 §4.2; over HTTP/2 RFC 8441 §5).
package struct HandshakeAnswer: Hashable, Sendable {
    /// The fields of the answer, whose status is 101, over HTTP/2 200.
    package let fields: [HTTPField]
    package let subprotocol: String?
    package let deflate: DeflateParameters?

    /// Makes the answer; nil for a request that is no handshake.
    ///
    /// - Parameters:
    ///   - protocols: the subprotocols that are spoken; the client's first one of these is chosen.
    ///   - compresses: whether compression is taken where it is offered.
    ///   - isHTTP2: whether it came as CONNECT with `:protocol`, which has been looked at.
    package init?(
        to request: RequestHead, speaking protocols: [String] = [], compresses: Bool = true, isHTTP2: Bool = false
    ) {
        guard request.fields.one("Sec-WebSocket-Version") == "13",
            var fields = isHTTP2 ? [] : Self.switching(request)
        else { return nil }
        subprotocol = request.fields.all("Sec-WebSocket-Protocol").flatMap { FieldGrammar.elements($0.value) }
            .first { protocols.contains($0) }
        if let subprotocol { fields.append(HTTPField("Sec-WebSocket-Protocol", subprotocol)) }
        deflate =
            compresses && MessageInflater.isHere
            ? ExtensionField.all(in: request.fields)?.compactMap { DeflateParameters(taking: $0) }.first : nil
        if let deflate { fields.append(HTTPField("Sec-WebSocket-Extensions", deflate.value)) }
        self.fields = fields
    }

    /// The fields of the switch of a connection; nil where none was asked for.
    private static func switching(_ request: RequestHead) -> [HTTPField]? {
        guard request.method == "GET", request.minorVersion >= 1,
            request.fields.list("upgrade").contains(OpeningHandshake.upgrade),
            request.fields.list("connection").contains("upgrade"),
            let key = request.fields.one("Sec-WebSocket-Key"), Base64.decode(key)?.count == 16
        else { return nil }
        return [
            HTTPField("Upgrade", OpeningHandshake.upgrade), HTTPField("Connection", "Upgrade"),
            HTTPField("Sec-WebSocket-Accept", OpeningHandshake.accept(for: key)),
        ]
    }
}
