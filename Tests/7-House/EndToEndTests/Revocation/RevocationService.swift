import HoldfastAuthority
import HoldfastCrypto
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastResolving
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
    /// The time that a busy machine is given for fetching.
    static let patience: Duration = .seconds(60)

    let bench: Loopback
    /// What was asked, as `GET /path`.
    let asked = Notes<String>()
    private let service: AuthorityService
    private let statements: AuthorityStatements

    /// - Parameter kind: What keys its authorities and servers get.
    init(keys kind: KeyKind = .p256) throws {
        bench = try Loopback(keys: kind)
        service = try AuthorityService(try bench.identity()) { [asked] in asked.add($0) }
        statements = AuthorityStatements(of: bench.intermediate, at: bench.now)
    }

    /// Has paths that begin so answered.
    func serve(_ prefix: String, _ answer: @escaping @Sendable (ServerRequest) -> ServerResponse) {
        service.serve(prefix, .made(answer))
    }

    func serve(_ prefix: String, _ body: [UInt8], type: String = "application/octet-stream") {
        serve(prefix) { _ in ServerResponse(fields: [HTTPField("Content-Type", type)], body: body) }
    }

    func url(_ path: String) -> String { service.url(path, host: Self.host) }

    // MARK: Statements

    func response(
        about identity: Identity, _ status: SingleResponse.CertStatus = .good, by signer: CertificateAuthority? = nil,
        _ change: (inout OCSPResponseTemplate) -> Void = { _ in }
    ) throws -> [UInt8] {
        try statements.response(about: identity, status, by: signer, change)
    }

    func list(
        revoking identity: Identity? = nil, _ change: (inout RevocationListTemplate) throws -> Void = { _ in }
    ) throws -> [UInt8] {
        var failure: (any Error)?
        let list = try statements.list(revoking: identity) { template in
            do { try change(&template) } catch { failure = error }
        }
        if let failure { throw failure }
        return list
    }

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
        configuration.timeout = Self.patience
        change(&configuration)
        return EvidenceFetcher(configuration: configuration)
    }

    /// The verdict about a server's certificate, by an engine that has seen nothing yet.
    func verdict(
        about identity: Identity, by fetcher: EvidenceFetcher, at instant: Instant? = nil,
        mode: RevocationChecking = .soft, timeout: Duration = patience
    ) async throws -> Result<TrustEvaluation, TrustFailure> {
        var policy = bench.trusting(try ServerName(Loopback.host))
        policy.revocation = mode
        policy.fetching = EvidenceFetching(revocation: .any)
        policy.fetching.timeout = timeout
        let trust = try ServerTrust(derChain: identity.chain)
        do throws(TrustFailure) {
            return .success(
                try await TrustEngine().evaluate(trust, with: policy, at: instant ?? bench.now, using: fetcher))
        } catch {
            return .failure(error)
        }
    }

    /// A session that looks revocation up.
    func session(
        to servers: TLSServer..., mode: RevocationChecking, fetcher: EvidenceFetcher, issuers: Bool = false,
        timeout: Duration = patience, _ change: (inout HTTPSSession.Configuration) -> Void = { _ in }
    ) -> HTTPSSession {
        let trusting = bench.trusting
        var configuration = bench.configuration(servers.map { (Loopback.host, $0.port) }) { name in
            var policy = trusting(name)
            policy.revocation = mode
            policy.fetching = EvidenceFetching(revocation: mode == .off ? [] : .any, issuers: issuers)
            policy.fetching.timeout = timeout
            return policy
        }
        configuration.trust.evidence = fetcher
        change(&configuration)
        return HTTPSSession(configuration: configuration)
    }
}

extension Result where Success == TrustEvaluation, Failure == TrustFailure {
    var success: TrustEvaluation? { if case .success(let proof) = self { proof } else { nil } }
    var failure: TrustFailure? { if case .failure(let failure) = self { failure } else { nil } }
    /// The check of the server's own certificate.
    var check: RevocationCheck? { (success?.revocationChecks ?? failure?.revocationChecks)?.first }
}
