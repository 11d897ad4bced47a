import HoldfastAuthority
import HoldfastCrypto
import HoldfastHTTPS
import HoldfastServing
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import Synchronization
import TestSupport

/// A responder, lists and certificates of the authorities of a ``Loopback``, by plain HTTP, and servers whose
/// certificates name it.
final class RevocationService: Sendable {
    static let host = "pki.holdfast.test"

    let bench: Loopback
    /// What was asked, as `GET /path`.
    let asked = Notes<String>()
    private let server: TLSServer
    private let answers: Answers

    init() throws {
        bench = try Loopback()
        let answers = Answers()
        var configuration = TLSServerConfiguration(try bench.identity())
        configuration.speaksPlainHTTP = true
        server = try TLSServer(configuration) { [asked] request in
            asked.add("\(request.method) \(request.target)")
            return answers.answer(request)
        }
        self.answers = answers
    }

    private final class Answers: Sendable {
        let table = Mutex<[String: @Sendable (ServerRequest) -> ServerResponse]>([:])

        func answer(_ request: ServerRequest) -> ServerResponse {
            let found = table.withLock { table in table.first { request.target.hasPrefix($0.key) }?.value }
            return found?(request) ?? ServerResponse(status: 404, text: "nothing here")
        }
    }

    /// Has paths that begin so answered.
    func serve(_ prefix: String, _ answer: @escaping @Sendable (ServerRequest) -> ServerResponse) {
        answers.table.withLock { $0[prefix] = answer }
    }

    func serve(_ prefix: String, _ body: [UInt8], type: String = "application/octet-stream") {
        serve(prefix) { _ in ServerResponse(fields: [ServerField("Content-Type", type)], body: body) }
    }

    func url(_ path: String) -> String { "http://\(Self.host):\(server.port)\(path)" }

    // MARK: Statements

    func response(
        about identity: Identity, _ status: SingleResponse.CertStatus = .good, by signer: CertificateAuthority? = nil,
        _ change: (inout OCSPResponseTemplate) -> Void = { _ in }
    ) throws -> [UInt8] {
        let issuer = bench.intermediate
        var template = OCSPResponseTemplate(at: bench.now)
        change(&template)
        template.answer(try issuer.certID(for: Certificate(der: identity.certificate).serialNumber), status)
        return try (signer ?? issuer).issue(template)
    }

    func list(revoking identity: Identity? = nil) throws -> [UInt8] {
        var template = RevocationListTemplate(at: bench.now)
        if let identity {
            template.revoke(
                try Certificate(der: identity.certificate).serialNumber, on: bench.now.advanced(bySeconds: -60),
                for: .keyCompromise)
        }
        return try bench.intermediate.issue(template)
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
        configuration.dial = [try DialRule(connectTo: Loopback.connectTo(server.port, host: Self.host))]
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
            return policy
        }
        configuration.trust.evidence = fetcher
        return HTTPSSession(configuration: configuration)
    }
}
