/// The bounds on the work of one evaluation; beyond them it is refused with `workLimit`.
///
/// A chain comes from a stranger: without a bound a pool of cross-signed certificates costs a verifier factorial time
/// (CVE-2024-0567, CVE-2018-16875). Passing a limit is a finding, never a shorter answer.
public struct Limits: Hashable, Sendable {
    /// Certificates in the server's list; 256. TLS stacks bound the bytes, not the count.
    public var presentedCertificates: Int = 256
    /// Bytes of the server's list; 1 MiB, the same bound as the handshake's (`SSL_CTX_set_max_cert_list`).
    public var presentedBytes: Int = 1 << 20
    /// Certificates in one path, anchor included; 32. The longest public path known to us has 5.
    public var pathCertificates: Int = 32
    /// Weight of the signature checks that the accepted path does not rest on, one P-256 verification (about 55 µs)
    /// being 1; 192, thus some 11 ms without what it takes to make the keys.
    ///
    /// It bounds a search: checks that fail, those of paths that are refused, and those of timestamps. What holds on
    /// the path that is looked at does not count, so that its length is bounded by ``pathCertificates`` alone. A
    /// quarter more is there to explain a refusal. Five rollovers of one name without identifiers take up to fifteen
    /// checks that fail, which weigh 180 on P-384.
    public var signatureWeight: Int = 192
    /// Signature checks of a search that fail; 100, as many as Go and rustls-webpki make in all.
    ///
    /// Of cheap checks ``signatureWeight`` would allow more, and to make a key of P-256 takes as long as to check with
    /// it: 1,000 authorities of one name end within 25 ms. A quarter more is there to explain a refusal.
    public var failedSignatureChecks: Int = 100
    /// Weight of the signature checks of revocation lists and OCSP responses, and of the certificates of those who
    /// signed them; 192 beside ``signatureWeight``, thus some 11 ms.
    ///
    /// A list takes one check and a response by a delegate two: those of a server and three intermediates weigh 144
    /// where all keys are on P-384. What is known by then counts; a status that is not is a refusal.
    public var revocationWeight: Int = 192
    /// The part of ``revocationWeight`` that may go into signatures which do not verify; 96, thus some 5.3 ms.
    ///
    /// Nobody but a stranger needs it: with ``signatureWeight`` and what it takes to read a list of
    /// ``presentedCertificates``, hostile evidence ends within 25 ms.
    public var failedRevocationWeight: Int = 96
    /// The weight of checks that fail on one revocation list or OCSP response; 48, four signers on P-384.
    ///
    /// Half of ``failedRevocationWeight``: a server chooses what it staples and who might have signed it, and the other
    /// half is left for what others say.
    public var failedStatementWeight: Int = 48
    /// Candidate issuers looked at while building; 10,000, thus some 10 ms. Random legal meshes of thirty authorities
    /// take some hundreds.
    public var pathSteps: Int = 10_000
    /// Paths that reached an anchor and were judged by the rules; 64, thus some 2 ms. An authority that others have
    /// cross-signed gives a few; BetterTLS asks for fewer.
    public var judgedPaths: Int = 64
    /// Comparisons of a name against a constraint or a reference; 250,000 (rustls-webpki's bound, CVE-2024-41996's
    /// kin).
    ///
    /// One of names longer than 256 octets counts for as many as it has such pieces. Each certificate that an OCSP
    /// response speaks of counts as one, once.
    public var nameComparisons: Int = 250_000
    /// Names of one certificate, times the subtrees that one authority's constraints have; 2^20, the bound of OpenSSL
    /// (`NAME_CHECK_MAX`).
    ///
    /// Here they are looked up and not compared one by one, but a chain that no other verifier takes need not be taken.
    public var constrainedNames: Int = 1 << 20
    /// Policies that one certificate states, and pairs that it maps; 1,000, OpenSSL's bound of a whole policy tree
    /// (`OPENSSL_POLICY_TREE_NODES_MAX`). Certificates of the public web state up to five, bridges map some dozens.
    public var policiesPerCertificate: Int = 1_000
    /// Nodes and edges of policy graphs, over all judged paths; 100,000, thus some 50 ms. The graph of RFC 9618 grows
    /// by what each certificate states, never by multiplication: a path at every other limit stays below.
    public var policySteps: Int = 100_000

    /// Bytes of revocation lists and OCSP responses whose signatures are checked; 256 MiB, thus some 0.2 to 0.5 s.
    ///
    /// Twice the longest list that is read at all (``DERLimits/revocationList``): lists come from authorities, but
    /// which ones are supplied may be for a stranger to say.
    public var revocationBytes: Int = 256 << 20

    /// The documented defaults.
    public init() {}
}

extension Limits {
    /// Every limit with its name, so that none can be forgotten here; the usual ones are spelled once.
    var digestText: String { self == Self.usual ? Self.usualText : "\(self)" }

    private static let usual = Limits()
    private static let usualText = "\(usual)"
}
