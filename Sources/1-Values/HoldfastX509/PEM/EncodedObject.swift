/// An object in a PEM or DER file, as a certificate or a key: its kind, and its bytes, not read any further.
///
/// Where a PEM label and the form disagree, the form counts, which is what the next reader would find; but what is of
/// the form of a few INTEGERs, as a public key of RSA and parameters of Diffie-Hellman are, is what its label says
/// (RFC 7468 §2), and a private key's label is never overruled by what is none.
public struct EncodedObject: Hashable, Sendable {
    /// The kinds of objects that are told apart.
    public enum Kind: Hashable, Sendable {
        case certificate
        case certificateList
        case certificationRequest
        case ocspRequest
        case ocspResponse
        /// A private key, in this form.
        case privateKey(PrivateKeyForm)
        /// A public key, in this form.
        case publicKey(PublicKeyForm)
        /// A key with its certificates, mostly under a passphrase (RFC 7292).
        case pkcs12
        /// Certificates or anything else inside PKCS #7 or CMS.
        case pkcs7
        /// Parameters of keys, and no key: the name of a curve before its key, the group of a Diffie-Hellman agreement.
        case parameters
        /// Nothing that is known here.
        case unknown
    }

    /// The forms of private keys.
    public enum PrivateKeyForm: Hashable, Sendable {
        /// `PrivateKeyInfo` (RFC 5208 §5, RFC 5958 §2).
        case pkcs8
        /// `EncryptedPrivateKeyInfo` (RFC 5208 §6).
        case encryptedPKCS8
        /// `RSAPrivateKey` (RFC 8017 appendix A.1.2).
        case rsa
        /// `ECPrivateKey` (RFC 5915 §3).
        case ec
        /// OpenSSL's DSA or OpenSSH's own form, which are recognised and not read.
        case other
    }

    /// The forms of public keys.
    public enum PublicKeyForm: Hashable, Sendable {
        /// `SubjectPublicKeyInfo` (RFC 5280 §4.1.2.7).
        case subjectPublicKeyInfo
        /// `RSAPublicKey` (RFC 8017 appendix A.1.1).
        case rsa
    }

    /// The kind of object, by its form.
    public let kind: Kind
    /// The bytes: DER where the file was PEM, and as found where it was not.
    public let bytes: [UInt8]
    /// The PEM block around it; `nil` in a DER file.
    public let block: PEMBlock?
    /// The octets behind a certificate: its trust settings, if they are any.
    private let rest: [UInt8]

    /// The trust settings of a certificate (``CertificateTrustSettings``); nil where nothing stands behind it.
    ///
    /// - Throws: ``DERError`` where what stands there is none. Nobody may take the certificate for an anchor then.
    public var trustSettings: CertificateTrustSettings? {
        get throws(DERError) { rest.isEmpty ? nil : try CertificateTrustSettings(der: rest[...]) }
    }

    /// The label that its form asks for, where its block has another one that is known: RFC 7468 §10 and §13 for keys;
    /// `nil` where the label is right, and for anything else than keys.
    public var expectedLabel: PEMLabel? {
        guard let label = block?.knownLabel, block?.isEncryptedByHeader == false else { return nil }
        let expected: PEMLabel
        switch kind {
        case .privateKey(.pkcs8): expected = .privateKey
        case .privateKey(.encryptedPKCS8): expected = .encryptedPrivateKey
        case .privateKey(.rsa): expected = .rsaPrivateKey
        case .privateKey(.ec): expected = .ecPrivateKey
        case .publicKey(.subjectPublicKeyInfo): expected = .publicKey
        case .publicKey(.rsa): expected = .rsaPublicKey
        default: return nil
        }
        return label == expected ? nil : expected
    }

    /// Whether it can be read with a passphrase only.
    public var isEncrypted: Bool { kind == .privateKey(.encryptedPKCS8) || block?.isEncryptedByHeader == true }

