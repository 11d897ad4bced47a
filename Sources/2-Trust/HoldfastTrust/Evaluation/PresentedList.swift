import HoldfastCrypto
public import HoldfastX509
import Synchronization

/// The certificates of a handshake as they were sent; read when they are first asked for, and then once for all copies.
final class PresentedList: Sendable {
    /// One DER certificate each.
    private let encoded: [ArraySlice<UInt8>]
    private let read: Mutex<[PresentedCertificate]?>

    /// The number of bytes of all certificates.
    var byteCount: Int { encoded.reduce(0) { $0 + $1.count } }

    init(encoded: [[UInt8]]) {
        self.encoded = encoded.map { $0[...] }
        read = Mutex(nil)
    }

    init(_ certificates: [PresentedCertificate]) {
        encoded = certificates.map(\.bytes)
        read = Mutex(certificates)
    }

    /// The certificates; the ones that cannot be read are there too.
    var certificates: [PresentedCertificate] { certificates { _ in nil } }

    /// The certificates, where they are read now with those in the place of equal bytes that are known already.
    ///
    /// - Parameter known: asked for each but the first, which is the server's own.
    func certificates(known: (ArraySlice<UInt8>) -> Certificate?) -> [PresentedCertificate] {
        read.withLock { certificates in
            if let certificates { return certificates }
            let made = encoded.enumerated().map { index, bytes in
                let found = index > 0 ? known(bytes) : nil
                return found.map(PresentedCertificate.certificate) ?? PresentedCertificate(der: Array(bytes))
            }
            certificates = made
            return made
        }
    }
}

extension PresentedList: Hashable {
    static func == (left: PresentedList, right: PresentedList) -> Bool {
        left === right || left.encoded == right.encoded
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(encoded.count)
        for certificate in encoded { hasher.combine(octets: certificate) }
    }
}

/// One certificate of a presented list: parsed, or carried as the bytes that could not be.
public enum PresentedCertificate: Hashable, Sendable {
    case certificate(Certificate)
    case malformed(bytes: [UInt8], error: DERError)

    /// Parses DER bytes; never fails, since what is malformed is evidence too.
    public init(der: [UInt8]) {
        do {
            self = .certificate(try Certificate(der: der))
        } catch {
            self = .malformed(bytes: der, error: error)
        }
    }

    /// The DER bytes as they were presented.
    public var bytes: ArraySlice<UInt8> {
        switch self {
        case .certificate(let certificate): certificate.bytes
        case .malformed(let bytes, _): bytes[...]
        }
    }

    /// The certificate, or nil where the bytes are none.
    public var certificate: Certificate? {
        if case .certificate(let certificate) = self { certificate } else { nil }
    }
}

extension Certificate {
    /// SHA-256 of the DER bytes, the certificate's name in findings and exceptions.
    public var fingerprint: [UInt8] { digest { Digest.sha256($0) } }
}

extension PresentedCertificate {
    /// SHA-256 of the bytes as presented.
    public var fingerprint: [UInt8] { certificate?.fingerprint ?? Digest.sha256(bytes) }
}
