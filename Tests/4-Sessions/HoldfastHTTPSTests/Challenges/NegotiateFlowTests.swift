import HoldfastCredentials
import HoldfastHTTP
import HoldfastTransport
import HoldfastWeb
import Testing

@testable import HoldfastHTTPS

/// Negotiate, reply by reply (RFC 4559), with Kerberos' part played by the test.
@Suite("Negotiate, response by response")
struct NegotiateFlowTests {
    private static let credential = Credential(
        kerberos: KerberosCredential(.cache("FILE:/none")), persistence: .forSession)
    private let side = FlowSide.server
    private let memory = AuthenticationMemory()

    /// A flow that has sent its first token.
    private func begun() throws -> AuthenticationFlow {
        var flow = try side.flow(memory)
        _ = flow.goOn(try side.asks(["Negotiate"]))
        let step = flow.answered(.useCredential(Self.credential))
        guard case .negotiate(.begin(let kerberos, let host, nil)) = step else {
            Issue.record("\(step.inWords)")
            return flow
        }
        #expect(kerberos == KerberosCredential(.cache("FILE:/none")) && host == "a.test")
        let sent = flow.negotiated(.success(NegotiationTurn(token: [1, 2, 3], isComplete: false)))
        // RFC 4559 §4.2: `credentials = "Negotiate" auth-data2`, in Base64.
        #expect(sent.sent?.field == HTTPField(name: "Authorization", value: "Negotiate AQID"))
        #expect(sent.sent?.owner != nil)
        return flow
    }

    @Test("a token with the response is looked at before the response is delivered")
    func finalToken() throws {
        for (result, expected): (Result<NegotiationTurn, NegotiationError>, String) in [
            (.success(NegotiationTurn(token: nil, isComplete: true)), "deliver"),
            (.success(NegotiationTurn(token: [9], isComplete: false)), "negotiateProofWrong"),
            (.failure(NegotiationError(.refused, "a wrong checksum")), "negotiateProofWrong"),
            (.failure(NegotiationError(.late, "late")), "timedOut"),
        ] {
            memory.removeAll()
            var flow = try begun()
            let response = try side.reply(200, [("WWW-Authenticate", "Negotiate BAUG")])
            #expect(flow.received(response).inWords == "take [4, 5, 6]")
            #expect(flow.negotiated(result).inWords == expected)
            let isKept = memory.unasked(for: flow.subject.asker, as: nil) != nil
            #expect(isKept == (expected == "deliver"))
        }
    }

    @Test("a response without a token is the server's to give (RFC 4559 §5)")
    func noFinalToken() throws {
        var flow = try begun()
        #expect(flow.received(try side.reply(200)).inWords == "deliver")
    }

    @Test("further tokens go to and fro on connections of one owner, and not without end")
    func legs() throws {
        var flow = try begun()
        var owners: Set<ConnectionOwner> = []
        for number in 2...AuthenticationFlow.tokenLimit {
            #expect(flow.received(try side.asks(["Negotiate BAUG"])).inWords == "take [4, 5, 6]", "\(number)")
            let step = flow.negotiated(.success(NegotiationTurn(token: [7], isComplete: false)))
            #expect(step.inWords == "Negotiate")
            if let owner = step.sent?.owner { owners.insert(owner) }
        }
        #expect(owners.count == 1)
        #expect(flow.received(try side.asks(["Negotiate BAUG"])).inWords == "take [4, 5, 6]")
        let step = flow.negotiated(.success(NegotiationTurn(token: [7], isComplete: false)))
        #expect(step.asked?.previousFailureCount == 1)
    }

    @Test("a refusal by the server, with a token or without, counts")
    func refused() throws {
        var plain = try begun()
        let challenge = try #require(plain.received(try side.asks(["Negotiate"])).asked)
        #expect(challenge.previousFailureCount == 1 && challenge.error == nil)
        var flow = try begun()
        _ = flow.received(try side.asks(["Negotiate BAUG"]))
        let step = flow.negotiated(.failure(NegotiationError(.refused, "the server refuses")))
        let told = try #require(step.asked)
        #expect(told.previousFailureCount == 1 && told.error?.code == .negotiateFailed)
        #expect(told.error?.message.contains("the server refuses") == true)
        #expect(!flow.finish().isEmpty)
    }

