import HoldfastStatements

/// One certificate of a file, cut out and not read: its octets, its place, and the trust settings behind it.
public struct EncodedCertificate: Hashable, Sendable {
    /// The DER of the certificate, or what stands in its place.
    public let bytes: ArraySlice<UInt8>
    /// The line of its `BEGIN`, counted from 1; nil in a file that is DER.
    public let line: Int?
    /// The octets behind it: its trust settings, if they are any.
    let rest: ArraySlice<UInt8>

    /// The trust settings behind it; nil where nothing stands behind it.
    ///
    /// - Throws: ``DERError`` where what stands there is none. Nobody may take the certificate for an anchor then.
    public var trustSettings: CertificateTrustSettings? {
        get throws(DERError) { rest.isEmpty ? nil : try CertificateTrustSettings(der: rest) }
    }
}

extension EncodedObject {
    /// The heading of each object in p11-kit's own files, whose lines beside a block say whether it is trusted.
    private static let p11KitHeading = Array("[p11-kit-object-v1]".utf8)

    /// Whether a file is one of p11-kit's own (`.p11-kit`): its words of trust stand in lines beside the blocks, and
    /// are not read here. Nobody may take a certificate of it for an anchor.
    public static func isP11Kit(_ file: [UInt8]) -> Bool {
        var rest = file[...]
        while let bracket = rest.firstIndex(of: UInt8(ascii: "[")) {
            if rest[bracket...].starts(with: p11KitHeading) { return true }
            rest = rest[(bracket + 1)...]
        }
        return false
    }

    /// Labels under which certificates are met: RFC 7468's, and those of older and of OpenSSL's tools.
    private static let certificateLabels: Set<PEMLabel> = [.certificate, .x509Certificate, .trustedCertificate]

    /// Every certificate of a file in its order, with its trust settings: what anchors are read from.
    ///
    /// What is meant as a certificate and is broken is handed out all the same: its parser says where it is broken.
    /// Blocks with other labels, as a key beside its certificate, are passed over. In DER, what follows a certificate
    /// and is none stands behind it, as `openssl x509 -trustout -outform DER` writes settings.
    ///
    /// - Parameter file: PEM with any number of blocks, or DER certificates one after the other.
    /// - Throws: ``CertificateFileError`` for an empty file, broken PEM, or a file without a certificate.
    public static func encodedCertificates(
        in file: [UInt8]
    ) throws(CertificateFileError) -> [EncodedCertificate] {
        guard !file.allSatisfy(PEMLine.isSpace) else { throw .empty }
        // DER first: a certificate can have PEM boundaries in one of its texts, a PEM file is never whole DER.
        if let elements = DERShape.elements(of: file[...]) {
            if let error = otherKind(elements) { throw error }
            return grouped(elements, of: file)
        }
        let blocks: [PEMBlock]
        do throws(PEMError) { blocks = try PEM.blocks(in: file[...]) } catch {
            throw ForeignForm(of: file).map(CertificateFileError.foreign) ?? .pem(error)
        }
        guard !blocks.isEmpty else {
            if let container = BERShape.container(file) { throw withoutCertificate(container.kind) }
            if let form = ForeignForm(of: file) { throw .foreign(form) }
            // A SEQUENCE with a length of more than one octet, or of none, as BER allows it.
            guard file.count > 1, file[0] == 0x30, (0x80...0x84).contains(file[1]) else {
                throw .noCertificate(found: [])
            }
            return [EncodedCertificate(bytes: file[...], line: nil, rest: [])]
        }
        let certificates = blocks.filter { $0.knownLabel.map(certificateLabels.contains) == true }
        if let form = container(certificates.isEmpty ? blocks : certificates) { throw .foreign(form) }
        guard !certificates.isEmpty else { throw .noCertificate(found: blocks.map { Statement(verbatim: $0.label) }) }
        return certificates.map { block in
            let contents = block.contents[...]
            guard block.knownLabel == .trustedCertificate, let first = DERShape.first(of: contents) else {
                return EncodedCertificate(bytes: contents, line: block.line, rest: [])
            }
            return EncodedCertificate(
                bytes: first.bytes, line: block.line, rest: contents[first.bytes.endIndex...])
        }
    }

    /// The DER bytes of every certificate, in the order of the file, for chains and leaves: trust settings are left
    /// out, so that nothing of it may become an anchor (``encodedCertificates(in:)``).
    ///
    /// - Parameter file: PEM with any number of blocks, or DER certificates one after the other.
    /// - Throws: ``CertificateFileError`` for an empty file, broken PEM, or a file without a certificate.
    public static func certificates(in file: [UInt8]) throws(CertificateFileError) -> [ArraySlice<UInt8>] {
        try encodedCertificates(in: file).flatMap { item in
            let isRead = item.line != nil || (try? item.trustSettings) != nil
            return item.rest.isEmpty || isRead ? [item.bytes] : [item.bytes, item.rest]
        }
    }

    /// The elements of a DER file, those that are no certificates with the certificate before them.
    static func grouped(_ elements: [DERElement], of file: [UInt8]) -> [EncodedCertificate] {
        var found: [EncodedCertificate] = []
        var isBehindCertificate = false
        for element in elements {
            let isCertificate = DERShape.kind(of: element.bytes) == .certificate
            if !isCertificate, isBehindCertificate, let last = found.last {
                let rest = file[last.bytes.endIndex..<element.bytes.endIndex]
                found[found.count - 1] = EncodedCertificate(bytes: last.bytes, line: nil, rest: rest)
            } else {
                found.append(EncodedCertificate(bytes: element.bytes, line: nil, rest: []))
                isBehindCertificate = isCertificate
            }
        }
        return found
    }

    /// The error of a single element that is certainly no certificate, by what it begins with.
    ///
    /// A certificate begins with a SEQUENCE, many other things with a number or an identifier.
    private static func otherKind(_ elements: [DERElement]) -> CertificateFileError? {
        guard elements.count == 1, var inner = DERShape.reader(elements[0].content),
            let first = try? inner.readElement(), first.tag == .integer || first.tag == .objectIdentifier
        else { return nil }
        return withoutCertificate(DERShape.kind(of: elements[0].bytes))
    }

    /// The error of a file of something else, in DER or BER.
    private static func withoutCertificate(_ kind: Kind) -> CertificateFileError {
        switch kind {
        case .pkcs7: .foreign(.pkcs7(isPEM: false))
        case .pkcs12: .foreign(.pkcs12)
        default: .noCertificate(found: [kind.statement])
        }
    }

    /// The container that certificates are in where each of the blocks is PKCS #7, or one of them is a container and
    /// none a certificate. Some authorities put PKCS #7 under the label of a certificate.
    private static func container(_ blocks: [PEMBlock]) -> ForeignForm? {
        let kinds = blocks.map { EncodedObject($0).kind }
        if kinds.contains(.certificate) { return nil }
        return kinds.contains(.pkcs7) ? .pkcs7(isPEM: true) : kinds.contains(.pkcs12) ? .pkcs12 : nil
    }
}
