import HoldfastCredentials
import HoldfastHTTP
import HoldfastTransport
import Testing

@testable import HoldfastHTTPS

/// Each disposition, for each method, of servers and of proxies, with each outcome.
@Suite("Dispositions by methods")
struct AuthenticationTableTests {
    private static let alice = PasswordCredential(user: "alice", password: "secret")

    /// Something to say, and what Apple documents of it (`URLSession.AuthChallengeDisposition`).
    enum Said: String, Sendable, CaseIterable {
        case credential, nothing, defaultProposed, defaultAlone, notImplementedProposed, notImplementedAlone, cancel
        case reject

        var isProposed: Bool { self == .defaultProposed || self == .notImplementedProposed }

        var disposition: AuthenticationChallenge.Disposition {
            switch self {
            case .credential: .useCredential(Credential(user: "alice", password: "secret", persistence: .none))
            case .nothing: .useCredential(nil)
            case .defaultProposed, .defaultAlone: .performDefaultHandling
            case .notImplementedProposed, .notImplementedAlone: .notImplemented
            case .cancel: .cancelAuthenticationChallenge
            case .reject: .rejectProtectionSpace
            }
        }
    }

    /// What follows where nothing else is offered; nil where the credential is sent.
    static let alone: [(Said, String?)] = [
        (.credential, nil), (.nothing, "deliver"), (.defaultProposed, nil), (.defaultAlone, "deliver"),
        (.notImplementedProposed, nil), (.notImplementedAlone, "deliver"), (.cancel, "cancelled"),
        (.reject, "deliver"),
    ]

    @Test("alone", arguments: FlowSide.allCases, FlowScheme.allCases)
    func alone(_ side: FlowSide, _ scheme: FlowScheme) throws {
        for (said, expected) in Self.alone {
            var flow = try side.flow()
            #expect(flow.begin().inWords == "nothing")
            let asked = flow.goOn(try side.asks([scheme.challenge]), proposing: said.isProposed ? Self.alice : nil)
                .asked
            let challenge = try #require(asked, "\(said)")
            #expect(challenge.protectionSpace.authenticationMethod == scheme.method)
            #expect(challenge.protectionSpace.asker == (side == .server ? .server : .httpProxy))
            #expect(challenge.protectionSpace.host == (side == .server ? "a.test" : "proxy.test"))
            #expect(challenge.protectionSpace.port == (side == .server ? 443 : 3128))
            #expect(challenge.previousFailureCount == 0)
            #expect((challenge.failureResponse?.status == 401) == (side == .server))
            #expect((challenge.proxyAnswer?.status == 407) == (side == .proxy))
            #expect((challenge.proposedCredential != nil) == said.isProposed)
            let step = flow.say(said.disposition)
            #expect(step.inWords == expected ?? scheme.rawValue, "\(said)")
            if let field = step.sent?.field { #expect(field.isNamed(side.answerField)) }
        }
    }

    /// A session passes Negotiate and NTLM over where nobody has anything to answer them with; a handler that rejects a
    /// space is asked about the next.
    @Test("with Basic offered beside it", arguments: FlowSide.allCases, [FlowScheme.negotiate, .ntlm, .digest])
    func beside(_ side: FlowSide, _ scheme: FlowScheme) throws {
        let next = "ask NSURLAuthenticationMethodHTTPBasic"
        let isOfConnections = scheme != .digest
        for (said, expected) in [
            (Said.credential, scheme.rawValue), (.nothing, "deliver"), (.defaultProposed, scheme.rawValue),
            (.defaultAlone, isOfConnections ? next : "deliver"), (.notImplementedProposed, scheme.rawValue),
            (.notImplementedAlone, isOfConnections ? next : "deliver"), (.cancel, "cancelled"), (.reject, next),
        ] {
            for offered in [
                [FlowScheme.basic.challenge, scheme.challenge], [scheme.challenge, FlowScheme.basic.challenge],
            ] {
                var flow = try side.flow()
                let step = flow.goOn(try side.asks(offered), proposing: said.isProposed ? Self.alice : nil)
                #expect(step.inWords == "ask \(scheme.method.rawValue)")
                #expect(flow.say(said.disposition).inWords == expected, "\(said)")
            }
        }
    }

    @Test("accepted: for the session it is sent unasked, for the request it is not")
    func accepted() throws {
        for side in FlowSide.allCases {
            for scheme in FlowScheme.allCases {
                for persistence in CredentialPersistence.allCases {
                    let memory = AuthenticationMemory()
                    var flow = try side.flow(memory)
                    _ = flow.goOn(try side.asks([scheme.challenge]))
                    let credential = Credential(user: "alice", password: "secret", persistence: persistence)
                    #expect(flow.say(.useCredential(credential)).inWords == scheme.rawValue)
                    #expect(flow.received(try side.reply(200)).inWords == "deliver")
                    var next = try side.flow(memory)
                    let isKept = persistence != .none
                    #expect(next.withToken(next.begin()).inWords == (isKept ? scheme.rawValue : "nothing"))
                    // What belongs to nobody any longer is given up, what is sent again is not.
                    let isOwned = scheme == .negotiate || scheme == .ntlm
                    #expect(flow.finish().isEmpty == (isKept || !isOwned))
                    #expect(next.finish().isEmpty)
                    var other = try (side == .server ? FlowSide.proxy : .server).flow(memory)
                    #expect(other.begin().inWords == "nothing")
                }
            }
        }
    }

    @Test("refused: counted, asked again without a proposal, and forgotten")
    func refused() throws {
        for side in FlowSide.allCases {
            for scheme in FlowScheme.allCases {
                let memory = AuthenticationMemory()
                var flow = try side.flow(memory)
                _ = flow.goOn(try side.asks([scheme.challenge]), proposing: Self.alice)
                #expect(flow.say(.performDefaultHandling).inWords == scheme.rawValue)
                for count in 1..<AuthenticationFlow.attemptLimit {
                    let step = flow.goOn(try side.asks([scheme.challenge]), proposing: Self.alice)
                    let challenge = try #require(step.asked)
                    #expect(challenge.previousFailureCount == count)
                    #expect(challenge.proposedCredential == nil)
                    #expect(flow.say(Said.credential.disposition).inWords == scheme.rawValue)
                }
                _ = flow.goOn(try side.asks([scheme.challenge]))
                var copy = flow
                #expect(copy.say(.performDefaultHandling).inWords == "deliver")
                #expect(flow.say(Said.credential.disposition).inWords == "tooManyAttempts")
                var next = try side.flow(memory)
                #expect(next.begin().inWords == "nothing")
            }
        }
    }

    @Test("rejecting one after the other goes through all that is offered, the strongest first, whatever their order")
    func order() throws {
        let all = FlowScheme.allCases.map(\.challenge)
        for side in FlowSide.allCases {
            for offered in [all, all.reversed(), [all.reversed().joined(separator: ", ")]] {
                var flow = try side.flow()
                var step = flow.goOn(try side.asks(offered))
                var asked: [String] = []
                while let challenge = step.asked {
                    asked.append(challenge.protectionSpace.authenticationMethod.rawValue)
                    #expect(challenge.scope == (asked.count <= 2 ? .session : .task))
                    step = flow.say(.rejectProtectionSpace)
                }
                #expect(
                    asked == [
                        "NSURLAuthenticationMethodNegotiate", "NSURLAuthenticationMethodNTLM",
                        "NSURLAuthenticationMethodHTTPDigest", "NSURLAuthenticationMethodHTTPBasic",
                    ])
                #expect(step.inWords == "deliver")
            }
        }
    }

