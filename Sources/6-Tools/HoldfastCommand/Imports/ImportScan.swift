/// Looks through one file of Swift source code for what leads around HoldfastNetworking.
///
/// The work is proportional to the file. What stands in comments and texts does not count; what a text interpolates
/// does.
struct ImportScan {
    private typealias Token = SwiftLexer.Token

    /// A call of one of Foundation's loaders, whose URL is being read.
    private struct Load {
        let called: Token
        /// The depth of brackets at which the argument begins.
        let depth: Int
        var isOfFile = false
        var isOfServer = false
    }

    private enum Import {
        case none
        case begun(line: Int)
        /// After a word such as `class`.
        case ofKind(line: Int)
    }

    /// Types of Foundation's that load what is not a file by FoundationNetworking's `URLSession.shared`.
    private static let loaders: Set<String> = [
        "Data", "NSData", "NSMutableData", "String", "NSString", "NSMutableString", "NSArray", "NSMutableArray",
        "NSDictionary", "NSMutableDictionary", "XMLDocument", "XMLParser",
    ]
    private static let kinds: Set<String> = [
        "typealias", "struct", "class", "enum", "protocol", "let", "var", "func", "actor", "macro",
    ]
    private static let modifiers: Set<String> = ["public", "package", "internal", "fileprivate", "private"]
    /// Parts of identifiers by which a URL is visibly one of a file.
    private static let fileWords: Set<String> = [
        "file", "files", "folder", "directory", "bundle", "resource", "resources",
    ]

    private let file: String
    private var lexer: SwiftLexer
    private var findings: [ImportFinding] = []
    private var importing = Import.none
    private var isExported = false
    /// One for each open `#if`: whether it asks for FoundationNetworking.
    private var conditions: [Bool] = []
    private var loads: [Load] = []
    /// The parameter of a `didFinishDownloadingTo` whose method is being read, which is a file, and the depth of its
    /// body.
    private var download: (name: String, depth: Int)?
    private var depth = 0
    /// The four tokens before, the nearest last.
    private var before: [Token] = []
    /// The line of a `#if` whose condition is being read.
    private var conditionLine: Int?

    private init(_ bytes: [UInt8], file: String) {
        self.file = file
        lexer = SwiftLexer(bytes)
    }

    /// Finds the imports of a file that lead around.
    ///
    /// - Parameters:
    ///   - bytes: the file; as many as the caller has memory for.
    ///   - limit: findings after which the rest is not looked at.
    static func findings(in bytes: [UInt8], file: String, atMost limit: Int) -> [ImportFinding] {
        var scan = ImportScan(bytes, file: file)
        while scan.findings.count < limit, let token = scan.lexer.next() { scan.take(token) }
        return scan.findings.sorted { $0.line < $1.line }
    }

    private mutating func take(_ token: Token) {
        takeCondition(token)
        takeImport(token)
        takeLoad(token)
        before.append(token)
        if before.count > 4 { before.removeFirst() }
    }

    // MARK: Conditions

    private mutating func takeCondition(_ token: Token) {
        if isMark("#", back: 1), token.kind == .word {
            switch text(token) {
            case "if":
                conditions.append(false)
                conditionLine = token.line
            case "else", "elseif":
                if !conditions.isEmpty { conditions[conditions.count - 1] = false }
                conditionLine = token.line
            case "endif": _ = conditions.popLast()
            default: break
            }
        }
        if conditionLine == token.line, isWord("canImport", back: 2), isMark("(", back: 1),
            isModule(token), !conditions.isEmpty
        {
            conditions[conditions.count - 1] = true
        }
    }

    // MARK: Imports

    private mutating func takeImport(_ token: Token) {
        switch importing {
        case .none:
            noteExport(token)
            guard isWord("import", token), ![".", "(", ","].contains(where: { isMark($0, back: 1) }) else { return }
            importing = .begun(line: token.line)
        case .begun(let line):
            if token.kind == .word, Self.kinds.contains(text(token)) {
                importing = .ofKind(line: line)
            } else {
                end(token, line)
            }
        case .ofKind(let line): end(token, line)
        }
    }

    /// Attributes and modifiers stand before the word, on lines of their own even.
    private mutating func noteExport(_ token: Token) {
        if isMark("@", back: 1), isWord("_exported", token) {
            isExported = true
        } else if isExported, token.kind != .mark(UInt8(ascii: "@")), !isMark("@", back: 1), !isWord("import", token),
            !(token.kind == .word && Self.modifiers.contains(text(token)))
        {
            isExported = false
        }
    }

