import HoldfastAuthority
public import HoldfastStatements

extension TestBedError: Sentence, CustomStringConvertible {
    package static let topic = "testBed"

    /// The reason as a statement.
    public var statement: Statement { Statement(self) }

    public var description: String { english }

    package var words: LocalizedText {
        switch self {
        case .unknownServer(let name):
            LocalizedText("the catalogue has no server \"\(name)\"", "目录中没有服务器“\(name)”")
        case .notInLibrary(let server, let missing):
            LocalizedText(
                "the server \"\(server)\" needs \(missing.map(\.description).joined(separator: ", ")), which this "
                    + "machine's OpenSSL lacks: 3.5 and newer have it",
                "服务器“\(server)”需要 \(missing.map(\.description).joined(separator: "、"))，而本机的 OpenSSL 没有：自 3.5 起提供")
        case .unknownStory(let name): LocalizedText("there is no story \"\(name)\"", "没有情景“\(name)”")
        case .authority(let error): error.words
        case .server(let reason): .same(reason)
        case .file(let path, let reason): LocalizedText("\(path): \(reason)", "\(path)：\(reason)")
        case .address(let text):
            LocalizedText("\"\(text)\" is no address of IPv4 or IPv6", "“\(text)”不是 IPv4 或 IPv6 的地址")
        case .portBase(let base): LocalizedText("there are too few ports from \(base) on", "从 \(base) 起的端口不够用")
        }
    }

    package var plainName: String { "" }
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
