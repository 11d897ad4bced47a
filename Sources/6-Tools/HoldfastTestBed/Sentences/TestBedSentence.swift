import HoldfastJSON
public import HoldfastStatements

extension TestBedError: Sentence, CustomStringConvertible {
    package static let topic = "testBed"

    /// The fault as a statement.
    public var statement: Statement { Statement(self) }

    public var description: String { english }

    package var words: LocalizedText {
        switch self {
        case .unknownServer(let name):
            Self.unknown(
                LocalizedText("the catalogue has no server \"\(name)\"", "目录中没有服务器“\(name)”"), name,
                among: TestBed.catalogue.map(\.name))
        case .notInLibrary(let server, let missing):
            LocalizedText(
                "the server \"\(server)\" needs \(missing.map(\.description).joined(separator: ", ")), which this "
                    + "machine's OpenSSL lacks: 3.5 and newer have it",
                "服务器“\(server)”需要 \(missing.map(\.description).joined(separator: "、"))，而本机的 OpenSSL 没有："
                    + "3.5 及更新的版本具有它")
        case .unknownStory(let name):
            Self.unknown(
                LocalizedText("there is no story \"\(name)\"", "没有情景“\(name)”"), name,
                among: TestBed.stories.map(\.name))
        case .authority(let error): error.statement.words
        case .server(let reason): reason.words
        case .file(let path, let reason): LocalizedText("\(path): \(reason)", "\(path)：\(reason)")
        case .address(let text):
            LocalizedText("\"\(text)\" is no address of IPv4 or IPv6", "“\(text)”不是 IPv4 或 IPv6 地址")
        case .portBase(let base):
            LocalizedText("there are too few ports from \(base) on", "从 \(base) 起的端口太少")
        }
    }

    package var plainName: String { "" }

    /// The sentence about a name that is none, with the one that was meant where there is a near one.
    private static func unknown(_ words: LocalizedText, _ name: String, among names: [String]) -> LocalizedText {
        guard let near = Suggestion.closest(to: name, among: names) else { return words }
        return LocalizedText(
            "\(words.english); did you mean \"\(near)\"?", "\(words.chinese)；您是指“\(near)”吗？")
    }
}

/// The sentence about a server of the test bed that could not be set up.
enum TestBedServerSentence: Sentence {
    case server(name: String, Statement)

    static let topic = "testBedServer"

    var words: LocalizedText {
        switch self {
        case .server(let name, let reason): LocalizedText("\(name): \(reason.english)", "\(name)：\(reason.chinese)")
        }
    }
}

/// The sentence about servers of the catalogue that are not started here.
enum CatalogueSentence: Sentence {
    case leftOut(servers: [String], lacking: [String])

    static let topic = "catalogue"

    var words: LocalizedText {
        switch self {
        case .leftOut(let servers, let lacking):
            LocalizedText(
                "left out: \(servers.joined(separator: ", ")); this machine's OpenSSL lacks "
                    + "\(lacking.joined(separator: ", ")), which OpenSSL 3.5 and newer have",
                "未包括：\(servers.joined(separator: "、"))；本机的 OpenSSL 没有 \(lacking.joined(separator: "、"))，它们自 "
                    + "OpenSSL 3.5 起提供")
        }
    }
}
