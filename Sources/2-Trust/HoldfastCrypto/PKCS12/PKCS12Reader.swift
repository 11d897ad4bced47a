import HoldfastStatements
import HoldfastX509

/// Reads the structures of RFC 7292 §4, opening what is encrypted on the way.
struct PKCS12Reader {
    static let operation = "read PKCS #12"

    private let passphrase: PassphraseForm
    private var budget = KeyEncryption.maximumIterations
    private var result = PKCS12(keys: [], certificates: [])

    init(_ passphrase: PassphraseForm) { self.passphrase = passphrase }

    mutating func read(_ file: [UInt8]) throws(CryptoError) -> PKCS12 {
        let (content, mac) = try Self.der { () throws(DERError) in
            try Self.outer(try BERTranscoder.distinguished(file[...]))
        }
        guard let content else {
            throw CryptoError(Self.operation, reason: .unsupportedEncryption(EncryptionFault.signedFile.statement))
        }
        if let mac { try mac.check(content, passphrase, budget: &budget) }
        let hasMAC = mac != nil
        let safes = try Self.der { () throws(DERError) in
            try Self.contentInfos(try BERTranscoder.distinguished(content[...]))
        }
        for safe in safes {
            switch safe {
            case .data(let contents): try readBags(contents, under: nil, hasMAC: hasMAC)
            case .encrypted(let algorithm, let data):
                var contents = try KeyEncryption.decrypt(data, algorithm, passphrase, budget: &budget)
                defer { contents.wipe() }
                try readBags(contents, under: algorithm, hasMAC: hasMAC)
            case .other(let type): result.others.append(type)
            }
        }
        return result
    }

    // MARK: Structure

    /// The contents of one ContentInfo of the authenticated safe.
    private enum Safe {
        case data([UInt8])
        case encrypted(AlgorithmIdentifier, [UInt8])
        case other(ObjectIdentifier)
    }

    /// PFX: the authenticated safe's bytes, `nil` where they are signed instead, and the check sum.
    private static func outer(_ der: [UInt8]) throws(DERError) -> ([UInt8]?, PKCS12MAC?) {
        var reader = try DERReader(der[...])
        return try reader.readSequence("PFX") { (pfx: inout DERReader) throws(DERError) -> ([UInt8]?, PKCS12MAC?) in
            let start = pfx.offset
            guard try pfx.readInt() == 3 else {
                throw DERError(.invalidValue(.otherVersion(than: 3)), at: start)
            }
            let content = try pfx.readSequence("authSafe") {
                (info: inout DERReader) throws(DERError) -> [UInt8]? in
                let type = try info.readObjectIdentifier()
                guard type == .pkcs7Data else {
                    _ = info.isAtEnd ? nil : try info.readElement()
                    return nil
                }
                return try info.readSequence("content", as: .context(0, constructed: true)) {
                    (inner: inout DERReader) throws(DERError) in Array(try inner.readOctetString())
                }
            }
            return (content, pfx.isAtEnd ? nil : try PKCS12MAC(from: &pfx))
        }
    }

    private static func contentInfos(_ der: [UInt8]) throws(DERError) -> [Safe] {
        var reader = try DERReader(der[...])
        return try reader.readSequenceOf("authenticatedSafe") { (element: inout DERReader) throws(DERError) -> Safe in
            try element.readSequence { (info: inout DERReader) throws(DERError) -> Safe in
                let type = try info.readObjectIdentifier()
                guard type == .pkcs7Data || type == .pkcs7EncryptedData else {
                    _ = info.isAtEnd ? nil : try info.readElement()
                    return .other(type)
                }
                return try info.readSequence("content", as: .context(0, constructed: true)) {
                    (inner: inout DERReader) throws(DERError) -> Safe in
                    type == .pkcs7Data ? .data(Array(try inner.readOctetString())) : try encryptedData(&inner)
                }
            }
        }
    }

    /// EncryptedData (RFC 2315 §13).
    private static func encryptedData(_ reader: inout DERReader) throws(DERError) -> Safe {
        try reader.readSequence("encryptedData") { (inner: inout DERReader) throws(DERError) -> Safe in
            _ = try inner.readInt()
            let safe = try inner.readSequence("encryptedContentInfo") {
                (info: inout DERReader) throws(DERError) -> Safe in
                _ = try info.readObjectIdentifier()
                let algorithm = try AlgorithmIdentifier(from: &info)
                guard info.nextIs(.context(0, constructed: true)) else {
                    return .encrypted(algorithm, Array(try info.readOctetString(as: .context(0))))
                }
                // [0] IMPLICIT OCTET STRING in pieces, as BER allows it.
                let pieces = try info.readSequenceOf(as: .context(0, constructed: true)) {
                    (piece: inout DERReader) throws(DERError) in try piece.readOctetString()
                }
                return .encrypted(algorithm, pieces.flatMap { $0 })
            }
            // Attributes, which PKCS #12 does not use.
            if !inner.isAtEnd { _ = try inner.readElement() }
            return safe
        }
    }

    // MARK: Bags

    /// Reads the keys and certificates of SafeContents.
    ///
    /// - Parameter algorithm: The encryption that the bags came out of; `nil` for none.
    private mutating func readBags(
        _ contents: [UInt8], under algorithm: AlgorithmIdentifier?, hasMAC: Bool
    ) throws(CryptoError) {
        var bags: [PKCS12Bag] = []
        do throws(DERError) {
            bags = try PKCS12Bag.all(in: try BERTranscoder.distinguished(contents[...]))
        } catch {
            // Without a check sum, what a wrong passphrase opens to is noise; the padding is right once in 256 times.
            guard algorithm != nil, !hasMAC else { throw Self.malformed(error) }
            throw CryptoError(Self.operation, reason: .wrongPassphrase)
        }
        for bag in bags {
            switch bag.content {
            case .certificate(let certificate):
                result.certificates.append(
                    PKCS12.CertificateEntry(
                        certificate, friendlyName: bag.friendlyName, localKeyID: bag.localKeyID))
            case .key(var der):
                defer { der.wipe() }
                try append(try PrivateKey(der: der), bag, under: algorithm)
            case .shroudedKey(let info):
                var der = try KeyEncryption.decrypt(
                    info.encryptedData, info.encryptionAlgorithm, passphrase, budget: &budget)
                defer { der.wipe() }
                guard (try? PrivateKeyInfo(der: der)) != nil else {
                    throw CryptoError(Self.operation, reason: .wrongPassphrase)
                }
                try append(try PrivateKey(der: der), bag, under: info.encryptionAlgorithm)
            case .other(let type): result.others.append(type)
            }
        }
    }

    private mutating func append(
        _ key: PrivateKey, _ bag: PKCS12Bag, under algorithm: AlgorithmIdentifier?
    ) throws(CryptoError) {
        var entry = PKCS12.Key(key, friendlyName: bag.friendlyName, localKeyID: bag.localKeyID)
        entry.encryptionAlgorithm = algorithm
        result.keys.append(entry)
    }

    // MARK: Errors

    private static func malformed(_ error: DERError) -> CryptoError {
        CryptoError(operation, reason: .malformedContainer(error.statement))
    }

    private static func der<Value>(_ body: () throws(DERError) -> Value) throws(CryptoError) -> Value {
        do throws(DERError) { return try body() } catch { throw malformed(error) }
    }
}
