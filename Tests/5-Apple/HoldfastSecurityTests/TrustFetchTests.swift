import Foundation
import HoldfastAuthority
import HoldfastHTTPS
import HoldfastSecurity
import HoldfastSecurityNames
import HoldfastTestBed
import HoldfastX509
import TestSupport
import Testing

/// What an evaluation fetches, by each flag of `SecPolicyCreateRevocation` and by `SecTrustSetNetworkFetchAllowed`,
/// from a responder, a list and an issuer on loopback.
///
/// SecPolicy.h: "kSecRevocationOCSPMethod Perform revocation checking using OCSP", "kSecRevocationCRLMethod … using the
/// CRL method", "kSecRevocationPreferCRL Prefer CRL revocation checking over OCSP",
/// "kSecRevocationRequirePositiveResponse Require a positive response to pass the policy. If the flag is not set,
/// revocation checking is done on a 'best attempt' basis", "kSecRevocationNetworkAccessDisabled Consult only locally
/// cached replies; do not use network access".
///
/// The calling thread waits: it must be none of those that tasks run on.
@Suite("SecTrust: what is fetched", .ownThread, .serialized)
struct TrustFetchTests {
    private let test: TrustFixture
    private let service: AuthorityService
    private let asked = Notes<String>()
    private let statements: AuthorityStatements

    init() throws {
        test = try TrustFixture()
        service = try AuthorityService(test.root.identity) { [asked] in asked.add($0) }
        statements = AuthorityStatements(of: test.root, at: TrustFixture.moment)
    }

    /// A server's certificate that the root has issued, which names these places.
    private func identity(ocsp: Bool = true, list: Bool = true) throws -> Identity {
        try test.root.issue(
            TrustFixture.server { template in
                try? template.addInformationAccess(ocspResponders: ocsp ? [service.url("/ocsp")] : [])
                if list { try? template.addRevocationLists([service.url("/crl")]) }
            })
    }

    private func trust(_ chain: [[UInt8]], _ policies: [SecPolicy]) throws -> SecTrust {
        let trust = try test.trust(TrustFixture.certificates(chain), policies: policies)
        var configuration = EvidenceFetcher.Configuration()
        configuration.dangerouslyAllowsPrivateNetworks = true
        trust.setEvidenceSource(EvidenceFetcher(configuration: configuration), within: .seconds(60))
        return trust
    }

    /// The kinds of places that were asked, in order.
    private var places: [String] {
        asked.lines.map { $0.contains(" /ocsp") ? "ocsp" : $0.contains(" /crl") ? "crl" : "issuer" }
    }

    /// A row of the table.
    struct Row: Sendable, CustomTestStringConvertible {
        let flags: CFOptionFlags
        /// The answers of the responder and the list; nil for none.
        var ocsp: String? = "good"
        var list: String? = "good"
        let asked: [String]
        var code: OSStatus?

        var testDescription: String { "flags \(flags), ocsp \(ocsp ?? "down"), list \(list ?? "down")" }
    }

    private static let (ocsp, crl, any) = (
        kSecRevocationOCSPMethod, kSecRevocationCRLMethod, kSecRevocationUseAnyAvailableMethod
    )
    private static let (prefer, positive, offline) = (
        kSecRevocationPreferCRL, kSecRevocationRequirePositiveResponse, kSecRevocationNetworkAccessDisabled
    )

    static let rows = [
        Row(flags: ocsp, asked: ["ocsp"]),
        Row(flags: crl, asked: ["crl"]),
        Row(flags: any, asked: ["ocsp"]),
        Row(flags: any | prefer, asked: ["crl"]),
        // Nothing of what is preferred: the other one.
        Row(flags: any, ocsp: nil, asked: ["ocsp", "crl"]),
        Row(flags: any | prefer, list: nil, asked: ["crl", "ocsp"]),
        // A method that was not asked for is not used.
        Row(flags: ocsp, list: "revoked", asked: ["ocsp"]),
        Row(flags: crl, ocsp: "revoked", asked: ["crl"]),
        Row(flags: ocsp, ocsp: "revoked", asked: ["ocsp"], code: errSecCertificateRevoked),
        Row(flags: crl, list: "revoked", asked: ["crl"], code: errSecCertificateRevoked),
        Row(flags: any | prefer, list: "revoked", asked: ["crl"], code: errSecCertificateRevoked),
        // "on a 'best attempt' basis", or a positive response.
        Row(flags: any, ocsp: nil, list: nil, asked: ["ocsp", "crl"]),
        Row(
            flags: any | positive, ocsp: nil, list: nil, asked: ["ocsp", "crl"],
            code: errSecIncompleteCertRevocationCheck),
        Row(flags: any | positive, asked: ["ocsp"]),
        Row(flags: ocsp | positive, ocsp: nil, asked: ["ocsp"], code: errSecIncompleteCertRevocationCheck),
        // "do not use network access".
        Row(flags: any | offline, ocsp: "revoked", asked: []),
        Row(flags: any | offline | positive, asked: [], code: errSecIncompleteCertRevocationCheck),
    ]

