/// Finds the certificates of a file, whether it is PEM or DER.
public enum CertificateFile {
    /// Labels under which certificates are met; the first is RFC 7468's, the others are of older tools.
    private static let labels: Set<String> = ["CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE"]

    /// The DER bytes of every certificate, in the order of the file; they are cut out, not parsed further.
    ///
    /// - Parameter bytes: PEM with any number of blocks, or DER certificates one after the other.
    /// - Throws: ``CertificateFileError`` for an empty file, broken PEM, or a file without a certificate.
    public static func certificates(in bytes: [UInt8]) throws(CertificateFileError) -> [ArraySlice<UInt8>] {
        guard !bytes.isEmpty else { throw .empty }
        guard PEM.isPEM(bytes[...]) else { return try elements(bytes) }
        let blocks: [PEMBlock]
        do throws(PEMError) {
            blocks = try PEM.blocks(in: bytes[...])
        } catch {
            throw .pem(error)
        }
        let certificates = blocks.filter { labels.contains($0.label) }
        guard !certificates.isEmpty else { throw .noCertificate(found: blocks.map(\.label)) }
        return certificates.map { block in
            guard block.label == "TRUSTED CERTIFICATE", var reader = try? DERReader(block.contents[...]),
                let first = try? reader.readElement()
            else { return block.contents[...] }
            // OpenSSL appends its trust settings to the certificate.
            return first.bytes
        }
    }

    private static func elements(_ bytes: [UInt8]) throws(CertificateFileError) -> [ArraySlice<UInt8>] {
        var elements: [ArraySlice<UInt8>] = []
        do throws(DERError) {
            // The caller has bounded the file; each certificate is bounded again when it is parsed.
            var limits = DERLimits.default
            limits.maximumBytes = bytes.count
            var reader = try DERReader(bytes[...], limits: limits)
            while !reader.isAtEnd { elements.append(try reader.read(.sequence).bytes) }
        } catch {
            throw .noCertificate(found: [])
        }
        return elements
    }
}

/// Why a file gives no certificate.
public enum CertificateFileError: Error, Hashable, Sendable, CustomStringConvertible {
    case empty
    /// What the file holds instead, by the labels of its PEM blocks; none where it is neither PEM nor DER.
    case noCertificate(found: [String])
    case pem(PEMError)

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
