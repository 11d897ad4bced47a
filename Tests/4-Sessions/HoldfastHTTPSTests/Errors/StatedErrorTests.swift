import Foundation
import HoldfastAuthority
import HoldfastCredentials
import HoldfastFacts
import HoldfastFiles
import HoldfastJSON
import HoldfastResolving
import HoldfastStatements
import HoldfastStore
import HoldfastTLS
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import Testing

@testable import HoldfastHTTPS

/// What an error says is a statement: an identifier that programs decide by, and words in each language.
@Suite("Errors are statements") struct StatedErrorTests {
    /// The names of error types that rooms show each other, and of those that say a statement.
    ///
    /// - Parameter texts: the sources.
    static func types(in texts: [String]) -> (errors: Set<String>, stated: Set<String>) {
        var (errors, stated): (Set<String>, Set<String>) = ([], [])
        let declaration =
            /(?m)^ *(?:public|package) (?:struct|enum|final class|class|actor) (\w+)(?:<[^>]*>)? *:([^{]*)\{/
        let conforming = /(?m)^(?:public |package )?(?:extension|enum|struct) (?:\w+\.)*(\w+): [^{]*\bSentence\b/
        let opening = /^( *)(?:public |package )?(?:extension|struct|enum|final class) (?:\w+\.)*(\w+)\b/
        let property =
            /^( *)(?:public |package )?(?:private\(set\) |internal\(set\) )?(?:var|let) statement: Statement\b/
        for text in texts {
            for match in text.matches(of: declaration) where match.2.firstMatch(of: /\bError\b/) != nil {
                errors.insert(String(match.1))
            }
            for match in text.matches(of: conforming) { stated.insert(String(match.1)) }
            // The type that was opened last, by how far its line is indented.
            var open: [Int: String] = [:]
            for line in text.split(separator: "\n") {
                if let match = line.firstMatch(of: opening) { open[match.1.count] = String(match.2) }
                if let match = line.firstMatch(of: property), let name = open[match.1.count - 4] { stated.insert(name) }
            }
        }
        return (errors, stated)
    }

    @Test("Each type of errors that rooms show each other has one") func complete() throws {
        let (errors, stated) = Self.types(in: try LocalizedErrorTests.texts())
        #expect(errors.count > 70)
        #expect(errors.subtracting(stated).sorted() == [])
    }

    @Test("A type without one is noticed") func missing() {
        let texts = [
            "public struct OneError: Error, Hashable {\n    public let statement: Statement\n}\n",
            "package enum OtherError: Error {\n    case one\n}\nextension OtherError: Sentence {\n}\n",
            "public struct BareError: Error {\n    public let reason: String\n}\n",
        ]
        let (errors, stated) = Self.types(in: texts)
        #expect(errors.subtracting(stated) == ["BareError"])
    }

    /// One error of each kind of the rooms below, as what is wrong makes it.
    static let samples: [(name: String, statement: Statement)] = [
        ("ServerTrustError", ServerTrustError.empty.statement),
        ("ServerNameError.Reason", ServerNameError.Reason.badLabel.statement),
        ("ProfileError", ProfileError.unknownRequirement("x").statement),
        ("PinError", PinError.noAlgorithm("x").statement),
        ("PinSetError", PinSetError.noBackup(.leaf).statement),
        ("PinnedHostsError", PinnedHostsError.tooMany(limit: 1).statement),
        ("HostPatternError", HostPatternError.publicSuffix("**.com").statement),
        ("AnchorConstraintError", AnchorConstraintError.notAFingerprint(octets: 3).statement),
        ("TrustExceptionError", TrustExceptionError.noCodes.statement),
        ("DangerousAcceptAnyError", DangerousAcceptAnyError.noEnd.statement),
        ("FileReadError", FileReadError.wrongKind.statement),
        ("GuardedFileError", GuardedFileError.writableByOthers("/x", 0o666).statement),
        ("PrivateFolderError", PrivateFolderError.locked(seconds: 3).statement),
        ("StoreError", StoreError(path: "/x", reason: .full).statement),
        ("FactError", FactError(line: 2, .badRow).statement),
        ("WireError", WireError(.empty, "field", at: 1).statement),
        ("CertificateMessageError", CertificateMessageError(reason: .truncated, offset: 1).statement),
        ("SupportedGroupsError", SupportedGroupsError.unknown("x").statement),
        ("ResolverError", ResolverError(.timedOut, from: "x").statement),
        ("NegotiationError", NegotiationError(.late, NegotiationFault.late).statement),
        ("DialRuleError", DialRuleError(text: "x", reason: .parts).statement),
        ("StoreError.Reason", StoreError.Reason.busy.statement),
        ("ReadingError", ChallengeHeader.ReadingError.malformed.statement),
        ("DigestAuthenticationError", DigestAuthenticationError.notChallenged.statement),
        ("DigestChallengeError", DigestChallengeError.noNonce.statement),
        ("AuthorityError", AuthorityError.requestNotSigned.statement),
        ("PasswordCredentialError", PasswordCredentialError.colonInUser.statement),
    ]

    @Test("Statements of errors have an identifier, and another text in each language", arguments: samples.indices)
    func bilingual(index: Int) {
        let (name, statement) = Self.samples[index]
        #expect(statement.identifier?.isEmpty == false, "\(name)")
        #expect(statement.text(in: .chinese) != statement.text(in: .english), "\(name)")
    }

    @Test("What was read wrongly says so too") func read() {
        let urls = ["ftp://a.test/", "https://a%2eb/", "a:b", "https://[::1", "https://a@b@c/", "https://a.test\\x"]
        for text in urls {
            let error = #expect(throws: HTTPSURLError.self) { try HTTPSURL(text) }
            #expect(error?.statement.identifier?.hasPrefix("url.") == true, "\(text)")
            #expect(error?.statement.text(in: .chinese) != error?.reason, "\(text)")
        }
        for text in ["{", "[1,]", "{\"a\":1,\"a\":2}", "// x", "\"\u{1}\"", "nul"] {
            let error = #expect(throws: JSONValue.SyntaxError.self) { try JSONValue(Array(text.utf8)) }
            #expect(error?.fault.identifier?.hasPrefix("json.") == true, "\(text)")
            #expect(error?.fault.text(in: .chinese) != error?.message, "\(text)")
        }
        let name = #expect(throws: ServerNameError.self) { try ServerName("a b") }
        #expect(name?.statement.identifier == "serverNameFault.text")
        let proxy = #expect(throws: ProxyError.self) { try Proxy("ftp://a.test") }
        #expect(proxy?.statement.identifier == "proxyText.otherScheme")
        let provider = #expect(throws: ProviderDescriptionError.self) {
            try ProviderDescription(json: Array("[]".utf8))
        }
        #expect(provider?.statement.identifier == "providerDescription.noObject")
        let list = #expect(throws: TransparencyLogListError.self) { try TransparencyLogList(json: Array("{}".utf8)) }
        #expect(list?.problems.first?.statement.identifier == "document.missing")
        #expect(list?.statement.text(in: .chinese) != list?.description)
    }
}
