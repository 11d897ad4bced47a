import Testing

@testable import HoldfastTransport

/// RFC 9110 §9.2.2.
@Suite("A request whose kept connection has ended without an answer")
struct RepetitionRuleTests {
    private final class Connection {}
    private let first = Connection()
    private let second = Connection()
    private let third = Connection()

    private func sent() -> RepetitionRule {
        var rule = RepetitionRule()
        rule.noteSending(over: first)
        return rule
    }

    @Test("goes out again by idempotent methods alone")
    func methods() {
        for method in ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"] {
            var rule = sent()
            #expect(rule.denial(of: method, over: second, isFresh: true, isAnswered: false) == nil, "\(method)")
        }
        for method in ["POST", "PATCH", "get", "CONNECT", "REPORT", ""] {
            var rule = sent()
            #expect(
                rule.denial(of: method, over: second, isFresh: true, isAnswered: false) == .notIdempotent, "\(method)")
        }
    }

    @Test("goes out again once, over a connection that is opened for it")
    func once() {
        var rule = sent()
        #expect(rule.denial(of: "GET", over: second, isFresh: false, isAnswered: false) == .keptAgain)
        #expect(rule.denial(of: "GET", over: second, isFresh: true, isAnswered: false) == nil)
        rule.noteSending(over: second)
        #expect(rule.denial(of: "GET", over: third, isFresh: true, isAnswered: false) == .repeatedAlready)
    }

    @Test("what has not gone out yet, goes on over the same connection, or answers what came, is no repetition")
    func others() {
        var rule = RepetitionRule()
        #expect(rule.denial(of: "POST", over: first, isFresh: false, isAnswered: false) == nil)
        rule.noteSending(over: first)
        #expect(rule.denial(of: "POST", over: first, isFresh: false, isAnswered: false) == nil)
        #expect(rule.denial(of: "POST", over: second, isFresh: true, isAnswered: true) == nil)
    }

    @Test("what has gone out says by itself whether it may go out anywhere else")
    func endings() {
        #expect(RepetitionRule().ending(of: "POST") == nil)
        var rule = sent()
        #expect(rule.ending(of: "POST") == .notIdempotent && rule.ending(of: "GET") == nil)
        #expect(rule.denial(of: "GET", over: second, isFresh: false, isAnswered: false) == .keptAgain)
        #expect(rule.ending(of: "GET") == nil)
        #expect(rule.denial(of: "GET", over: second, isFresh: true, isAnswered: false) == nil)
        #expect(rule.ending(of: "GET") == .repeatedAlready)
    }
}