    @Test("the flags of a policy about revocation", arguments: rows)
    func flags(_ row: Row) throws {
        let identity = try identity()
        if let status = row.ocsp {
            let status = status == "good" ? SingleResponse.CertStatus.good : statements.revoked
            service.serve("/ocsp", .bytes(try statements.response(about: identity, status)))
        } else {
            // To a status that may be about the question it would be put once more, by POST.
            service.serve("/ocsp", .status(503))
        }
        if let status = row.list {
            service.serve("/crl", .bytes(try statements.list(revoking: status == "good" ? nil : identity)))
        }
        let trust = try trust(identity.chain, [TrustFixture.ssl, try #require(SecPolicyCreateRevocation(row.flags))])
        #expect(TrustFixture.code(trust) == row.code)
        #expect(places == row.asked)
        var isAllowed = DarwinBoolean(false)
        #expect(SecTrustGetNetworkFetchAllowed(trust, &isAllowed) == errSecSuccess)
        #expect(isAllowed.boolValue == (row.flags & Self.offline == 0))
    }

    @Test("a policy about revocation alone asks of a chain that holds")
    func alone() throws {
        let identity = try identity()
        service.serve("/ocsp", .bytes(try statements.response(about: identity, statements.revoked)))
        let trust = try trust(identity.chain, [try #require(SecPolicyCreateRevocation(Self.any))])
        #expect(TrustFixture.code(trust) == errSecCertificateRevoked && places == ["ocsp"])
    }

    @Test("no policy about revocation: nothing of it is fetched")
    func nobodyAsks() throws {
        let trust = try trust(identity().chain, [TrustFixture.ssl])
        #expect(TrustFixture.code(trust) == nil && places.isEmpty)
    }

    @Test("SecTrustSetNetworkFetchAllowed after the policies says otherwise")
    func forbidden() throws {
        let identity = try identity()
        service.serve("/ocsp", .bytes(try statements.response(about: identity, statements.revoked)))
        let any = try #require(SecPolicyCreateRevocation(Self.any))
        let trust = try trust(identity.chain, [TrustFixture.ssl, any])
        #expect(SecTrustSetNetworkFetchAllowed(trust, false) == errSecSuccess)
        #expect(TrustFixture.code(trust) == nil && places.isEmpty)
        #expect(SecTrustSetNetworkFetchAllowed(trust, true) == errSecSuccess)
        #expect(TrustFixture.code(trust) == errSecCertificateRevoked && places == ["ocsp"])
    }

    @Test("a response that was given spares the fetch")
    func given() throws {
        let identity = try identity()
        let positive = try #require(SecPolicyCreateRevocation(Self.any | Self.positive))
        let trust = try trust(identity.chain, [TrustFixture.ssl, positive])
        SecTrustSetOCSPResponse(trust, Data(try statements.response(about: identity)) as CFData)
        #expect(TrustFixture.code(trust) == nil && places.isEmpty)
    }

    /// SecTrust.h: "By default, network fetch of missing certificates is enabled if the trust evaluation includes the
    /// SSL policy, otherwise it is disabled."
    @Test("missing issuers are fetched by default under a policy for SSL, and as the function says under each")
    func issuers() throws {
        service.serve("/ca", .bytes(test.intermediate.certificate))
        let identity = try test.intermediate.issue(
            TrustFixture.server { template in
                try? template.addInformationAccess(issuerCertificates: [service.url("/ca")])
            })
        for (policy, isAllowed, isFetched) in [
            (TrustFixture.ssl, nil, true), (TrustFixture.ssl, false, false), (SecPolicyCreateBasicX509(), nil, false),
            (SecPolicyCreateBasicX509(), true, true),
        ] as [(SecPolicy, Bool?, Bool)] {
            let before = places.count
            let trust = try trust([identity.certificate], [policy])
            if let isAllowed { SecTrustSetNetworkFetchAllowed(trust, isAllowed) }
            let expected = isFetched ? nil : errSecCreateChainFailed
            #expect(TrustFixture.code(trust) == expected, "\(policy) \(isAllowed as Any)")
            #expect(places.dropFirst(before) == (isFetched ? ["issuer"] : []))
        }
    }
}
