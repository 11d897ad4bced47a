import Foundation
import HoldfastStatements
import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastHTTPS

/// Foundation, LocalizedError: `errorDescription` is "A localized message describing what error occurred";
/// `recoverySuggestion` is "A localized message describing how one might recover from the failure".
@Suite("Errors say their reason where Foundation asks") struct LocalizedErrorTests {
    static let sources = ProjectFolder.top.appending(path: "Sources")

    static func texts() throws -> [String] {
        var texts: [String] = []
        let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
        while let url = files?.nextObject() as? URL {
            if url.pathExtension == "swift" { texts.append(try String(contentsOf: url, encoding: .utf8)) }
        }
        return texts
    }

    @Test("Each public type of errors below Sources conforms")
    func complete() throws {
        var errors: Set<String> = []
        var conforming: Set<String> = []
        // Those that only rooms see, and that conform in an extension.
        var inner: Set<String> = []
        for text in try Self.texts() {
            let declaration = /(?m)^ *public (?:struct|enum|final class|class|actor) (\w+)(?:<[^>]*>)? *:([^{]*)\{/
            for match in text.matches(of: declaration) where match.2.firstMatch(of: /\bError\b/) != nil {
                errors.insert(String(match.1))
            }
            for match in text.matches(of: /(?m)^extension (?:\w+\.)*(\w+): (?:\w+, )*Error\b/) {
                errors.insert(String(match.1))
            }
            for match in text.matches(of: /(?m)^package (?:struct|enum|final class|class|actor) (\w+)/) {
                inner.insert(String(match.1))
            }
            for match in text.matches(of: /(?m)^extension (?:\w+\.)*(\w+): LocalizedError\b/) {
                conforming.insert(String(match.1))
            }
        }
        #expect(errors.count > 50)
        #expect(errors.subtracting(conforming).subtracting(inner).sorted() == [])
    }

    @Test("A session's error says its reason and its advice")
    func session() {
        let error: any Error = HTTPSError(
            .connect, .connectionRefused, ConnectionSentence.nothingListens(host: "a.test", port: 1),
            advice: ConnectionAdvice.checkPort)
        #expect(error.localizedDescription == "nothing listens at a.test, port 1")
        #expect((error as? any LocalizedError)?.recoverySuggestion == "check the port, and that the server runs")
        #expect((error as? any LocalizedError)?.failureReason == nil)
    }

    @Test("Errors of rooms that know nothing of Foundation say theirs")
    func below() {
        #expect(throws: ServerNameError.self) { try ServerName("a b") }
        do throws(ServerNameError) {
            _ = try ServerName("a b")
        } catch {
            #expect((error as any Error).localizedDescription == error.description)
        }
    }
}
