/// The output of each sample, by the order in which the program runs them, and what has to be said aloud meanwhile.
///
/// Written before the first run, from these sources:
///
/// - Apple, `NSURLError`: -999 is cancelled, -1012 `NSURLErrorUserCancelledAuthentication`, which is how a connection
///   ends whose challenge was cancelled (`URLAuthenticationChallengeSender.cancel(_:)`), -1202
///   `NSURLErrorServerCertificateUntrusted`.
/// - Apple, `URLSession.AuthChallengeDisposition`: default handling is "as though this delegate method were not
///   implemented"; a cancelled challenge cancels the request; a rejected space leads to the next one.
/// - Apple, `SecTrustSetAnchorCertificates(_:_:)`: anchors that are set disable all others.
/// - Apple, `SecPolicyCreateSSL(_:_:)` and `SecPolicyCreateBasicX509()`: the one requires the name, the other none.
/// - RFC 8446 §4.4.2: certificates come before any application data, so that a refused server has read no request.
/// - RFC 6066 §3: an address is no server name, and none is sent for it.
struct ArticleSampleLines: Sendable {
    let sample: String
    /// Lines without the sample's name.
    let output: [String]
    /// Parts of the lines on standard error, one a line, in their order: what accepts without proof is loud.
    var warnings: [String] = []

    /// The lines as they are printed.
    var lines: [String] { output.map { "\(sample) · \($0)" } }

    static let all = article000 + article001 + article002 + article003 + article004
}

/// The words of the outcomes that occur often.
private let accepted = "accepted: 200"
private let cancelled = "refused: -999, before any request"
private let cancelledByConnection = "refused: -1012, before any request"
private let untrusted = "refused: -1202, before any request"

private func acceptedUnseen(_ host: String) -> String { "holdfast: dangerous: any certificate is accepted for \(host)" }

/// A check that fails and is left to default handling, which trusts.
private let overruled =
    "a delegate evaluated this trust, found it not trusted, and left it to default handling, which trusts"

extension ArticleSampleLines {
    private static let article000 = [
        ArticleSampleLines(
            sample: "connect-and-evaluate",
            output: [
                "as it stands · good server: \(accepted)",
                "as it stands · good server: answered without a credential: \(untrusted)",
                "as it stands · good server: asking for a password: failed: -1012, after a request",
                "as it stands · bad server: \(cancelledByConnection)",
                "as it should be · good server: \(accepted)",
                "as it should be · good server: asking for a password: accepted: 401",
                // errSecCreateChainFailed: who issued the certificate is neither sent nor known.
                "as it should be · bad server: \(cancelledByConnection), since -25318",
            ]),
        ArticleSampleLines(
            sample: "bundled-anchors",
            output: [
                "as it stands · good server: \(accepted)",
                "as it stands · good server: of a public authority: \(cancelledByConnection)",
                "as it stands · bad server: \(cancelledByConnection)",
                "as it stands · bad server: of a public authority: \(cancelledByConnection)",
                "as it should be · good server: \(accepted)",
                "as it should be · good server: of a public authority: \(accepted)",
                "as it should be · bad server: \(cancelledByConnection)",
                "as it should be · bad server: of a public authority: \(cancelledByConnection)",
            ]),
        ArticleSampleLines(
            sample: "accept-all",
            output: [
                "as it stands · good server: \(accepted)",
                "as it stands · bad server: \(accepted)",
                "as it should be · good server: \(accepted)",
                "as it should be · good server: the test's own: \(accepted)",
                "as it should be · bad server: \(untrusted)",
                "as it should be · bad server: in the test's place, an hour after its end: \(untrusted)",
            ],
            warnings: [acceptedUnseen("shop.holdfast.test"), acceptedUnseen("staging.holdfast.test")]),
    ]