    /// Everything that a file holds, in its order.
    ///
    /// - Parameter file: PEM with any number of blocks and text around them, or DER elements one after the other.
    /// - Throws: ``EncodedObjectError`` for an empty file, broken PEM, and what is neither PEM nor DER. Objects of
    ///   unknown kinds are handed out as such.
    public static func all(in file: [UInt8]) throws(EncodedObjectError) -> [EncodedObject] {
        guard !file.allSatisfy(PEMLine.isSpace) else { throw .empty }
        // DER first: a certificate can have PEM boundaries in one of its texts, a PEM file is never whole DER.
        if let elements = DERShape.elements(of: file[...]) {
            return objects(of: grouped(elements, of: file))
        }
        if let container = BERShape.container(file) { return [container] }
        // Lists and responses with a line end behind them are read wherever they are given.
        let element = withoutTrailingSpace(file)
        if element.count < file.count {
            let kind = DERShape.kind(of: element[...])
            if kind == .certificateList || kind == .ocspResponse {
                return [EncodedObject(kind: kind, bytes: element, block: nil)]
            }
        }
        let blocks: [PEMBlock]
        do throws(PEMError) { blocks = try PEM.blocks(in: file[...]) } catch {
            throw ForeignForm(of: file).map(EncodedObjectError.foreign) ?? .pem(error)
        }
        guard !blocks.isEmpty else { throw ForeignForm(of: file).map(EncodedObjectError.foreign) ?? .unknownForm }
        return blocks.map { EncodedObject($0) }
    }

    /// The kind of object that a DER encoding is, by its outermost elements.
    public static func kind(ofDER bytes: some Collection<UInt8>) -> Kind { DERShape.kind(of: Array(bytes)[...]) }

    /// The objects of a DER file; what stands behind a certificate and is no trust settings is an object of its own.
    private static func objects(of items: [EncodedCertificate]) -> [EncodedObject] {
        items.flatMap { item in
            let isRead = (try? item.trustSettings) != nil
            let others = isRead ? [] : (DERShape.elements(of: item.rest) ?? []).map(\.bytes)
            let kinds = others.map { DERShape.kind(of: $0) }
            // A key or a list behind it says nothing about it; something that is not known might.
            let rest = isRead || kinds.contains(.unknown) ? Array(item.rest) : []
            let first = EncodedObject(
                kind: DERShape.kind(of: item.bytes), bytes: Array(item.bytes), block: nil, rest: rest)
            return [first] + zip(kinds, others).map { EncodedObject(kind: $0, bytes: Array($1), block: nil) }
        }
    }

    /// The bytes without the white space behind their one DER element, as an editor or a shell leaves it; unchanged
    /// where anything else stands there.
    package static func withoutTrailingSpace(_ bytes: [UInt8]) -> [UInt8] {
        guard let first = DERShape.first(of: bytes[...]), first.bytes.endIndex < bytes.endIndex,
            bytes[first.bytes.endIndex...].allSatisfy(PEMLine.isSpace)
        else { return bytes }
        return Array(first.bytes)
    }

    init(kind: Kind, bytes: [UInt8], block: PEMBlock?, rest: [UInt8] = []) {
        self.kind = kind
        self.bytes = bytes
        self.block = block
        self.rest = rest
    }

    init(_ block: PEMBlock) {
        var bytes = block.contents
        var rest: [UInt8] = []
        var kind: Kind
        switch block.knownLabel {
        case .certificate, .x509Certificate: kind = .certificate
        case .trustedCertificate:
            if let first = DERShape.first(of: bytes[...]) {
                rest = Array(bytes[first.bytes.endIndex...])
                bytes = Array(first.bytes)
            }
            kind = .certificate
        case .x509CRL: kind = .certificateList
        case .certificateRequest, .newCertificateRequest: kind = .certificationRequest
        case .pkcs7, .cms: kind = .pkcs7
        case .privateKey: kind = .privateKey(.pkcs8)
        case .encryptedPrivateKey: kind = .privateKey(.encryptedPKCS8)
        case .rsaPrivateKey: kind = .privateKey(.rsa)
        case .ecPrivateKey: kind = .privateKey(.ec)
        case .dsaPrivateKey, .openSSHPrivateKey: kind = .privateKey(.other)
        case .publicKey: kind = .publicKey(.subjectPublicKeyInfo)
        case .rsaPublicKey: kind = .publicKey(.rsa)
        case .ecParameters, .dhParameters, .x942DHParameters, .dsaParameters: kind = .parameters
        case .pkcs12: kind = .pkcs12
        case nil: kind = .unknown
        }
        let form = DERShape.kind(of: bytes[...])
        switch (kind, form) {
        // What is broken keeps its label's word, so that its reader says where it is broken.
        case (_, .unknown), (.parameters, _): break
        case (.privateKey, .privateKey): if !block.isEncryptedByHeader { kind = form }
        case (.privateKey, _): break
        case (.publicKey, .publicKey): kind = form
        // INTEGERs alone are what their label says (RFC 7468 §2), never a key because two of them could be one.
        case (_, .publicKey(.rsa)), (_, .parameters): break
        default: kind = form
        }
        self.init(kind: kind, bytes: bytes, block: block, rest: rest)
    }
}
