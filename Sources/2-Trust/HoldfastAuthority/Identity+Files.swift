public import HoldfastCrypto
import HoldfastX509

extension Identity {
    /// Puts together a key and certificates that come from files, in whatever order they are.
    ///
    /// The key's own certificate is found by its public half, the newest where there are several. Those above it are
    /// found by name and signature, up to below a self-signed one. Others are left out.
    ///
    /// - Parameters:
    ///   - key: The private key.
    ///   - certificates: DER; those that cannot be read are left out too.
    /// - Throws: ``AuthorityError/noCertificateForKey`` where none has the key.
    public init(key: PrivateKey, certificates: [[UInt8]]) throws(AuthorityError) {
        let read = certificates.compactMap { try? Certificate(der: $0) }
        let own = read.filter { $0.subjectPublicKeyInfo == key.subjectPublicKeyInfo }
            .max { $0.validity.notBefore.instant < $1.validity.notBefore.instant }
        guard let own else { throw .noCertificateForKey }
        var issuers: [Certificate] = []
        var last = own
        while !last.isSigned(by: last),
            let next = read.first(where: { $0 != own && !issuers.contains($0) && last.isSigned(by: $0) })
        {
            if next.isSigned(by: next) { break }
            issuers.append(next)
            last = next
        }
        self.init(key: key, certificate: own, issuers: issuers.map { Array($0.bytes) })
    }

    /// The identity in a PKCS #12 file that has been read.
    ///
    /// - Parameter friendlyName: Which of several keys, by its name (keytool's alias; letters' case does not count).
    /// - Throws: ``AuthorityError``: for a file without a key, or without a certificate for it; for several keys where
    ///   none is chosen.
    public init(_ file: PKCS12, friendlyName: String? = nil) throws(AuthorityError) {
        var keys = file.keys
        if let friendlyName {
            keys = keys.filter { $0.friendlyName?.lowercased() == friendlyName.lowercased() }
        }
        guard let first = keys.first else { throw .noPrivateKey }
        guard keys.count == 1 else { throw .severalPrivateKeys(keys.map { $0.friendlyName ?? "(no name)" }) }
        try self.init(key: first.key, certificates: file.certificates.map(\.certificate))
    }

    /// The contents of a PKCS #12 file with this identity: the key, its certificate, those above it.
    ///
    /// - Parameters:
    ///   - friendlyName: A name for people; `nil` for none. Windows and Java show it.
    ///   - root: The certificate on top (DER), for receivers who want it; it makes nobody trust it.
    public func pkcs12(friendlyName: String? = nil, root: [UInt8]? = nil) -> PKCS12 {
        // Any octets that are the same in both places will do; this is what OpenSSL takes.
        let identifier = Digest.sha1(certificate)
        let above = issuers + (root.map { [$0] } ?? [])
        return PKCS12(
            keys: [PKCS12.Key(key, friendlyName: friendlyName, localKeyID: identifier)],
            certificates: [
                PKCS12.CertificateEntry(certificate, friendlyName: friendlyName, localKeyID: identifier)
            ] + above.map { PKCS12.CertificateEntry($0) })
    }
}
