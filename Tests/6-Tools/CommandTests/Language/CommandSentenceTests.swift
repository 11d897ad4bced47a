import Foundation
import HoldfastStatements
import TestSupport
import Testing

@testable import HoldfastCommand

/// Every sentence of the command in both languages, read where it is written: an enumeration's `words` has all of its
/// cases, so that what is not looked at here does not compile.
@Suite("Sentences of the command", .ownThread)
struct CommandSentenceTests {
    /// Words that are no English but what is typed and what is read by programs: commands, their verbs, values of
    /// options, members of JSON, programs of others.
    private static let names: Set<String> = {
        let commands: [Command] = Command.all.flatMap { [$0] + $0.verbs }
        var names: Set<String> = []
        for command in commands {
            for part in command.name.split(whereSeparator: { !$0.isLetter }) { names.insert(String(part)) }
        }
        for word in others.split(whereSeparator: \.isWhitespace) { names.insert(String(word)) }
        return names
    }()

    private static let others = """
        account any apt authorities auto base bash basic bootstrap break ca certutil chmod chroot client connectTo csr
        curl digest do done ed expired fg fish for form get go hard head holdfast host hosts https if in install
        intermediate java json key kill kubectl last leaf libcrypto libnss librarySays mount ms negotiate never nspinned
        nss ntlm off over pkcs port proc programs provider public removeFromCRL root secret self server sha shell soft
        ssh static sudo system tail trustkit ulimit umask users value warning yaml zsh
        """

    /// Words of Swift, and of packages and codings, in advice about source code: they stand in both languages.
    private static let swift = Set(
        """
        addObserver as ascending async await block br by canImport comment connectionProxyDictionary didSendBodyData
        filter forName gzip kCFErrorDomainCFNetwork keyPath object observer optional os queue removeObserver repeats
        sorted swift task timeInterval try unsupportedURL urlSession using xx zstd
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    private struct Case {
        let file: String
        let english: String
        let chinese: String
    }

    private static func isChinese(_ text: some StringProtocol) -> Bool {
        text.unicodeScalars.contains { (0x4e00...0x9fff).contains($0.value) }
    }

    /// The texts of each case, without the values in them.
    private static func cases() throws -> [Case] {
        let folder = try ProjectFolder.sources(of: "HoldfastCommand").appending(path: "Sentences")
        let value = #/\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/#
        var cases: [Case] = []
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
            let source = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            let blocks = source.split(separator: "        case .").dropFirst()
                // The last case of an enumeration ends with its switch.
                .compactMap { $0.split(separator: "\n        }\n").first }
            for block in blocks where block.contains("LocalizedText(") {
                let literals = block.replacing(value, with: "").replacing("\\\"", with: "'")
                    .matches(of: #/"([^"]*)"/#).map { String($0.output.1) }
                cases.append(
                    Case(
                        file: file, english: literals.filter { !isChinese($0) }.joined(),
                        chinese: literals.filter(isChinese).joined()))
            }
        }
        return cases
    }

    @Test("each case has its Chinese, with no word in it but Chinese ones and names")
    func chinese() throws {
        let cases = try Self.cases()
        #expect(cases.count > 500)
        let typed = #/--?[A-Za-z0-9][A-Za-z0-9.\-]*|[a-z]+:\/\/\S*|\S*[=\/@.\\]\S*/#
        for one in cases {
            let words = one.english.replacing(typed, with: " ").matches(of: #/[a-z]{2,}/#).map { String($0.output) }
            let isSentence = words.contains { !Self.names.contains($0) }
            #expect(!isSentence || !one.chinese.isEmpty, "\(one.file): \(one.english)")
            for match in one.chinese.replacing(typed, with: " ").matches(of: #/[A-Za-z]+/#) {
                let word = String(match.output)
                let isName =
                    word.count < 2 || word.first?.isUppercase == true || Self.names.contains(word)
                    || one.file == "LinuxAdvice.swift" && Self.swift.contains(word)
                #expect(isName, "\(one.file): \(word) in \(one.chinese)")
            }
        }
    }
}
