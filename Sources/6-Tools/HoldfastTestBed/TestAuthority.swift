public import HoldfastAuthority
public import HoldfastCrypto
public import HoldfastX509

/// A certificate authority for tests: a root, an intermediate below it, and servers issued by that.
///
/// Everything is made anew in memory, with P-256 keys in about a millisecond, and valid around one moment. Give its
/// root as the only anchor to what is tested, and nothing has to be switched off there:
///
/// ```swift
/// let authority = try TestAuthority()
/// let server = try authority.server("api.example.test") { template, now in
///     template.notAfter = now.advanced(bySeconds: 60)
/// }
/// ```
public struct TestAuthority: Sendable {
    /// The moment around which everything is valid.
    public let moment: Instant
    /// The root: what is to be given as an anchor.
    public let root: CertificateAuthority
    /// Issued by the root; issues the servers.
    public let intermediate: CertificateAuthority
    private let kind: KeyKind
    /// The place of the server that is being staged: where its responder listens, certificates say.
    private(set) var place = LabPlace.loopback

    /// A copy for the staging of a server at a place.
    func staging(at place: LabPlace) -> TestAuthority {
        var authority = self
        authority.place = place
        return authority
    }

    /// A responder of its own for the server that is being staged.
    func service() throws(TestBedError) -> AuthorityService {
        try AuthorityService(root.identity, on: place.listening, port: place.otherPort)
    }

    /// Makes an authority.
    ///
    /// - Parameters:
    ///   - name: What the certificates' names begin with.
    ///   - moment: The moment around which everything is valid.
    ///   - kind: What keys all certificates get. RSA takes a hundred times as long as P-256.
    /// - Throws: ``TestBedError/authority(_:)`` where libcrypto fails.
    public init(
        name: String = "Holdfast Test", at moment: Instant = SystemClock.now(), keys kind: KeyKind = .p256
    ) throws(TestBedError) {
        try self.init(name: name, at: moment, keys: kind, rootKey: Self.key(kind), intermediateKey: Self.key(kind))
    }

    /// Makes an authority with these keys; `kind` is what its servers get.
    init(
        name: String, at moment: Instant, keys kind: KeyKind = .p256, rootKey: PrivateKey, intermediateKey: PrivateKey
    ) throws(TestBedError) {
        self.moment = moment
        self.kind = kind
        root = try Self.made { () throws(AuthorityError) in try .root(name: "\(name) Root", at: moment, key: rootKey) }
        intermediate = try Self.intermediate(
            "\(name) Intermediate", at: moment, issuedBy: root, key: intermediateKey)
    }

    /// Issues a server's certificate: a good one, but for what `change` does to it.
    ///
    /// - Parameters:
    ///   - names: Host names (A-labels, wildcards) and literal IP addresses.
    ///   - issuer: Who signs it; the intermediate unless given.
    ///   - key: The server's key; a new one unless given.
    ///   - change: Makes it deviate; it is also told the moment of this authority.
    public func server(
        _ names: String..., issuedBy issuer: CertificateAuthority? = nil, key: PrivateKey? = nil,
        change: (inout CertificateTemplate, Instant) -> Void = { _, _ in }
    ) throws(TestBedError) -> Identity {
        var template = CertificateTemplate.server(names: names, at: moment)
        change(&template, moment)
        let key = try orNew(key)
        return try Self.made { () throws(AuthorityError) in try (issuer ?? intermediate).issue(template, key: key) }
    }

    /// Issues a client's certificate by the intermediate, with a new key.
    ///
    /// - Parameter name: The common name.
    public func client(_ name: String) throws(TestBedError) -> Identity {
        let key = try Self.key(kind)
        return try Self.made { () throws(AuthorityError) in
            try intermediate.issue(.client(name: name, at: moment), key: key)
        }
    }

    /// Issues a good server's certificate with timestamps of logs in it (RFC 6962 §3.3).
    ///
    /// - Parameters:
    ///   - names: As in ``server(_:issuedBy:key:change:)``.
    ///   - timestamps: Given the entry that logs sign for its precertificate; what it returns is put in, right or
    ///     wrong.
    public func server(
        _ names: String...,
        embedding timestamps: (TimestampedEntry) throws(AuthorityError) -> [SignedCertificateTimestamp]
    ) throws(TestBedError) -> Identity {
        let template = CertificateTemplate.server(names: names, at: moment)
        let key = try Self.key(kind)
        return try Self.made { () throws(AuthorityError) in
            try intermediate.issue(template, key: key) { (precertificate) throws(AuthorityError) in
                try timestamps(Self.entry(precertificate, intermediate.identity.key.subjectPublicKeyInfo))
            }
        }
    }

    private static func entry(
        _ precertificate: [UInt8], _ issuerKey: SubjectPublicKeyInfo
    ) throws(AuthorityError) -> TimestampedEntry {
        do throws(DERError) {
            return try .precertificate(tbsBytes: Certificate(der: precertificate).tbsBytes, issuerKey: issuerKey)
        } catch {
            throw .malformed(error)
        }
    }

