import HoldfastDiagnostics
import HoldfastStatements
import HoldfastTrust
import HoldfastX509

/// Certificates out of the files that a user names.
enum CertificateInput {
    /// The DER bytes of every certificate of a file, PEM or DER; `-` is standard input.
    ///
    /// What begins like a DER certificate and is broken further on is handed out as it is: to say where it is broken
    /// is what the caller is for.
    static func certificates(in path: String) throws(CommandError) -> [[UInt8]] {
        let bytes = try InputFile.bytes(of: path)
        do throws(CertificateFileError) {
            let certificates = try EncodedObject.certificates(in: bytes)
            if let first = certificates.first, bytes.first == 0x30, certificates.count == 1, isKey(first) {
                throw CertificateFileError.noCertificate(found: [EncodedObject.Kind.unknown.statement])
            }
            return certificates.map { Array($0) }
        } catch {
            switch error {
            case .empty:
                throw .usage(
                    UsageSentence.emptyFile(file: path), code: .emptyFile, hint: CheckAdvice.certificatesWanted)
            case .noCertificate(let found) where found.isEmpty:
                throw .usage(
                    UsageSentence.noCertificate(file: path), code: .noCertificate, hint: CheckAdvice.certificatesWanted)
            case .noCertificate(let found):
                throw .usage(
                    CheckSentence.noCertificateBut(file: path, others: CertificateFileError.each(of: found)),
                    code: .noCertificate, hint: CheckAdvice.certificatesWanted)
            case .foreign(let form): throw CommandError(form, of: path)
            case .pem(let error): throw CommandError(error, of: path)
            }
        }
    }

    /// PKCS#1, PKCS#8 and SEC 1 keys begin with a version number, certificates never.
    /// Certificates as a server would send them, its own first.
    static func chain(_ certificates: [[UInt8]]) throws(CommandError) -> ServerTrust {
        do throws(ServerTrustError) { return try ServerTrust(derChain: certificates) } catch {
            throw CommandError(.workLimit, code: .workLimit, error, hint: CheckAdvice.chainAlone)
        }
    }

    private static func isKey(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard var reader = try? DERReader(bytes), let outer = try? reader.readElement(),
            var inner = try? DERReader(outer.content)
        else { return false }
        return (try? inner.readElement())?.tag == .integer
    }
}
