import HoldfastX509

/// A handshake message: its bytes, and what they say.
public struct HandshakeMessage: Hashable, Sendable {
    public let type: HandshakeType
    /// The whole message, with its type and length.
    public let bytes: [UInt8]
    /// The content; ``Content/unread`` where it cannot be read, or is of a type that this code knows by name only.
    public let content: Content
    /// The reason why the message cannot be read; nil where it can.
    public let error: WireError?

    /// The content of a message, by its type.
    public enum Content: Hashable, Sendable {
        case helloRequest
        case clientHello(ClientHello)
        case serverHello(ServerHello)
        /// A ServerHello with the random that means "try again" (RFC 8446 §4.1.3).
        case helloRetryRequest(ServerHello)
        case encryptedExtensions([HelloExtension])
        case certificate(CertificateMessage)
        case compressedCertificate(CompressedCertificate)
        case certificateStatus(ocspResponse: [UInt8])
        case serverKeyExchange(ServerKeyExchange)
        case certificateRequest(CertificateRequest)
        case serverHelloDone
        case certificateVerify(HandshakeSignature)
        case clientKeyExchange(ClientKeyExchange)
        case finished(verifyData: [UInt8])
        case newSessionTicket(NewSessionTicket)
        case endOfEarlyData
        /// Whether the peer is asked for one in return (RFC 8446 §4.6.3).
        case keyUpdate(isRequested: Bool)
        case unread
    }

    /// Reads a message.
    ///
    /// - Parameters:
    ///   - bytes: The message with its header, and nothing after it.
    ///   - context: What the messages before it have settled: the version and the cipher suite decide about forms.
    package init(_ bytes: [UInt8], in context: HandshakeContext) {
        self.bytes = bytes
        type = HandshakeType(bytes.first ?? 0xFF)
        do throws(WireError) {
            var reader = MessageReader(bytes[...])
            _ = try reader.uint8("msg_type")
            var body = MessageReader(try reader.vector(lengthOctets: 3, "length"))
            try reader.expectEnd("Handshake")
            let read = try Content(type, &body, in: context)
            if read != .unread { try body.expectEnd(type.name) }
            (content, self.error) = (read, nil)
        } catch {
            content = .unread
            self.error = error
        }
    }

    /// Writes a message: its type, its length in three octets, its body.
    package static func written(_ type: HandshakeType, _ body: [UInt8]) -> [UInt8] {
        [type.number] + TLSWriter.vector(body, lengthOctets: 3)
    }
}

extension HandshakeMessage.Content {
    init(_ type: HandshakeType, _ body: inout MessageReader, in context: HandshakeContext) throws(WireError) {
        switch type {
        case .helloRequest: self = .helloRequest
        case .clientHello: self = .clientHello(try ClientHello(&body))
        case .serverHello:
            let hello = try ServerHello(&body)
            self = hello.isHelloRetryRequest ? .helloRetryRequest(hello) : .serverHello(hello)
        case .encryptedExtensions:
            self = .encryptedExtensions(try HelloExtension.list(&body, in: .encryptedExtensions))
        case .certificate: self = .certificate(try CertificateMessage(&body, isTLS13: context.isTLS13))
        case .compressedCertificate:
            self = .compressedCertificate(
                try CompressedCertificate(&body, holding: context.compressedCertificates))
        case .certificateStatus:
            let type = try body.uint8("status_type")
            guard type == 1 else {
                throw WireError(.statusType(Int(type)), "status_type", at: body.offset - 1)
            }
            self = .certificateStatus(
                ocspResponse: Array(try body.vector(lengthOctets: 3, "OCSPResponse", atLeast: 1)))
        case .serverKeyExchange: self = .serverKeyExchange(try ServerKeyExchange(&body, in: context))
        case .certificateRequest: self = .certificateRequest(try CertificateRequest(&body, in: context))
        case .serverHelloDone: self = .serverHelloDone
        case .certificateVerify:
            self = .certificateVerify(try HandshakeSignature(&body, namesScheme: context.namesSignatureSchemes))
        case .clientKeyExchange: self = .clientKeyExchange(try ClientKeyExchange(&body, in: context))
        case .finished: self = .finished(verifyData: Array(body.rest()))
        case .newSessionTicket: self = .newSessionTicket(try NewSessionTicket(&body, isTLS13: context.isTLS13))
        case .endOfEarlyData: self = .endOfEarlyData
        case .keyUpdate:
            let value = try body.uint8("request_update")
            guard value <= 1 else {
                throw WireError(.updateRequest(Int(value)), "request_update", at: body.offset - 1)
            }
            self = .keyUpdate(isRequested: value == 1)
        default: self = .unread
        }
    }
}

/// The version and the cipher suite that the messages so far have settled: those after them are read by both.
package struct HandshakeContext: Hashable, Sendable {
    /// The version that the server chose; nil before.
    package var version: ProtocolVersion?
    /// The cipher suite that it chose; nil before.
    package var cipherSuite: CipherSuite?
    /// The certificates that libssl has where a message holds them compressed, DER; empty where they are not known.
    package var compressedCertificates: [[UInt8]] = []

    package init(version: ProtocolVersion? = nil, cipherSuite: CipherSuite? = nil) {
        self.version = version
        self.cipherSuite = cipherSuite
    }

    package var isTLS13: Bool { version.map { $0 >= .tls13 } ?? false }

    /// Signatures say how they were made from TLS 1.2 on (RFC 5246 §4.7).
    var namesSignatureSchemes: Bool { version.map { $0 >= .tls12 } ?? true }

    /// Takes in what a ServerHello settles.
    package mutating func note(_ message: HandshakeMessage) {
        switch message.content {
        case .serverHello(let hello), .helloRetryRequest(let hello):
            version = hello.selectedVersion
            cipherSuite = hello.cipherSuite
        default: break
        }
    }
}