    @Test("what Kerberos refuses before anything is sent is told to the next that is asked, and is no silent 401")
    func unsent() throws {
        for (disposition, expected): (AuthenticationChallenge.Disposition, String) in [
            (.performDefaultHandling, "ask NSURLAuthenticationMethodHTTPBasic"),
            (.notImplemented, "ask NSURLAuthenticationMethodHTTPBasic"),
            (.rejectProtectionSpace, "ask NSURLAuthenticationMethodHTTPBasic"), (.useCredential(nil), "deliver"),
            (.useCredential(Self.credential), "Negotiate"),
        ] {
            var flow = try side.flow(memory)
            _ = flow.goOn(try side.asks(["Negotiate", FlowScheme.basic.challenge]))
            _ = flow.answered(.useCredential(Self.credential))
            let step = flow.negotiated(.failure(NegotiationError(.refused, "no ticket")))
            #expect(step.asked?.error?.message.contains("no ticket") == true)
            #expect(flow.say(disposition).inWords == expected)
            guard expected.hasSuffix("Basic") else { continue }
            #expect(flow.say(.performDefaultHandling).inWords == "negotiateFailed", "nobody has a password")
        }
    }

    /// RFC 9110 §11.4: of several challenges the client answers one that it understands. A user and a password whom no
    /// ticket was to be had for were refused by nobody.
    @Test(
        "what Kerberos refuses before anything is sent leaves the password to the next scheme",
        arguments: FlowSide.allCases)
    func nextScheme(_ side: FlowSide) throws {
        var flow = FlowSide.flow(try side.named("ann", "pw"), memory)
        for scheme in [FlowScheme.digest, .basic] {
            let asked = flow.received(try side.asks(["Negotiate", scheme.challenge]))
            #expect(asked.asked?.proposedCredential?.password?.user == "ann")
            #expect(flow.answered(.performDefaultHandling).inWords == "begin to negotiate")
            let next = flow.negotiated(.failure(NegotiationError(.refused, "no default realm")))
            #expect(next.asked?.error?.code == .negotiateFailed)
            #expect(flow.say(.performDefaultHandling).asked?.proposedCredential?.password?.user == "ann")
            #expect(flow.say(.performDefaultHandling).inWords == scheme.rawValue)
            #expect(flow.received(try side.reply(200)).inWords == "deliver")
            memory.removeAll()
            flow = FlowSide.flow(try side.named("ann", "pw"), memory)
        }
    }

    @Test("a ticket that the server refused has shown who it is: the password goes nowhere else") func refusedTicket()
        throws
    {
        var flow = FlowSide.flow(try side.named("ann", "pw"), memory)
        _ = flow.received(try side.asks(["Negotiate", FlowScheme.basic.challenge]))
        #expect(flow.withToken(flow.answered(.performDefaultHandling)).inWords == "Negotiate")
        var step = flow.received(try side.asks(["Negotiate", FlowScheme.basic.challenge]))
        while step.asked != nil { step = flow.answered(.performDefaultHandling) }
        #expect(step.inWords == "deliver")
    }

    @Test("a named user without a password shows their own tickets, and the next request does so unasked")
    func ticketsOfNamed() throws {
        var flow = FlowSide.flow(try side.named("ann", nil), memory)
        #expect(flow.begin().inWords == "nothing")
        let step = flow.goOn(try side.asks(["Negotiate"]))
        guard case .kerberos(let kerberos)? = step.asked?.proposedCredential?.kind else {
            Issue.record("\(step.inWords)")
            return
        }
        #expect(kerberos == KerberosCredential(.user("ann")))
        #expect(flow.say(.performDefaultHandling).inWords == "Negotiate")
        #expect(flow.received(try side.reply(200)).inWords == "deliver")
        var again = FlowSide.flow(try side.named("ann", nil), memory)
        #expect(again.begin().inWords == "begin to negotiate")
        var other = FlowSide.flow(try side.named("bob", nil), memory)
        #expect(other.begin().inWords == "nothing")
    }

