public import HoldfastX509
public import NIOSSL

extension Certificate {
    /// A certificate of NIOSSL's.
    ///
    /// - Throws: ``DERError`` where it cannot be read here, or BoringSSL's error where it cannot write it.
    public init(_ certificate: NIOSSLCertificate) throws { try self.init(der: certificate.toDERBytes()) }
}

extension NIOSSLCertificate {
    /// A certificate of Holdfast's.
    ///
    /// - Throws: BoringSSL's error where it cannot read it.
    public convenience init(_ certificate: Certificate) throws {
        try self.init(bytes: Array(certificate.bytes), format: .der)
    }
}
