import HoldfastAuthority
import HoldfastCrypto
import HoldfastServing
import HoldfastX509

extension BadServer {
    /// Servers whose certificates name a responder, a list or their issuer's certificate, good answers and bad ones;
    /// the places are on loopback, which has to be allowed.
    ///
    /// Their certificates are issued by the root, so that in the mode `hard` nothing else has to be known.
    static let revocation: [BadServer] = [
        answered, revokedOnes, unanswered, shortLives, missingIssuers,
    ].flatMap(\.self)

    /// The names of those whose verdict hangs on what is fetched or stapled, so that their chains alone are not enough.
    static let revocationByConnection = Set(revocation.map(\.name))

    /// The names of those that are about time: what is asked for them comes later than a verdict waits for it.
    package static let judgedByTime: Set = ["responder-slow"]

    private static let hard = ["--revocation", "hard", "--dangerously-fetch-from-private-networks"]
    private static let unknown: Set<String> = ["revocationUnknown"]

    /// The server's certificate, its issuer, and where its authority answers.
    private struct Scene {
        let authority: TestAuthority
        let identity: Identity
        let service: AuthorityService
        /// Stapled by the server; nil for nothing.
        var staple: [UInt8]?

        var issuer: CertificateAuthority { authority.root }

        private var statements: AuthorityStatements { AuthorityStatements(of: issuer, at: authority.moment) }
        var revocation: SingleResponse.CertStatus { statements.revoked }

        func response(
            _ status: SingleResponse.CertStatus = .good, by signer: CertificateAuthority? = nil,
            _ change: (inout OCSPResponseTemplate) -> Void = { _ in }
        ) throws(TestBedError) -> [UInt8] {
            try statements.response(about: identity, status, by: signer, change)
        }

        func list(
            revoked: Bool = false, _ change: (inout RevocationListTemplate) -> Void = { _ in }
        ) throws(TestBedError) -> [UInt8] {
            try statements.list(revoking: revoked ? identity : nil, change)
        }
    }

    /// An entry whose certificate names these places.
    private static func scene(
        _ name: String, _ story: String, _ chinese: String, exit: Int32 = 25, findings: Set<String>, source: String,
        arguments: [String] = hard, ocsp: Bool = true, list: Bool = false, mustStaple: Bool = false,
        change: @escaping @Sendable (inout CertificateTemplate) -> Void = { _ in },
        _ prepare: @escaping @Sendable (inout Scene) throws(TestBedError) -> Void
    ) -> BadServer {
        BadServer(name, story, chinese, exit: exit, findings: findings, source: source, arguments: arguments) {
            (authority, host) throws(TestBedError) in
            let service = try authority.service()
            let identity = try authority.server(host, issuedBy: authority.root) { leaf, _ in
                try? leaf.addInformationAccess(ocspResponders: ocsp ? [service.url("/ocsp")] : [])
                if list { try? leaf.addRevocationLists([service.url("/crl")]) }
                if mustStaple { leaf.add(.tlsFeature, TLSFeature([TLSFeature.statusRequest])) }
                change(&leaf)
            }
            var scene = Scene(authority: authority, identity: identity, service: service)
            try prepare(&scene)
            return Staging.tls(identity, anchor: authority.root.certificate) { $0.stapledOCSP = scene.staple }
                .answered(by: service).withoutChain
        }
    }

    private static let answered: [BadServer] = [
        scene(
            "revocation-good-staple", "It staples a response that its certificate is good.",
            "它附带应答，说明其证书有效。", exit: 0, findings: [],
            source: "RFC 6066 §8, RFC 6960 §3.2"
        ) { scene throws(TestBedError) in scene.staple = try scene.response() },
        scene(
            "revocation-good-responder", "Its responder says that its certificate is good.",
            "它的应答者说明其证书有效。", exit: 0, findings: [],
            source: "RFC 6960 §3.2"
        ) { scene throws(TestBedError) in scene.service.serve("/ocsp", .bytes(try scene.response())) },
        scene(
            "revocation-good-list", "Its authority's list does not have it.",
            "它的证书不在颁发机构的列表中。", exit: 0, findings: [],
            source: "RFC 5280 §6.3.3", ocsp: false, list: true
        ) { scene throws(TestBedError) in scene.service.serve("/crl", .bytes(try scene.list())) },
        scene(
            "revocation-down-soft", "Its responder is down, and not knowing is a warning.",
            "它的应答者停机，未能得知只是警告。", exit: 0, findings: [],
            source: "RFC 6960 §2.3", arguments: ["--revocation", "soft", "--dangerously-fetch-from-private-networks"]
        ) { scene throws(TestBedError) in scene.service.serve("/ocsp", .status(503)) },
    ]