    private mutating func end(_ token: Token, _ line: Int) {
        defer {
            importing = .none
            isExported = false
        }
        guard isModule(token) else { return }
        findings.append(
            ImportFinding(
                isExported ? .exportedImport : .directImport, file: file, line: line, seen: lexer.line(around: token),
                isConditional: conditions.contains(true)))
    }

    // MARK: Loads

    private mutating func takeLoad(_ token: Token) {
        switch token.kind {
        case .mark(UInt8(ascii: "(")), .mark(UInt8(ascii: "[")), .mark(UInt8(ascii: "{")): depth += 1
        case .mark(UInt8(ascii: ")")), .mark(UInt8(ascii: "]")), .mark(UInt8(ascii: "}")):
            if loads.last?.depth == depth { endLoad() }
            depth -= 1
            if token.kind == .mark(UInt8(ascii: "}")), let download, depth < download.depth { self.download = nil }
        case .mark(UInt8(ascii: ",")): if loads.last?.depth == depth { endLoad() }
        case .mark(UInt8(ascii: ":")): beginLoad()
        case .word, .quotedWord:
            if isWord("didFinishDownloadingTo", back: 1) { download = (text(token), depth) }
            guard !loads.isEmpty, isOfFile(token) || text(token) == download?.name else { return }
            loads[loads.count - 1].isOfFile = true
        case .text:
            guard !loads.isEmpty else { return }
            if begins(token, with: ["http://", "https://"]) { loads[loads.count - 1].isOfServer = true }
            if begins(token, with: ["file:"]) { loads[loads.count - 1].isOfFile = true }
        default: break
        }
    }

    /// `Data(contentsOf:` and `Data.init(contentsOf:`.
    private mutating func beginLoad() {
        guard isWord("contentsOf", back: 1), isMark("(", back: 2), before.count >= 3 else { return }
        let called = before[before.count - 3]
        let isInit = isWord("init", called) && isMark(".", back: 4)
        guard isInit || (called.kind == .word && Self.loaders.contains(text(called))) else { return }
        loads.append(Load(called: called, depth: depth))
    }

    private mutating func endLoad() {
        guard let load = loads.popLast() else { return }
        if !loads.isEmpty {
            loads[loads.count - 1].isOfFile = loads[loads.count - 1].isOfFile || load.isOfFile
            loads[loads.count - 1].isOfServer = loads[loads.count - 1].isOfServer || load.isOfServer
        }
        guard load.isOfServer || !load.isOfFile else { return }
        let way = load.isOfServer ? ImportsSentence.foundationLoad : .possibleFoundationLoad
        findings.append(ImportFinding(way, file: file, line: load.called.line, seen: lexer.line(around: load.called)))
    }

    /// `fileURL` is of a file, `profileURL` is not: parts of a name begin with capitals and behind underscores.
    private func isOfFile(_ token: Token) -> Bool {
        var part: [UInt8] = []
        func isWanted() -> Bool { part.count <= 9 && Self.fileWords.contains(String(decoding: part, as: UTF8.self)) }
        var wasLower = false
        for byte in lexer.spelling(token) {
            let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            if (isUpper && wasLower) || byte == UInt8(ascii: "_") {
                if isWanted() { return true }
                part = []
            }
            if byte != UInt8(ascii: "_") { part.append(isUpper ? byte | 0x20 : byte) }
            wasLower = !isUpper
        }
        return isWanted()
    }

    private func begins(_ token: Token, with schemes: [String]) -> Bool {
        let start = String(decoding: lexer.spelling(token).prefix(8), as: UTF8.self).lowercased()
        return schemes.contains { start.hasPrefix($0) }
    }

    // MARK: Tokens

    private func text(_ token: Token) -> String { String(decoding: lexer.spelling(token).prefix(64), as: UTF8.self) }

    private func isWord(_ word: String, _ token: Token) -> Bool {
        token.kind == .word && lexer.spelling(token).elementsEqual(word.utf8)
    }

    private func isWord(_ word: String, back: Int) -> Bool {
        before.count >= back && isWord(word, before[before.count - back])
    }

    private func isMark(_ mark: String, back: Int) -> Bool {
        guard before.count >= back, let byte = mark.utf8.first else { return false }
        return before[before.count - back].kind == .mark(byte)
    }

    private func isModule(_ token: Token) -> Bool {
        (token.kind == .word || token.kind == .quotedWord)
            && lexer.spelling(token).elementsEqual("FoundationNetworking".utf8)
    }
}
