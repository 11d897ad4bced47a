import HoldfastAuthority
import HoldfastCrypto
import HoldfastHTTPS
import HoldfastServing
import HoldfastTestBed
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import TestSupport

/// A responder, lists and certificates of the authorities of a ``Loopback``, by plain HTTP, and servers whose
/// certificates name it.
final class RevocationService: Sendable {
    static let host = "pki.holdfast.test"

    let bench: Loopback
    /// What was asked, as `GET /path`.
    let asked = Notes<String>()
    private let service: AuthorityService
    private let statements: AuthorityStatements

    init() throws {
        bench = try Loopback()
        service = try AuthorityService(try bench.identity()) { [asked] in asked.add($0) }
        statements = AuthorityStatements(of: bench.intermediate, at: bench.now)
    }

    /// Has paths that begin so answered.
    func serve(_ prefix: String, _ answer: @escaping @Sendable (ServerRequest) -> ServerResponse) {
        service.serve(prefix, .made(answer))
    }

    func serve(_ prefix: String, _ body: [UInt8], type: String = "application/octet-stream") {
        serve(prefix) { _ in ServerResponse(fields: [ServerField("Content-Type", type)], body: body) }
    }

    func url(_ path: String) -> String { service.url(path, host: Self.host) }

    // MARK: Statements

    func response(
        about identity: Identity, _ status: SingleResponse.CertStatus = .good, by signer: CertificateAuthority? = nil,
        _ change: (inout OCSPResponseTemplate) -> Void = { _ in }
    ) throws -> [UInt8] {
        try statements.response(about: identity, status, by: signer, change)
    }

    func list(revoking identity: Identity? = nil) throws -> [UInt8] { try statements.list(revoking: identity) }

    // MARK: Servers

    /// A server's certificate that names this service.
    func identity(ocsp: [String] = [], lists: [String] = [], issuers: [String] = []) throws -> Identity {
        let (ocsp, lists, issuers) = (ocsp.map(url), lists.map(url), issuers.map(url))
        return try bench.identity { template, _ in
            try? template.addInformationAccess(ocspResponders: ocsp, issuerCertificates: issuers)
            try? template.addRevocationLists(lists)
        }
    }

    /// A fetcher that finds the service.
    func fetcher(_ change: (inout EvidenceFetcher.Configuration) -> Void = { _ in }) throws -> EvidenceFetcher {
        var configuration = EvidenceFetcher.Configuration()
        configuration.dial = [try DialRule(connectTo: Loopback.connectTo(service.port, host: Self.host))]
        configuration.dangerouslyAllowsPrivateNetworks = true
        change(&configuration)
        return EvidenceFetcher(configuration: configuration)
    }

    /// A session that looks revocation up.
    func session(
        to servers: TLSServer..., mode: RevocationChecking, fetcher: EvidenceFetcher, issuers: Bool = false
    ) -> HTTPSSession {
        let trusting = bench.trusting
        var configuration = bench.configuration(servers.map { (Loopback.host, $0.port) }) { name in
            var policy = trusting(name)
            policy.revocation = mode
            policy.fetching = EvidenceFetching(revocation: mode == .off ? [] : .any, issuers: issuers)
            // No test is about how busy the machine is.
            policy.fetching.timeout = .seconds(60)
            return policy
        }
        configuration.trust.evidence = fetcher
        return HTTPSSession(configuration: configuration)
    }
}
