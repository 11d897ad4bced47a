public import FoundationEssentials
import HoldfastCrypto
public import HoldfastStatements
import HoldfastTrust
public import HoldfastX509

/// An authority that a user wants the programs of a machine to trust: its certificate, read from a file and looked at.
public struct StoreAuthority: Sendable {
    /// The authority's certificate.
    public let certificate: Certificate

    /// The trust settings that its file has for it, and that let it be an anchor for servers; nil where there are none.
    public let trustSettings: CertificateTrustSettings?

    /// As many bytes as a certificate may have here; the largest roots in use have some 2 KiB.
    public static let maximumBytes = 1 << 16

    /// Reads the one certificate of a file.
    ///
    /// - Parameter file: PEM or DER.
    /// - Throws: ``StoreAuthorityError`` for a file that holds a private key (which nobody hands to programs that copy
    ///   it about), no certificate or several of them, and for a certificate that is no root of an authority.
    public init(file: [UInt8]) throws(StoreAuthorityError) {
        guard file.count <= Self.maximumBytes else { throw .tooLarge }
        guard !EncodedObject.isP11Kit(file) else { throw .unreadable(AnchorFileSentence.p11Kit.statement) }
        let objects: [EncodedObject]
        do throws(EncodedObjectError) { objects = try EncodedObject.all(in: file) } catch {
            if case .foreign(let form) = error { throw .foreign(form) }
            throw .unreadable(error.statement)
        }
        for object in objects {
            switch object.kind {
            case .privateKey, .pkcs12: throw .holdsPrivateKey
            default: break
            }
        }
        let certificates = objects.filter { $0.kind == .certificate }
        guard let only = certificates.first else {
            guard let message = objects.first(where: { $0.kind == .pkcs7 }) else { throw .noCertificate }
            throw .foreign(.pkcs7(isPEM: message.block != nil))
        }
        guard certificates.count == 1 else { throw .severalCertificates(certificates.count) }
        let certificate: Certificate
        do throws(DERError) { certificate = try Certificate(der: only.bytes) } catch {
            throw .malformed(MalformedCertificate(only.bytes[...], error: error))
        }
        guard certificate.basicConstraints?.isCA == true else {
            guard certificate.isSelfIssued else { throw .noAuthority }
            throw certificate.version == .v3 ? .signedItself : .firstVersion
        }
        guard certificate.isSelfIssued else { throw .noRoot(issuer: certificate.issuer.shortDescription) }
        if let usage = certificate.keyUsage, !usage.contains(.keyCertSign) { throw .mayNotSign }
        self.certificate = certificate
        trustSettings = try Self.settings(of: only)
    }

    /// The trust settings of its file, which stores have no room for: what they limit would be trusted there.
    private static func settings(
        of object: EncodedObject
    ) throws(StoreAuthorityError) -> CertificateTrustSettings? {
        let settings: CertificateTrustSettings?
        do throws(DERError) { settings = try object.trustSettings } catch {
            throw .unreadable(AnchorFileSentence.trustSettings(error.statement).statement)
        }
        guard let settings, !settings.permits(.serverAuth) else { return settings }
        throw .rejected(trusted: settings.trustedText, rejected: settings.rejectedText)
    }

    /// SHA-256 of the certificate, by which it is known again in every store.
    public var fingerprint: [UInt8] { Digest.sha256(certificate.bytes) }

    /// The name under which it is put into stores: of a file, an alias, a nickname.
    ///
    /// Half of the fingerprint's digits are for people; all of the certificate is compared.
    public var label: String { "holdfast-" + HexString.encode(fingerprint.prefix(8)) }

    /// The certificate in PEM, as it is handed to programs.
    public var pem: [UInt8] { Array(PEMBlock(.certificate, contents: Array(certificate.bytes)).encoded.utf8) }

    /// Whether certificates below it may name some names only (RFC 5280 §4.2.1.10): without, its key can stand in for
    /// any server in the world.
    public var isConstrained: Bool {
        guard let constraints = certificate.nameConstraints else { return false }
        let permitted = constraints.permittedSubtrees ?? []
        let namesAreLimited = permitted.contains { subtree in
            // An empty base permits every name.
            if case .dnsName(let name) = subtree.base { !name.bytes.isEmpty } else { false }
        }
        let noAddresses = [8, 32].allSatisfy { count in
            (constraints.excludedSubtrees ?? []).contains { subtree in
                subtree.base == .ipAddress([UInt8](repeating: 0, count: count)[...])
            }
        }
        let addressesAreLimited = permitted.contains { if case .ipAddress = $0.base { true } else { false } }
        return namesAreLimited && (noAddresses || addressesAreLimited)
    }

    /// The names that it may issue for, as `test` or `127.0.0.0/8`; empty where it is not constrained.
    public var permittedNames: [String] {
        guard isConstrained else { return [] }
        return (certificate.nameConstraints?.permittedSubtrees ?? []).compactMap { subtree in
            switch subtree.base {
            case .dnsName(let name): name.description
            case .ipAddress(let octets): ConstrainedAddresses.text(Array(octets))
            default: nil
            }
        }
    }

    /// A reason not to trust it now; nil for none. Taking it out of stores needs none.
    public func expiry(at now: Instant) -> StoreAuthorityError? {
        now > certificate.validity.notAfter.instant ? .expired(certificate.validity.notAfter.instant) : nil
    }
}

/// A range of addresses as a name constraint has it: address and mask (RFC 5280 §4.2.1.10).
private enum ConstrainedAddresses {
    static func text(_ octets: [UInt8]) -> String? {
        guard octets.count == 8 || octets.count == 32 else { return nil }
        let half = octets.count / 2
        let address: String
        if half == 4 {
            address = octets[..<half].map { "\($0)" }.joined(separator: ".")
        } else {
            address = IPAddress(bytes: Array(octets[..<half]))?.description ?? HexString.encode(octets[..<half])
        }
        let bits = octets[half...].reduce(0) { $0 + $1.nonzeroBitCount }
        return bits == half * 8 ? address : "\(address)/\(bits)"
    }
}

/// A certificate, or a file, that is put into no store.
public enum StoreAuthorityError: Error, Hashable, Sendable {
    /// A file that is larger than a certificate.
    case tooLarge
    /// A file of which nothing can be read; why.
    case unreadable(Statement)
    /// A file in a form that is not read as it stands.
    case foreign(ForeignForm)
    /// A certificate that cannot be read.
    case malformed(MalformedCertificate)
    /// A private key, or a file that may hold one.
    case holdsPrivateKey
    /// No certificate.
    case noCertificate
    /// More certificates than one.
    case severalCertificates(Int)
    /// A certificate that may not issue others.
    case noAuthority
    /// A certificate that signed itself and does not say that it is an authority's (RFC 5280 §4.2.1.9).
    case signedItself
    /// A certificate of version 1 that signed itself, which has no way to say whose it is.
    case firstVersion
    /// An authority whose key may not sign certificates (RFC 5280 §4.2.1.3).
    case mayNotSign
    /// A certificate whose file rejects it for servers, or trusts it for other uses alone; those uses by name.
    case rejected(trusted: String?, rejected: String?)
    /// An authority that another one issued; that one.
    case noRoot(issuer: String)
    /// An authority that is over; when it ended.
    case expired(Instant)
}

extension StoreAuthorityError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
    /// The advice, in English; nil where there is none.
    public var recoverySuggestion: String? { hint.isEmpty ? nil : hint }
}