    private static let article001 = [
        ArticleSampleLines(
            sample: "self-signed",
            output: [
                "as it stands · good server: with the anchor: trusted",
                "as it stands · good server: without the anchor: not trusted",
                "as it stands · bad server: of another key: with the anchor: trusted",
                "as it stands · bad server: of another key: without the anchor: not trusted",
                "as it stands · bad server: under another name: with the anchor: trusted",
                "as it stands · bad server: under another name: without the anchor: not trusted",
                "as it should be · good server: with the anchor: \(accepted)",
                "as it should be · good server: without the anchor: \(untrusted)",
                "as it should be · bad server: of another key: with the anchor: \(cancelled)",
                "as it should be · bad server: of another key: without the anchor: \(untrusted)",
                "as it should be · bad server: under another name: with the anchor: \(cancelled)",
                "as it should be · bad server: under another name: without the anchor: \(untrusted)",
            ]),
        // AFNetworking, AFSecurityPolicy.h: mode none evaluates and pins nothing; the key is compared on top of the
        // evaluation; a certificate has to be byte for byte one of the pinned ones. AFURLSessionManager.m, version 4:
        // the error of a task whose server the policy refuses is NSURLErrorServerCertificateUntrusted, in the place of
        // the cancellation.
        ArticleSampleLines(
            sample: "pinning-modes",
            output: [
                "as it stands · good server: mode none, as pinned: \(accepted)",
                "as it stands · good server: mode none, renewed with its key: \(accepted)",
                "as it stands · good server: mode none, renewed with the next key: \(accepted)",
                "as it stands · bad server: mode none, a proxy that the system trusts: \(accepted)",
                "as it stands · bad server: mode none, a stranger: \(untrusted)",
                "as it stands · bad server: mode none, a stranger with the pinned key: \(untrusted)",
                "as it stands · good server: mode publicKey, as pinned: \(accepted)",
                "as it stands · good server: mode publicKey, renewed with its key: \(accepted)",
                "as it stands · good server: mode publicKey, renewed with the next key: \(untrusted)",
                "as it stands · bad server: mode publicKey, a proxy that the system trusts: \(untrusted)",
                "as it stands · bad server: mode publicKey, a stranger: \(untrusted)",
                "as it stands · bad server: mode publicKey, a stranger with the pinned key: \(untrusted)",
                "as it stands · good server: mode certificate, as pinned: \(accepted)",
                "as it stands · good server: mode certificate, renewed with its key: \(untrusted)",
                "as it stands · good server: mode certificate, renewed with the next key: \(untrusted)",
                "as it stands · bad server: mode certificate, a proxy that the system trusts: \(untrusted)",
                "as it stands · bad server: mode certificate, a stranger: \(untrusted)",
                "as it stands · bad server: mode certificate, a stranger with the pinned key: \(untrusted)",
                "as it stands · bad server: mode none, unconditional, a stranger: \(accepted)",
                "as it should be · good server: mode publicKey with a backup, as pinned: \(accepted)",
                "as it should be · good server: mode publicKey with a backup, renewed with its key: \(accepted)",
                "as it should be · good server: mode publicKey with a backup, renewed with the next key: \(accepted)",
                "as it should be · bad server: mode publicKey with a backup, a proxy that the system trusts: "
                    + untrusted,
                "as it should be · bad server: mode publicKey with a backup, a stranger: \(untrusted)",
                "as it should be · bad server: mode publicKey with a backup, a stranger with the pinned key: "
                    + untrusted,
                "as it should be · good server: mode certificate with the company's authority, its server: \(accepted)",
                "as it should be · bad server: mode certificate with the company's authority, "
                    + "a proxy that the system trusts: \(untrusted)",
                "as it should be · bad server: mode certificate with the company's authority, "
                    + "its server of another name: \(untrusted)",
            ],
            warnings: [
                "dangerous: AFSecurityPolicy accepts www.holdfast.test without judging its chain and its name",
                acceptedUnseen("www.holdfast.test"),
            ]),
        // AFURLSessionManager.h, version 4: an error cancels the challenge, and is the task's own; default handling is
        // the policy's; nothing leaves the answer to the block, whose cancellation is one as ever. The error here is
        // the evaluation's, errSecCreateChainFailed (-25318).
        ArticleSampleLines(
            sample: "challenge-handler",
            output: [
                "as it stands · good server: a credential: \(accepted)",
                "as it stands · bad server: a credential: \(accepted)",
                "as it should be · good server: a disposition: \(accepted)",
                "as it should be · bad server: a disposition: \(untrusted)",
                "as it should be · good server: a credential or an error: \(accepted)",
                "as it should be · bad server: a credential or an error: refused: -25318, before any request",
                "as it should be · good server: nothing, and the handler later: \(accepted)",
                "as it should be · bad server: nothing, and the handler later: \(cancelled)",
            ],
            warnings: [acceptedUnseen("www.holdfast.test")]),
    ]