    private static let revokedOnes: [BadServer] = [
        scene(
            "revoked-staple", "It staples a response that its certificate was revoked.",
            "它附带应答，说明其证书已被吊销。", findings: ["revoked"],
            source: "RFC 6960 §2.2"
        ) { scene throws(TestBedError) in scene.staple = try scene.response(scene.revocation) },
        scene(
            "revoked-responder", "Its responder says that its certificate was revoked.",
            "它的应答者说明其证书已被吊销。", findings: ["revoked"],
            source: "RFC 6960 §2.2"
        ) { scene throws(TestBedError) in scene.service.serve("/ocsp", .bytes(try scene.response(scene.revocation))) },
        scene(
            "revoked-list", "Its authority's list has it.",
            "它的证书在颁发机构的列表中。", findings: ["revoked"], source: "RFC 5280 §6.3.3",
            ocsp: false, list: true
        ) { scene throws(TestBedError) in scene.service.serve("/crl", .bytes(try scene.list(revoked: true))) },
    ]

    private static let unanswered: [BadServer] = [
        scene(
            "staple-expired", "It staples a response that a newer one has replaced since.",
            "它附带的应答早已被更新的应答取代。", findings: unknown,
            source: "RFC 6960 §4.2.2.1", ocsp: false
        ) { scene throws(TestBedError) in
            let past = scene.authority.moment.advanced(bySeconds: -1)
            scene.staple = try scene.response { $0.nextUpdate = past }
        },
        scene(
            "staple-other-certificate", "It staples a response about another certificate.",
            "它附带的应答是关于另一张证书的。", findings: unknown,
            source: "RFC 6960 §3.2", ocsp: false
        ) { scene throws(TestBedError) in
            let other = Scene(
                authority: scene.authority,
                identity: try scene.authority.server("other.holdfast.test", issuedBy: scene.issuer),
                service: scene.service)
            scene.staple = try other.response()
        },
        scene(
            "must-staple-missing", "Its certificate promises a stapled response, and it staples none.",
            "它的证书承诺附带应答，它却没有附带。",
            findings: ["mustStaple"], source: "RFC 7633 §4.2.2", mustStaple: true
        ) { scene throws(TestBedError) in scene.service.serve("/ocsp", .bytes(try scene.response())) },
        scene(
            "responder-down", "Its responder is down.",
            "它的应答者停机。", findings: unknown, source: "RFC 6960 §2.3"
        ) { scene throws(TestBedError) in scene.service.serve("/ocsp", .status(503)) },
        scene(
            "responder-slow", "Its responder takes its time.",
            "它的应答者迟迟不答。", findings: unknown, source: "RFC 6960 §2.3"
        ) { scene throws(TestBedError) in scene.service.serve("/ocsp", .silence(.seconds(5))) },
        scene(
            "responder-wrong-key", "Its responder signs with a key that nobody has designated.",
            "它的应答者用未经指定的密钥签名。", findings: unknown,
            source: "RFC 6960 §4.2.2.2"
        ) { scene throws(TestBedError) in
            let stranger = try TestAuthority(name: "Stranger", at: scene.authority.moment).root
            scene.service.serve("/ocsp", .bytes(try scene.response(by: stranger)))
        },
        scene(
            "responder-unfit", "Its responder's certificate is its authority's, and not for signing responses.",
            "它的应答者的证书由其颁发机构签发，却不可用于签署应答。",
            findings: unknown, source: "RFC 6960 §4.2.2.2"
        ) { scene throws(TestBedError) in
            let delegate = CertificateAuthority(
                try scene.authority.server("ocsp.holdfast.test", issuedBy: scene.issuer))
            scene.service.serve("/ocsp", .bytes(try scene.response(by: delegate)))
        },
        scene(
            "list-expired", "Its authority's list was to be replaced by now.",
            "它的颁发机构的列表早该更新了。", findings: unknown,
            source: "RFC 5280 §6.3.3(a)(1)", ocsp: false, list: true
        ) { scene throws(TestBedError) in
            let past = scene.authority.moment.advanced(bySeconds: -1)
            scene.service.serve("/crl", .bytes(try scene.list { $0.nextUpdate = past }))
        },
        scene(
            "list-too-large", "Its authority's list has more bytes than anybody fetches.",
            "它的颁发机构的列表大过任何客户端会获取的大小。", findings: unknown,
            source: "EvidenceFetcher.Configuration.listBytes", ocsp: false, list: true
        ) { scene throws(TestBedError) in scene.service.serve("/crl", .noise(17 << 20)) },
        scene(
            "responder-redirect-loop", "Its responder leads to itself.",
            "它的应答者重定向到自己。", findings: unknown,
            source: "EvidenceFetcher.Configuration.redirects"
        ) { scene throws(TestBedError) in scene.service.serve("/ocsp", .redirect(to: scene.service.url("/ocsp"))) },
        scene(
            "responder-private", "Its responder has an address of this very host, where nothing is fetched from.",
            "它的应答者的地址就是本机，不会从那里获取任何内容。",
            findings: unknown, source: "RFC 6890", arguments: ["--revocation", "hard"]
        ) { scene throws(TestBedError) in scene.service.serve("/ocsp", .bytes(try scene.response())) },
    ]

