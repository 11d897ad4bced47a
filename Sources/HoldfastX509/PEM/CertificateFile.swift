/// Finds the certificates of a file, whether it is PEM or DER.
public enum CertificateFile {
    /// Labels under which certificates are met: RFC 7468's, and those of older and of OpenSSL's tools.
    private static let labels: Set<String> = ["CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE"]

    /// The DER bytes of every certificate, in the order of the file; they are cut out and not looked into.
    ///
    /// What is meant as a certificate and is broken is handed out all the same: whoever parses it says where it is
    /// broken. Blocks with other labels, as a key beside its certificate, are passed over.
    ///
    /// - Parameter bytes: PEM with any number of blocks, or DER certificates one after the other.
    /// - Throws: ``CertificateFileError`` for an empty file, broken PEM, or a file without a certificate.
    public static func certificates(in bytes: [UInt8]) throws(CertificateFileError) -> [ArraySlice<UInt8>] {
        guard !bytes.allSatisfy(PEMLine.isSpace) else { throw .empty }
        // DER first: a certificate can have PEM boundaries in one of its texts, a PEM file is never whole DER.
        if let elements = elements(bytes[...]) {
            if let kind = otherKind(elements) { throw .noCertificate(found: [kind]) }
            return elements
        }
        let blocks: [PEMBlock]
        do throws(PEMError) {
            blocks = try PEM.blocks(in: bytes[...])
        } catch {
            throw .pem(error)
        }
        if blocks.isEmpty, looksLikeDER(bytes) { return [bytes[...]] }
        let certificates = blocks.filter { labels.contains($0.label) }
        guard !certificates.isEmpty else { throw .noCertificate(found: blocks.map(\.label)) }
        return certificates.map { block in
            // OpenSSL's "trusted" form has its trust settings behind the certificate.
            guard block.label == "TRUSTED CERTIFICATE", let first = firstElement(of: block.contents[...]) else {
                return block.contents[...]
            }
            return first.bytes
        }
    }

    /// The SEQUENCEs that the whole file is; `nil` for any other file.
    private static func elements(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
        guard bytes.first == 0x30, var reader = reader(bytes) else { return nil }
        var elements: [ArraySlice<UInt8>] = []
        while !reader.isAtEnd {
            guard let element = try? reader.read(.sequence) else { return nil }
            elements.append(element.bytes)
        }
        return elements
    }

    private static func firstElement(of bytes: ArraySlice<UInt8>) -> DERElement? {
        guard var reader = reader(bytes) else { return nil }
        return try? reader.readElement()
    }

    /// The caller has bounded the file; each certificate is bounded again when it is parsed.
    private static func reader(_ bytes: ArraySlice<UInt8>) -> DERReader? {
        try? DERReader(bytes, limits: DERLimits(maximumBytes: .max, maximumDepth: 1, maximumElements: .max))
    }

    /// A SEQUENCE with a length of more than one octet, or of none, as BER allows it.
    private static func looksLikeDER(_ bytes: [UInt8]) -> Bool {
        bytes.count > 1 && bytes[0] == 0x30 && (0x80...0x84).contains(bytes[1])
    }

    /// What a single element is that is certainly no certificate, by what it begins with.
    ///
    /// A certificate begins with a SEQUENCE; keys (PKCS#1, PKCS#8, SEC 1) and PKCS#12 with a version number; PKCS#7
    /// and CMS with the identifier of their content.
    private static func otherKind(_ elements: [ArraySlice<UInt8>]) -> String? {
        guard elements.count == 1, let outer = firstElement(of: elements[0]), var inner = reader(outer.content),
            let first = try? inner.readElement()
        else { return nil }
        switch first.tag {
        case .objectIdentifier: return "PKCS #7"
        case .integer:
            guard first.content.elementsEqual([3]), let second = try? inner.readElement(), second.tag == .sequence
            else { return "a private key" }
            return "PKCS #12"
        default: return nil
        }
    }
}

/// Why a file gives no certificate.
public enum CertificateFileError: Error, Hashable, Sendable {
    /// Nothing but white space.
    case empty
    /// What the file holds instead: the labels of its PEM blocks or the kind of DER; nothing where it is neither.
    case noCertificate(found: [String])
    /// A block that cannot be read.
    case pem(PEMError)
}

extension CertificateFileError: CustomStringConvertible {
    /// One line, as the end of a sentence about the file.
    public var description: String {
        switch self {
        case .empty: "the file is empty"
        case .noCertificate(let found) where found.isEmpty: "the file is neither PEM nor DER"
        case .noCertificate(let found):
            "the file holds no certificate, but \(Set(found).sorted().joined(separator: ", "))"
        case .pem(let error): "\(error)"
        }
    }
}
