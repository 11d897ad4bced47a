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
        self.moment = moment
        self.kind = kind
        do throws(AuthorityError) {
            root = try .root(name: "\(name) Root", at: moment, key: try Self.key(kind))
            intermediate = try root.intermediate(name: "\(name) Intermediate", at: moment, key: try Self.key(kind))
        } catch {
            throw .authority(error)
        }
    }

    /// Issues a server's certificate: a good one, but for what `change` does to it.
    ///
    /// - Parameters:
    ///   - names: Host names (A-labels, wildcards) and literal IP addresses.
    ///   - issuer: Who signs it; the intermediate unless given.
    ///   - change: Makes it deviate; it is also told the moment of this authority.
    public func server(
        _ names: String..., issuedBy issuer: CertificateAuthority? = nil,
        change: (inout CertificateTemplate, Instant) -> Void = { _, _ in }
    ) throws(TestBedError) -> Identity {
        var template = CertificateTemplate.server(names: names, at: moment)
        change(&template, moment)
        do throws(AuthorityError) {
            return try (issuer ?? intermediate).issue(template, key: try Self.key(kind))
        } catch {
            throw .authority(error)
        }
    }

    /// A server's certificate that its own key has signed.
    public func selfSignedServer(_ names: String...) throws(TestBedError) -> Identity {
        do throws(AuthorityError) {
            return try .selfSigned(.server(names: names, at: moment), key: try Self.key(kind))
        } catch {
            throw .authority(error)
        }
    }

    private static func key(_ kind: KeyKind) throws(AuthorityError) -> PrivateKey {
        do throws(CryptoError) { return try .generate(kind) } catch { throw .crypto(error) }
    }
}
