import Foundation
import HoldfastTrust
import TestSupport
import Testing

@Suite("The documented table of findings")
struct FindingTableTests {
    @Test("Docs/findings.md says what the code says")
    func documentation() throws {
        let file = ProjectFolder.top.appending(path: "Docs/findings.md")
        let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("| `") }
        let documented = rows.map { row in
            row.split(separator: "|").prefix(5).map {
                $0.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
            }
        }
        let actual = FindingCode.all.map { code in
            [
                code.rawValue, "\(code.exitCode)", "\(code.osStatus)", code.resultClass.rawValue,
                code.isExceptable ? "yes" : "no",
            ]
        }
        for (row, wanted) in zip(documented, actual) { #expect(row == wanted) }
        #expect(documented.count == actual.count)
    }

    @Test("only proceed and unspecified are success; confirm is none")
    func success() {
        #expect(TrustResult.allCases.filter(\.isTrusted) == [.proceed, .unspecified])
        // SecTrust.h numbers them so.
        #expect(TrustResult.allCases.map(\.number) == [0, 1, 2, 3, 4, 5, 6, 7])
    }
}