    private static let article002 = [
        ArticleSampleLines(
            sample: "address-by-connection",
            output: [
                "as it stands · good server: \(untrusted)",
                "as it stands · good server: of several names: \(untrusted)",
                "as it stands · bad server: \(untrusted)",
                "as it should be · good server: \(accepted)",
                "as it should be · good server: of several names, nameless: \(cancelledByConnection)",
                "as it should be · good server: of several names, named: \(accepted)",
                "as it should be · bad server: \(cancelledByConnection)",
                "as it should be · bad server: named: \(cancelledByConnection)",
            ]),
        ArticleSampleLines(
            sample: "address-by-session",
            output: [
                "as it stands · good server: Host read by the dictionary: \(untrusted)",
                "as it stands · bad server: Host read by the dictionary: \(accepted)",
                "as it stands · good server: Host read by its method: \(accepted)",
                "as it stands · bad server: Host read by its method: \(accepted)",
                "as it should be · good server: \(accepted)",
                "as it should be · bad server: \(cancelled)",
                "as it should be · good server: of several names, by connectTo: \(accepted)",
                "as it should be · bad server: by connectTo: \(untrusted)",
            ],
            warnings: [overruled]),
    ]

    private static let article003 = [
        ArticleSampleLines(
            sample: "pinning", output: guards + dispositions + levels + pins + schemes,
            warnings: [acceptedUnseen("www.holdfast.test")])
    ]

    /// RFC 1034 §3.1: `example.com.evil.test` is a name below `evil.test`, and `notexample.com` one beside
    /// `example.com`.
    private static let guards = [
        "as it stands · good server: example.com: \(accepted)",
        "as it stands · good server: www.example.com: \(accepted)",
        "as it stands · bad server: example.com.evil.test: \(accepted)",
        "as it stands · bad server: notexample.com: \(accepted)",
        "as it should be · good server: example.com: \(accepted)",
        "as it should be · good server: www.example.com: \(accepted)",
        "as it should be · bad server: example.com.evil.test: \(untrusted)",
        "as it should be · bad server: notexample.com: \(untrusted)",
    ]

    private static let dispositions = [
        "as it stands · good server: useCredential: \(accepted)",
        "as it stands · bad server: useCredential: \(accepted)",
        "as it stands · good server: performDefaultHandling: \(accepted)",
        "as it stands · bad server: performDefaultHandling: \(untrusted)",
        "as it stands · good server: cancelAuthenticationChallenge: \(cancelled)",
        "as it stands · bad server: cancelAuthenticationChallenge: \(cancelled)",
        "as it stands · good server: rejectProtectionSpace: \(untrusted)",
        "as it stands · bad server: rejectProtectionSpace: \(untrusted)",
        "as it should be · good server: useCredential, evaluated: \(accepted)",
        "as it should be · bad server: useCredential, evaluated: \(cancelled)",
    ]