    @Test("the request's tickets go to its origin where the URL names nobody, and for Negotiate alone")
    func ticketsOfRequest() throws {
        var request = HTTPSRequest(try HTTPSURL("https://a.test/x/y"))
        request.tickets = KerberosCredential(.cache("FILE:/none"))
        var flow = FlowSide.flow(AuthenticationSubject(request), memory)
        guard case .kerberos(let kerberos)? = flow.goOn(try side.asks(["Negotiate"])).asked?.proposedCredential?.kind
        else { throw CancellationError() }
        #expect(kerberos == KerberosCredential(.cache("FILE:/none")))
        var basic = FlowSide.flow(AuthenticationSubject(request), memory)
        #expect(basic.goOn(try side.asks([FlowScheme.basic.challenge])).asked?.proposedCredential == nil)
        request.url = try HTTPSURL("https://ann:pw@a.test/x/y")
        var named = FlowSide.flow(AuthenticationSubject(request), memory)
        #expect(named.goOn(try side.asks(["Negotiate"])).asked?.proposedCredential?.password?.user == "ann")
        request.url = try HTTPSURL("https://a.test/x/y")
        for (location, stays) in [("/z", true), ("https://a.test:444/", false), ("https://b.test/", false)] {
            let response = try FlowSide.response(302, [#require(HTTPField(name: "Location", value: location))])
            let next = try Redirection.next(after: response, to: request, knowing: nil)
            #expect((next?.0.tickets != nil) == stays, "\(location)")
        }
    }

    @Test("methods that are not to be used are not answered, whatever else is offered") func methods() throws {
        for scheme in FlowScheme.allCases {
            var flow = AuthenticationFlow(try side.named("ann", "pw"), memory: memory, by: [scheme.method]) { _ in nil }
            _ = flow.received(try side.asks(FlowScheme.allCases.map(\.challenge)))
            #expect(flow.say(.performDefaultHandling).inWords == scheme.rawValue)
            memory.removeAll()
            var none = AuthenticationFlow(try side.named("ann", "pw"), memory: memory, by: [scheme.method]) { _ in nil }
            let others = FlowScheme.allCases.filter { $0 != scheme }.map(\.challenge)
            #expect(none.received(try side.asks(others)).inWords == "deliver")
        }
    }

    @Test("a token that is no Base64, or without end, is none")
    func malformed() throws {
        for (token, expected) in [
            ("A", "ask NSURLAuthenticationMethodNegotiate"), ("QQ", "ask NSURLAuthenticationMethodNegotiate"),
            ("===", "deliver"), (String(repeating: "A", count: ChallengeHeader.Limits.bytes), "deliver"),
        ] {
            var flow = try begun()
            #expect(flow.received(try side.asks(["Negotiate \(token)"])).inWords == expected)
        }
    }

    @Test("unasked, a refused ticket is replaced once without a word, and no ticket means nothing is sent")
    func unasked() throws {
        var first = try begun()
        _ = first.received(try side.reply(200))
        #expect(first.finish().isEmpty)
        var flow = try side.flow(memory)
        #expect(flow.withToken(flow.begin()).inWords == "Negotiate")
        #expect(flow.received(try side.asks(["Negotiate"])).inWords == "begin to negotiate")
        _ = flow.negotiated(.success(NegotiationTurn(token: [1], isComplete: false)))
        #expect(flow.received(try side.asks(["Negotiate"])).asked?.previousFailureCount == 1)
        #expect(memory.unasked(for: flow.subject.asker, as: nil) == nil)
        // The connections of the remembered owner, and of the one after it.
        #expect(flow.finish().count == 2)

        var again = try begun()
        _ = again.received(try side.reply(200))
        var late = try side.flow(memory)
        _ = late.begin()
        #expect(late.negotiated(.failure(NegotiationError(.refused, "expired"))).inWords == "nothing")
        #expect(late.received(try side.reply(200)).inWords == "deliver")
        var asked = try side.flow(memory)
        #expect(asked.begin().inWords == "nothing")
    }

    @Test("without the library the scheme is not offered, and where it is the only one the reason is told")
    func unavailable() throws {
        let obstacle: AuthenticationSchemes.Obstacle = { $0 == .negotiate || $0 == .ntlm ? "it is not there" : nil }
        var beside = FlowSide.flow(try side.subject(), memory, obstacle: obstacle)
        let step = beside.goOn(try side.asks(["Negotiate", "NTLM", FlowScheme.basic.challenge]))
        #expect(step.inWords == "ask NSURLAuthenticationMethodHTTPBasic")
        for (scheme, code) in [("Negotiate", "negotiateUnavailable"), ("NTLM", "ntlmUnavailable")] {
            for (disposition, expected): (AuthenticationChallenge.Disposition, String) in [
                (.performDefaultHandling, "deliver"), (.rejectProtectionSpace, "deliver"),
                (.useCredential(Credential(user: "a", password: "b", persistence: .none)), code),
            ] {
                var flow = FlowSide.flow(try side.subject(), memory, obstacle: obstacle)
                let challenge = try #require(flow.goOn(try side.asks([scheme])).asked)
                #expect(challenge.error?.code.rawValue == code)
                #expect(challenge.error?.message.contains("it is not there") == true)
                #expect(flow.say(disposition).inWords == expected)
            }
        }
    }
}
