/// A log's promise to publish a certificate (RFC 6962 §3.2): read, not verified.
public struct SignedCertificateTimestamp: Hashable, Sendable {
    /// The content of a timestamp of version 1.
    public struct Version1: Hashable, Sendable {
        /// The log: SHA-256 of its public key, 32 bytes.
        public var logID: ArraySlice<UInt8>
        /// Milliseconds since 1970-01-01T00:00:00Z, leap seconds left aside.
        public var timestamp: UInt64
        /// Extensions of the format: those of logs by the Static CT API state the place in the log (``leafIndex``).
        public var extensions: ArraySlice<UInt8>
        /// HashAlgorithm of TLS 1.2 (RFC 5246 §7.4.1.4.1): logs use 4, SHA-256.
        public var hashAlgorithm: UInt8
        /// SignatureAlgorithm of TLS 1.2: logs use 3, ECDSA, or 1, RSA.
        public var signatureAlgorithm: UInt8
        /// The signature, in the form of its algorithm.
        public var signature: ArraySlice<UInt8>

        /// Makes the content of a timestamp; nothing is checked.
        ///
        /// - Parameters:
        ///   - logID: SHA-256 of the log's public key, 32 bytes. With any other number of bytes the timestamp is
        ///     written all the same, and no reader finds in it what was meant.
        ///   - timestamp: milliseconds since 1970-01-01T00:00:00Z.
        ///   - extensions: at most 65,535 bytes; what is longer is cut when it is written.
        ///   - hashAlgorithm: 4 for SHA-256, which RFC 6962 §2.1.4 asks of logs.
        ///   - signatureAlgorithm: 3 for ECDSA, 1 for RSA.
        ///   - signature: over what RFC 6962 §3.2 has signed; at most 65,535 bytes, as the extensions.
        public init(
            logID: ArraySlice<UInt8>, timestamp: UInt64, extensions: ArraySlice<UInt8> = [],
            hashAlgorithm: UInt8 = 4, signatureAlgorithm: UInt8 = 3, signature: ArraySlice<UInt8>
        ) {
            self.logID = logID
            self.timestamp = timestamp
            self.extensions = extensions
            self.hashAlgorithm = hashAlgorithm
            self.signatureAlgorithm = signatureAlgorithm
            self.signature = signature
        }

        /// The place of the entry in the log, which logs by the Static CT API state (c2sp.org/static-ct-api, "SCT
        /// Extension"): `leaf_index(0)` with a number of 40 bits; `nil` where the extensions do not say it, or are not
        /// of that form.
        public var leafIndex: UInt64? { try? Self.leafIndex(in: extensions) }

        private static func leafIndex(in extensions: ArraySlice<UInt8>) throws(SCTError) -> UInt64? {
            var reader = TLSReader<SCTError>(extensions)
            var index: UInt64?
            while !reader.isAtEnd {
                let type: UInt8 = try reader.number(1, "extension_type")
                let data = try reader.vector(lengthOctets: 2, "extension_data")
                guard type == 0 else { continue }
                // "at most one", of five octets: what is stated twice is not stated.
                guard index == nil, data.count == 5 else { return nil }
                index = data.reduce(0) { $0 << 8 | UInt64($1) }
            }
            return index
        }

        /// The moment of ``timestamp``.
        public var instant: Instant {
            Instant(
                secondsSince1970: Int64(timestamp / 1000), nanoseconds: Int32(timestamp % 1000) * 1_000_000)
        }

        /// The algorithm of the signature; `nil` for a pair that RFC 6962 §2.1.4 does not allow logs.
        public var algorithm: SignatureAlgorithm? {
            switch (hashAlgorithm, signatureAlgorithm) {
            case (4, 3): .ecdsa(.sha256)
            case (4, 1): .rsaPKCS1(.sha256)
            default: nil
            }
        }
    }

    /// The content, as far as its version is known here.
    public enum Content: Hashable, Sendable {
        case version1(Version1)
        /// A version that is not known: clients pass over it (RFC 6962 §3.3 keeps each element readable by itself).
        case unknown(version: UInt8)
    }

    /// The whole structure, as it was read.
    public let bytes: ArraySlice<UInt8>
    /// The content, by version.
    public let content: Content

    /// The content, where the version is 1.
    public var version1: Version1? {
        if case .version1(let content) = content { content } else { nil }
    }

    /// Reads the one timestamp that `bytes` are (RFC 6962 §3.2). Its signature is not verified: anybody can make one.
    ///
    /// - Parameter bytes: one element of a list, without its length; the timestamp keeps them.
    /// - Throws: ``SCTError``, for bytes after it too, unless the version is not known: what belongs to one of those
    ///   nobody can tell.
    public init(_ bytes: ArraySlice<UInt8>) throws(SCTError) {
        self.bytes = bytes
        var reader = TLSReader<SCTError>(bytes)
        let version: UInt8 = try reader.number(1, "sct_version")
        // v1(0) is the only one there is.
        guard version == 0 else {
            content = .unknown(version: version)
            return
        }
        content = .version1(try Version1(&reader))
        try reader.expectEnd()
    }

    /// Makes a timestamp of version 1; see
    /// ``Version1/init(logID:timestamp:extensions:hashAlgorithm:signatureAlgorithm:signature:)`` for what cannot be
    /// written.
    public init(_ content: Version1) {
        self.content = .version1(content)
        var bytes: [UInt8] = [0]
        bytes += content.logID
        bytes += TLSWriter.number(content.timestamp, octets: 8)
        bytes += TLSWriter.vector(content.extensions, lengthOctets: 2)
        bytes += [content.hashAlgorithm, content.signatureAlgorithm]
        bytes += TLSWriter.vector(content.signature, lengthOctets: 2)
        self.bytes = bytes[...]
    }
}

extension SignedCertificateTimestamp.Version1 {
    init(_ reader: inout TLSReader<SCTError>) throws(SCTError) {
        logID = try reader.bytes(32, "id")
        timestamp = try reader.number(8, "timestamp")
        extensions = try reader.vector(lengthOctets: 2, "extensions")
        let pair = try reader.bytes(2, "algorithm")
        (hashAlgorithm, signatureAlgorithm) = (pair[pair.startIndex], pair[pair.startIndex + 1])
        signature = try reader.vector(lengthOctets: 2, "signature")
    }
}
