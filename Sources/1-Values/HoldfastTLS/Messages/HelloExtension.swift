public import HoldfastX509

/// An extension of a handshake message: its type, its bytes, and what they say.
public struct HelloExtension: Hashable, Sendable {
    public let type: ExtensionType
    /// The content as it was sent.
    public let data: [UInt8]
    /// The content, read; ``Content/unread`` where it cannot be read, or is of a type that this code knows by name
    /// only.
    public let content: Content
    /// The reason why the content cannot be read; nil where it can, or nobody tried.
    public let error: WireError?

    /// A share of a key exchange (RFC 8446 §4.2.8).
    public struct KeyShare: Hashable, Sendable {
        public let group: NamedGroup
        public let keyExchange: [UInt8]
    }

    /// A pre-shared key that a client offers (RFC 8446 §4.2.11): a ticket, or a name agreed on otherwise.
    public struct PSKIdentity: Hashable, Sendable {
        public let identity: [UInt8]
        public let obfuscatedTicketAge: UInt32
    }

    /// The content of an extension; its form differs by message.
    public enum Content: Hashable, Sendable {
        /// Client: the names that it asks for, only `host_name` in use (RFC 6066 §3). Server: none, "it was used".
        case serverName([String])
        /// The code of RFC 6066 §4 and the fragment's length in bytes, where the code has one.
        case maxFragmentLength(code: UInt8, bytes: Int?)
        /// A request for status (RFC 6066 §8); the type is 1 for OCSP. A server's acceptance in TLS 1.2 has none.
        case statusRequest(type: UInt8?)
        /// The staple itself, in a Certificate message of TLS 1.3: an OCSP response, DER (RFC 8446 §4.4.2.1).
        case certificateStatus(ocspResponse: [UInt8])
        case supportedGroups([NamedGroup])
        case ecPointFormats([UInt8])
        case signatureAlgorithms([HandshakeSignatureScheme])
        case signatureAlgorithmsCert([HandshakeSignatureScheme])
        /// Client: what it offers, in its order. Server: the one chosen (RFC 7301 §3.1).
        case applicationProtocols([String])
        /// A request for timestamps, which has no content (RFC 6962 §3.3.1).
        case signedCertificateTimestampRequest
        case signedCertificateTimestamps(SignedCertificateTimestampList)
        case padding(bytes: Int)
        case encryptThenMAC
        case extendedMasterSecret
        /// Algorithms for compressing certificates (RFC 8879 §3): 1 zlib, 2 brotli, 3 zstd.
        case compressCertificate([UInt16])
        case recordSizeLimit(Int)
        case delegatedCredential([HandshakeSignatureScheme])
        /// A ticket to resume by, or nothing: "I can take one" (RFC 5077 §3.2).
        case sessionTicket([UInt8])
        /// A client's offer: identities, and one binder for each.
        case preSharedKeys([PSKIdentity], binders: Int)
        /// The offer that the server took, counted from 0.
        case selectedPreSharedKey(Int)
        /// `max_early_data_size` of a ticket; nil in hellos, where the extension has no content.
        case earlyData(maximumBytes: UInt32?)
        case supportedVersions([ProtocolVersion])
        case selectedVersion(ProtocolVersion)
        case cookie([UInt8])
        /// 0 psk_ke, without Diffie-Hellman; 1 psk_dhe_ke (RFC 8446 §4.2.9).
        case pskKeyExchangeModes([UInt8])
        /// The distinguished names, DER (RFC 8446 §4.2.4).
        case certificateAuthorities([[UInt8]])
        case postHandshakeAuth
        case keyShares([KeyShare])
        case keyShare(KeyShare)
        /// A HelloRetryRequest's: the group that the server wants.
        case selectedGroup(NamedGroup)
        /// The protocols for which the client has settings (ALPS, `draft-vvv-tls-alps`).
        case applicationSettings([String])
        /// Encrypted ClientHello: 0 the outer hello, 1 the inner; nil in a server's, which holds other things.
        case encryptedClientHello(type: UInt8?)
        /// The verify data of the handshakes before; empty in a first one (RFC 5746 §3.2).
        case renegotiationInfo([UInt8])
        case unread
    }

    /// The message in which an extension stands, which decides about its form.
    package enum Place: Hashable, Sendable {
        case clientHello, serverHello, helloRetryRequest, encryptedExtensions, certificate, certificateRequest
        case newSessionTicket

        var isClients: Bool { self == .clientHello || self == .certificateRequest }
    }

    package init(_ type: ExtensionType, _ data: ArraySlice<UInt8>, in place: Place) {
        self.type = type
        self.data = Array(data)
        do throws(WireError) {
            var reader = MessageReader(data)
            let read = try Content(type, &reader, in: place)
            if read != .unread { try reader.expectEnd(type.name) }
            (content, self.error) = (read, nil)
        } catch {
            content = .unread
            self.error = error
        }
    }

    /// Type and data of an extension, as they lie in the message.
    typealias Part = (type: ExtensionType, data: ArraySlice<UInt8>)

    /// Cuts a block of extensions behind its length into its parts.
    static func parts(
        _ reader: inout MessageReader, limit: Int = MessageReader.maximumElements
    ) throws(WireError) -> [Part] {
        var seen: Set<ExtensionType> = []
        return try reader.list(lengthOctets: 2, "extensions", limit: limit) {
            (one: inout MessageReader) throws(WireError) in
            let start = one.offset
            let type = ExtensionType(try one.uint16("extension_type"))
            let data = try one.vector(lengthOctets: 2, "extension_data")
            guard seen.insert(type).inserted else { throw WireError(.repeatedExtension, type.name, at: start) }
            return (type, data)
        }
    }

    /// Reads a block of extensions behind its length.
    static func list(_ reader: inout MessageReader, in place: Place) throws(WireError) -> [HelloExtension] {
        try parts(&reader).map { HelloExtension($0.type, $0.data, in: place) }
    }
}
