import Foundation
import HoldfastAuthority
import HoldfastHTTPS
import HoldfastNetworking
import HoldfastSecurityNames
import HoldfastServing
import HoldfastTestBed
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

@testable import HoldfastNetworkingNames

/// `RevocationTrustEvaluator` of Alamofire 5 with its options, by a responder and a list on loopback; the options have
/// the values of `kSecRevocation…`.
///
/// The calling thread waits: it must be none of those that tasks run on.
@Suite("Revocation, as Alamofire's evaluator asks for it", .ownThread, .serialized)
struct RevocationEvaluatorTests {
    private let bench: Loopback
    private let service: AuthorityService
    private let identity: Identity
    private let statements: AuthorityStatements
    private let asked = Notes<String>()

    init() throws {
        let bench = try Loopback(hasIntermediate: false)
        let service = try AuthorityService(bench.root.identity) { [asked] in asked.add($0) }
        identity = try bench.identity { template, _ in
            try? template.addInformationAccess(ocspResponders: [service.url("/ocsp")])
            try? template.addRevocationLists([service.url("/crl")])
        }
        statements = AuthorityStatements(of: bench.root, at: bench.now)
        (self.bench, self.service) = (bench, service)
    }

    private func serve(ocsp: SingleResponse.CertStatus?, listRevokes: Bool?) throws {
        if let ocsp { service.serve("/ocsp", .bytes(try statements.response(about: identity, ocsp))) }
        if let listRevokes {
            service.serve("/crl", .bytes(try statements.list(revoking: listRevokes ? identity : nil)))
        }
    }

    fileprivate static func prepare(_ trust: SecTrust, _ root: [UInt8]) {
        let anchor = SecCertificateCreateWithData(nil, Data(root) as CFData)
        _ = SecTrustSetAnchorCertificates(trust, [anchor].compactMap(\.self) as CFArray)
        var configuration = EvidenceFetcher.Configuration()
        configuration.dangerouslyAllowsPrivateNetworks = true
        trust.setEvidenceSource(EvidenceFetcher(configuration: configuration), within: .seconds(60))
    }

    private func accepts(
        _ options: RevocationTrustEvaluator.Options, host: String = Loopback.host
    ) throws -> Bool {
        let chain = identity.chain.compactMap { SecCertificateCreateWithData(nil, Data($0) as CFData) }
        var made: SecTrust?
        #expect(
            unsafe SecTrustCreateWithCertificates(chain as CFArray, SecPolicyCreateBasicX509(), &made) == errSecSuccess)
        let trust = try #require(made)
        Self.prepare(trust, bench.root.certificate)
        do {
            try RevocationTrustEvaluator(options: options).evaluate(trust, forHost: host)
            return true
        } catch is ServerTrustFailureReason {
            return false
        }
    }

    private var places: [String] { asked.lines.map { $0.contains(" /ocsp") ? "ocsp" : "crl" } }

    private static let table: [(options: RevocationTrustEvaluator.Options, places: [String])] = [
        (.any, ["ocsp"]), (.ocsp, ["ocsp"]), (.crl, ["crl"]), ([.any, .preferCRL], ["crl"]),
        ([.any, .networkAccessDisabled], []),
    ]

    @Test("each option asks what it says", arguments: table.indices)
    func options(_ row: Int) throws {
        let (options, expected) = Self.table[row]
        try serve(ocsp: .good, listRevokes: false)
        #expect(try accepts(options))
        #expect(places == expected)
    }

    @Test("revoked by what the option asks, and not by what it does not")
    func revoked() throws {
        try serve(ocsp: statements.revoked, listRevokes: false)
        #expect(try accepts(.crl) && accepts([.any, .networkAccessDisabled]))
        #expect(try !accepts(.any) && !accepts(.ocsp))
        // Somebody has found it out: it does not pass any more.
        #expect(try !accepts(.crl))
    }

    @Test("a responder that is down: a best attempt goes on, a positive response is required")
    func down() throws {
        service.serve("/", .status(503))
        #expect(try accepts(.any))
        #expect(try !accepts([.any, .requirePositiveResponse]))
        try serve(ocsp: .good, listRevokes: nil)
        #expect(try accepts([.any, .requirePositiveResponse]))
    }

    /// Alamofire's `performDefaultValidation` and `validateHost` are `true` by default.
    @Test("chain and host are judged beside it")
    func host() throws {
        try serve(ocsp: .good, listRevokes: false)
        #expect(try !accepts(.any, host: "other.holdfast.test"))
    }

    /// Without what was fetched nothing would prove it, and the session would have to take the delegate's word.
    @Test("the proof of the trust object rests on what was fetched, and nothing is fetched a second time")
    func proof() throws {
        try serve(ocsp: .good, listRevokes: nil)
        let presented = try ServerTrust(derChain: identity.chain)
        let trust = SecTrust(presented, host: Loopback.host)
        Self.prepare(trust, bench.root.certificate)
        try RevocationTrustEvaluator(options: [.ocsp, .requirePositiveResponse]).evaluate(trust, forHost: Loopback.host)
        let proof = try #require(trust.proof(of: presented, for: ServerName(Loopback.host)))
        #expect(proof.revocation.first == .good && places == ["ocsp"])
    }

    @Test("a session whose delegate requires a positive response is let through by it", arguments: [true, false])
    func session(_ isGood: Bool) async throws {
        try serve(ocsp: isGood ? .good : statements.revoked, listRevokes: nil)
        let server = try bench.answering(as: identity) { _ in .init(text: "there") }
        let delegate = RequiringDelegate(bench.root.certificate)
        let session = URLSession(configuration: bench.configuration(server), delegate: delegate, delegateQueue: nil)
        defer { session.invalidateAndCancel() }
        do {
            let (data, _) = try await session.data(from: try bench.url(server))
            #expect(isGood && String(decoding: data, as: UTF8.self) == "there")
        } catch let error as URLError {
            #expect(!isGood && error.code == .cancelled)
        }
        #expect(places == ["ocsp"] && server.counters.requestsReceived == (isGood ? 1 : 0))
    }
}

/// Requires a positive response on revocation of every server.
private final class RequiringDelegate: NSObject, URLSessionDelegate {
    private let root: [UInt8]

    init(_ root: [UInt8]) { self.root = root }

    func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard let trust = challenge.protectionSpace.serverTrust else {
            return completionHandler(.performDefaultHandling, nil)
        }
        RevocationEvaluatorTests.prepare(trust, root)
        let evaluator = RevocationTrustEvaluator(options: [.ocsp, .requirePositiveResponse])
        do {
            try evaluator.evaluate(trust, forHost: challenge.protectionSpace.host)
            completionHandler(.useCredential, URLCredential(trust: trust))
        } catch {
            completionHandler(.cancelAuthenticationChallenge, nil)
        }
    }
}