    @Test("what answers a method is of its kind")
    func kinds() throws {
        let tickets = Credential(kerberos: KerberosCredential(.defaultCache), persistence: .none)
        for scheme in FlowScheme.allCases {
            var flow = try FlowSide.server.flow()
            _ = flow.goOn(try FlowSide.server.asks([scheme.challenge]))
            let expected = scheme == .negotiate ? "Negotiate" : "wrongCredential"
            #expect(flow.say(.useCredential(tickets)).inWords == expected, "\(scheme)")
        }
    }

    @Test("NTLM is given any name whose proof servers compute alike, any password, and nothing else")
    func ntlm() throws {
        for (user, password, expected) in [
            (#"DOMAIN\alice"#, "pass word~", "NTLM"), ("alice", "", "NTLM"), ("", "x", "credentialUnusable"),
            ("alice", "p\u{e9}", "NTLM"), ("al\u{e9}", "p", "NTLM"), ("alice", "a\nb", "credentialUnusable"),
            ("stra\u{df}e", "p", "credentialUnusable"), ("stra\u{df}e\\alice", "p", "NTLM"),
            (String(repeating: "D", count: 480) + "\\alice", "p", "credentialUnusable"),
        ] {
            var flow = try FlowSide.server.flow()
            _ = flow.goOn(try FlowSide.server.asks(["NTLM"]))
            let step = flow.say(.useCredential(Credential(user: user, password: password, persistence: .none)))
            #expect(step.inWords == expected)
            if let ntlm = step.sent?.ntlm {
                #expect(ntlm.user == user && ntlm.password == password)
                #expect(!"\(ntlm)".contains("alice") && !String(reflecting: ntlm).contains("alice"))
            }
        }
    }

    @Test("Digest of a proxy answers for the tunnel, not for what is asked of the origin")
    func tunnel() throws {
        var flow = try FlowSide.proxy.flow()
        _ = flow.goOn(try FlowSide.proxy.asks([FlowScheme.digest.challenge]))
        let step = flow.say(Said.credential.disposition)
        let field = try #require(step.sent?.field)
        // RFC 9112 §3.2.3: the target of CONNECT is host and port.
        #expect(field.value.contains(#"uri="a.test:443""#))
        let again = flow.again()
        let next = try #require(again.sent?.field)
        #expect(field.value.contains("nc=00000001") && next.value.contains("nc=00000002"))
        // RFC 7616 §3.5: what a proxy proves stands in Proxy-Authentication-Info.
        let wrong = try FlowSide.proxy.reply(200, [("Proxy-Authentication-Info", #"rspauth="00", qop=auth"#)])
        #expect(flow.received(wrong).inWords == "digestProofWrong")
        let six = AuthenticationSubject(
            tunnelTo: "2001:db8::1", 8_443, by: .httpProxy, host: "proxy.test", port: 3128)
        #expect(six.uri == "[2001:db8::1]:8443")
    }
}
