import HoldfastDiagnostics
import HoldfastLesson
import HoldfastStatements
import HoldfastX509
import TestSupport
import Testing

/// What the source articles say about key exchange and tickets, and what is true: rows of Docs/articles.md.
@Suite("The lesson beside the articles", .ownThread)
struct LessonArticleTests {
    private let lesson: Lesson

    init() async throws { lesson = try await LessonTests.whole }

    private func step(_ title: String) throws -> LessonStep {
        try #require(lesson.chapters.flatMap(\.steps).first { $0.title.english == title })
    }

    private func seen(_ question: String, in step: LessonStep) throws -> String {
        try #require(step.checks.first { $0.question.english == question }).seen.code
    }

    private func bytes(_ meaning: String, in step: LessonStep) throws -> [UInt8] {
        for case .rows(_, let rows) in step.exhibits {
            for row in rows where row.meaning.english == meaning {
                if case .bytes(let bytes) = row.value { return bytes }
            }
        }
        throw Missing(meaning: meaning)
    }

    private struct Missing: Error {
        let meaning: String
    }

    /// RFC 8446 §2.2: the ticket names a pre-shared key; §7.1: traffic keys come out of the key schedule, with it and
    /// the new key agreement.
    @Test("A session ticket is not the key of the traffic: one ticket, two resumptions, other keys each time")
    func ticket() throws {
        let step = try step("What a session ticket is, and is not")
        let secrets = try ["first handshake", "resumed", "resumed again"].map {
            try bytes("client traffic secret, \($0)", in: step)
        }
        #expect(Set(secrets).count == 3)
        let ticket = try bytes("the ticket, as the client keeps and sends it", in: step)
        let preSharedKey = try bytes("the pre-shared key that the ticket stands for", in: step)
        for secret in secrets + [preSharedKey] {
            // Nobody reads it out of the ticket.
            #expect(ticket.firstRange(of: secret) == nil)
        }
        #expect(try seen("The resumed traffic, with the ticket taken for its key", in: step) == "notOpened")
        #expect(try seen("The resumed traffic, with the pre-shared key alone", in: step) == "notOpened")
        #expect(try seen("The resumed traffic, at the server", in: step) == "opened")
    }

    /// RFC 8446 §1.2: "Static RSA and Diffie-Hellman cipher suites have been removed; all public-key based key exchange
    /// mechanisms now provide forward secrecy."
    @Test("A recording of RSA key exchange opens with the key stolen later, one of an ephemeral exchange does not")
    func keyExchange() throws {
        let old = try step("First hole: stolen later, opened later")
        #expect(try seen("The same recording, with the key stolen later", in: old) == "opened")
        for title in ["Stolen later, and nothing opens", "TLS 1.2 with ECDHE"] {
            let now = try step(title)
            #expect(try seen("The recording, with the certificate's private key", in: now) == "notOpened")
        }
    }

    @Test("The certificate holds the public key and is not the key")
    func certificateIsNoKey() throws {
        let step = try step("What a certificate says")
        #expect(try seen("The whole certificate and the key", in: step) == "different")
        #expect(try seen("The key in the certificate and the key just made", in: step) == "same")
    }
}
