import HoldfastCredentials
import HoldfastTransport
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
            (.performDefaultHandling, "negotiateFailed"), (.notImplemented, "negotiateFailed"),
            (.rejectProtectionSpace, "ask NSURLAuthenticationMethodHTTPBasic"), (.useCredential(nil), "deliver"),
            (.useCredential(Self.credential), "Negotiate"),
        ] {
            var flow = try side.flow(memory)
            _ = flow.goOn(try side.asks(["Negotiate", FlowScheme.basic.challenge]))
            _ = flow.answered(.useCredential(Self.credential))
            let step = flow.negotiated(.failure(NegotiationError(.refused, "no ticket")))
            #expect(step.asked?.error?.message.contains("no ticket") == true)
            #expect(flow.say(disposition).inWords == expected)
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
