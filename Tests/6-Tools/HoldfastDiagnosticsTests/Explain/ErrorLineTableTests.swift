import Foundation
import HoldfastStatements
import HoldfastTransport
import HoldfastTrust
import TestSupport
import Testing

@testable import HoldfastDiagnostics

/// The table of other programs' lines, and the words of our errors' codes.
@Suite("The table of other programs' lines", .ownThread) struct ErrorLineTableTests {
    @Test("the words of errors' codes are those of Docs/errors.md, each in Chinese too")
    func words() throws {
        let file = ProjectFolder.top.appending(path: "Docs/errors.md")
        let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| `") }
        #expect(rows.count == TransportError.Code.all.count)
        for row in rows {
            let fields = row.split(separator: "|").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }
            let words = FailureWords.of(TransportError.Code(rawValue: fields[0]))?.happened
            let written = row.split(separator: "|")[2].trimmingCharacters(in: .whitespaces)
            #expect(words?.english == written, "\(fields[0])")
            #expect(words?.chinese.unicodeScalars.contains { $0.value > 0x4e00 } == true, "\(fields[0])")
        }
    }

    @Test("each row has a source and a cause, but for those that only name the program")
    func rows() throws {
        let table = try ErrorLineTable.builtIn()
        #expect(table.rows.count > 500)
        for row in table.rows {
            #expect(!row.source.isEmpty)
            #expect(!row.causes.isEmpty || row.rank == .saysOnlyThat, "\(row.text ?? row.name ?? "")")
        }
        let programs = [
            "openssl", "tls", "curl", "python", "go", "java", "node", "dotnet", "gnutls", "boringssl", "rustls", "wget",
            "php", "perl", "ruby", "nss", "firefox",
            "chrome",
            "android", "apple", "nginx", "apache",
        ]
        #expect(Set(table.rows.map(\.program)) == Set(programs))
    }

    @Test("a text that is part of a longer one does not count beside it")
    func longest() throws {
        let explainer = try Explainer()
        func first(_ line: String) -> String? {
            explainer.explanations(of: line).first?.candidates.first?.cause.code
        }
        #expect(first("self-signed certificate in certificate chain") == "noAnchor")
        #expect(first("error 18: self-signed certificate") == "selfSignedNotAnchor")
        #expect(first("x509: certificate has expired or is not yet valid: current time A is before B") == "notYetValid")
    }
}