    /// A server's certificate that its own key has signed.
    public func selfSignedServer(_ names: String...) throws(TestBedError) -> Identity {
        let template = CertificateTemplate.server(names: names, at: moment)
        let key = try Self.key(kind)
        return try Self.made { () throws(AuthorityError) in try .selfSigned(template, key: key) }
    }

    /// Issues the certificate of another intermediate authority: a good one, but for what `change` does to it.
    ///
    /// - Parameters:
    ///   - name: The common name.
    ///   - issuer: Who signs it; the root unless given.
    ///   - key: The authority's key; a new one unless given.
    ///   - change: Makes it deviate; it is also told the moment of this authority.
    public func intermediate(
        _ name: String, issuedBy issuer: CertificateAuthority? = nil, key: PrivateKey? = nil,
        change: (inout CertificateTemplate, Instant) -> Void = { _, _ in }
    ) throws(TestBedError) -> CertificateAuthority {
        try Self.intermediate(
            name, at: moment, issuedBy: issuer ?? root, key: try orNew(key), change: change)
    }

    /// Makes another root.
    ///
    /// - Parameters:
    ///   - name: The common name; two roots of one name are two authorities.
    ///   - change: Makes it deviate; it is also told the moment of this authority.
    public func root(
        _ name: String, change: (inout CertificateTemplate, Instant) -> Void = { _, _ in }
    ) throws(TestBedError) -> CertificateAuthority {
        var template = CertificateTemplate.root(name: name, at: moment)
        change(&template, moment)
        let key = try Self.key(kind)
        return CertificateAuthority(
            try Self.made { () throws(AuthorityError) in try .selfSigned(template, key: key) })
    }

    /// The root's certificate for devices and other programs, which keep it for longer than a test runs: the same name
    /// and key, good for `holdfast.test` with all below it and for the addresses of examples alone, and for some days.
    ///
    /// It vouches for every server of the catalogue that ``root`` does; whoever takes the key of a lab can deceive
    /// nobody about any other (RFC 5280 §4.2.1.10). Whether a root's constraints are looked at is up to who judges.
    ///
    /// - Returns: The certificate (DER).
    public func rootForDevices() throws(TestBedError) -> [UInt8] {
        try Self.made { () throws(AuthorityError) in
            // RFC 5737 and RFC 3849: what servers of the catalogue are asked for by.
            let names = try NameConstraints.only(
                domains: ["holdfast.test"], addresses: ["192.0.2.0/24", "2001:db8::/32"])
            var template = CertificateTemplate.root(name: "", at: moment, permitting: names)
            template.subject = root.identity.subject
            template.notAfter = moment.advanced(byDays: Self.daysOnDevices)
            return try Identity.selfSigned(template, key: root.identity.key).certificate
        }
    }

    /// Days for which a device trusts the root of a lab: as long as some tests last.
    private static let daysOnDevices: Int64 = 14

    /// Makes a certificate of an authority's name and key that is signed by another one.
    ///
    /// - Parameters:
    ///   - authority: Whose certificate it is.
    ///   - issuer: Who signs it.
    ///   - change: Makes it deviate from an intermediate's of any depth.
    /// - Returns: The certificate (DER).
    public func crossCertificate(
        of authority: CertificateAuthority, by issuer: CertificateAuthority,
        change: (inout CertificateTemplate, Instant) -> Void = { _, _ in }
    ) throws(TestBedError) -> [UInt8] {
        var template = CertificateTemplate.intermediate(name: "", at: moment, pathLength: nil)
        template.extendedKeyUsage = Self.purposes
        change(&template, moment)
        return try Self.made { () throws(AuthorityError) in try issuer.certify(authority, template) }
    }

    private func orNew(_ key: PrivateKey?) throws(TestBedError) -> PrivateKey {
        if let key { return key }
        return try Self.key(kind)
    }

    /// The extended key usages of an intermediate authority for servers (CA/B BR 7.1.2.10.6).
    private static let purposes: [ObjectIdentifier] = [.serverAuth, .clientAuth]

    private static func intermediate(
        _ name: String, at moment: Instant, issuedBy issuer: CertificateAuthority, key: PrivateKey,
        change: (inout CertificateTemplate, Instant) -> Void = { _, _ in }
    ) throws(TestBedError) -> CertificateAuthority {
        var template = CertificateTemplate.intermediate(name: name, at: moment)
        template.extendedKeyUsage = purposes
        change(&template, moment)
        let issued = try made { () throws(AuthorityError) in try issuer.issue(template, key: key) }
        return CertificateAuthority(issued)
    }

    private static func made<Result>(
        _ make: () throws(AuthorityError) -> Result
    ) throws(TestBedError) -> Result {
        do throws(AuthorityError) { return try make() } catch { throw .authority(error) }
    }

    private static func key(_ kind: KeyKind) throws(TestBedError) -> PrivateKey {
        do throws(CryptoError) { return try .generate(kind) } catch { throw .authority(.crypto(error)) }
    }
}