    /// RFC 9112 §9.6: after `close` the connection takes no further request, and the next one has a handshake of its
    /// own. Apple, "Handling an authentication challenge": the session's method goes before the task's.
    private static let levels = [
        "as it stands · good server: two requests, one connection: asked session",
        "as it stands · good server: two requests, one connection: asked task",
        "as it stands · good server: two requests, one connection: asked session ServerTrust",
        "as it stands · good server: two requests, a connection each: asked session, session",
        "as it stands · good server: two requests, a connection each: asked task, task",
        "as it stands · good server: two requests, a connection each: "
            + "asked session ServerTrust, session ServerTrust",
    ]

    /// Apple, "Performing manual server trust authentication": evaluate, then compare.
    private static let pins = [
        "as it stands · good server: the pinned key: \(accepted)",
        "as it stands · good server: the pinned key, renewed: \(accepted)",
        "as it stands · bad server: another key: \(cancelled)",
        "as it stands · bad server: the pinned key, by a stranger: \(accepted)",
        "as it stands · bad server: the pinned key, of another name: \(accepted)",
        "as it stands · bad server: the pinned key, expired: \(accepted)",
        "as it stands · good server: the pinned certificate: \(accepted)",
        "as it stands · good server: the pinned certificate, renewed: \(cancelled)",
        "as it stands · bad server: another certificate: \(cancelled)",
        "as it stands · bad server: the pinned certificate, expired: \(accepted)",
        "as it should be · good server: the pinned key: \(accepted)",
        "as it should be · good server: the pinned key, renewed: \(accepted)",
        "as it should be · bad server: another key: \(cancelled)",
        "as it should be · bad server: the pinned key, by a stranger: \(cancelled)",
        "as it should be · bad server: the pinned key, of another name: \(cancelled)",
        "as it should be · bad server: the pinned key, expired: \(cancelled)",
        "as it should be · good server: the pinned certificate: \(accepted)",
        "as it should be · good server: the pinned certificate, renewed: \(cancelled)",
        "as it should be · bad server: another certificate: \(cancelled)",
        "as it should be · bad server: the pinned certificate, expired: \(cancelled)",
    ]

    /// Apple, `NSURLAuthenticationMethodNegotiate` and `NSURLAuthenticationMethodNTLM`: of the session's method, as a
    /// server's trust is; Basic of the task's.
    private static let schemes = [
        "as it should be · good server: asked session ServerTrust, session Negotiate, session NTLM, task HTTPBasic: "
            + accepted,
        "as it should be · bad server: asked session ServerTrust: \(untrusted)",
    ]

    private static let article004 = [
        ArticleSampleLines(
            sample: "project-adaptation",
            output: [
                "as it stands · good server: by connection: \(accepted)",
                "as it stands · good server: by session: \(accepted)",
                "as it stands · bad server: by connection: \(cancelledByConnection)",
                "as it stands · bad server: by session: \(untrusted)",
                "as it stands · bad server: by an authority of the system's, by connection: \(cancelledByConnection)",
                "as it stands · bad server: by an authority of the system's, by session: \(accepted)",
                "as it should be · good server: by session: \(accepted)",
                "as it should be · bad server: by session: \(cancelled)",
                "as it should be · bad server: by an authority of the system's, by session: \(cancelled)",
                // RFC 9112 §3.2.1: the query is part of the request line, the content is not.
                "as it stands · good server: login: \(accepted), and the log has "
                    + "GET /login?user=Aladdin&password=sesame",
                "as it should be · good server: login: \(accepted), and the log has POST /login",
            ],
            warnings: [overruled]),
        ArticleSampleLines(
            sample: "page-before-loading",
            output: [
                "as it stands · good server: the page loads, its server was asked",
                "as it stands · bad server: after a good one: the page loads, nobody has asked its server",
                "as it stands · bad server: at first: the page loads, its server was asked",
                "as it should be · good server: the page loads, its server was asked",
                "as it should be · bad server: after a good one: no page: -1012, its server was asked",
                "as it should be · bad server: at first: no page: -1012, its server was asked",
            ],
            warnings: [acceptedUnseen("www.holdfast.test")]),
    ]
}