    private static func sixDays(_ leaf: inout CertificateTemplate) {
        leaf.notAfter = leaf.notBefore.advanced(byDays: 6)
    }

    // CA/B BR 7.1.2.11.2: a place "is NOT REQUIRED" of a short-lived certificate. RFC 9608 §4: with noRevAvail the step
    // about revocation "is skipped".
    private static let shortLives: [BadServer] = [
        scene(
            "short-lived", "Its certificate lives six days, and names no place to ask.",
            "它的证书有效期为六天，没有写明查询处。", exit: 0, findings: [],
            source: "CA/B BR 1.6.1, 7.1.2.11.2", ocsp: false, change: sixDays
        ) { _ in },
        scene(
            "short-lived-list", "Its certificate lives six days, and stands on the list that it names.",
            "它的证书有效期为六天，且在它所指明的列表中。",
            findings: ["revoked"], source: "RFC 5280 §6.3.3", ocsp: false, list: true, change: sixDays
        ) { scene throws(TestBedError) in scene.service.serve("/crl", .bytes(try scene.list(revoked: true))) },
        scene(
            "no-revocation-available", "Its authority says that nobody will know whether it was revoked.",
            "它的颁发机构声明，无人会知道它是否被吊销。", exit: 0,
            findings: [], source: "RFC 9608 §4", ocsp: false,
            change: { $0.additionalExtensions.append(Extension(.noRevAvail, value: [5, 0])) }
        ) { _ in },
        scene(
            "no-revocation-available-critical",
            "Its noRevAvail, which says that nobody will know, is marked as critical.",
            "它的 noRevAvail（声明无人会知道）被标为关键。", exit: 28,
            findings: ["extensionCriticality"], source: "RFC 9608 §2", arguments: [], ocsp: false,
            change: { $0.additionalExtensions.append(Extension(.noRevAvail, isCritical: true, value: [5, 0])) }
        ) { _ in },
    ]

    private static let missingIssuers: [BadServer] = [
        issuer(
            "issuer-named", "It leaves its issuer out, which its certificate says where to get.",
            "它没有发送签发者，而证书写明了获取处。", isFetched: false),
        issuer(
            "issuer-fetched", "It leaves its issuer out, which is fetched.",
            "它没有发送签发者，由客户端获取。", isFetched: true),
    ]

    private static func issuer(_ name: String, _ story: String, _ chinese: String, isFetched: Bool) -> BadServer {
        BadServer(
            name, story, chinese, exit: isFetched ? 0 : 20, findings: isFetched ? [] : ["issuerNotFound"],
            source: "RFC 5280 §4.2.2.1",
            arguments: isFetched ? ["--aia", "--dangerously-fetch-from-private-networks"] : []
        ) { (authority, host) throws(TestBedError) in
            let service = try authority.service()
            service.serve("/ca.der", .bytes(authority.intermediate.certificate))
            let identity = try authority.server(host) { leaf, _ in
                try? leaf.addInformationAccess(issuerCertificates: [service.url("/ca.der")])
            }
            let alone: Identity
            do throws(DERError) {
                alone = Identity(key: identity.key, certificate: try Certificate(der: identity.certificate))
            } catch {
                throw .authority(.malformed(error))
            }
            return Staging.tls(alone, anchor: authority.root.certificate).answered(by: service).withoutChain
        }
    }
}
