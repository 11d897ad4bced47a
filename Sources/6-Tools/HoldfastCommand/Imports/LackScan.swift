/// Looks through one file of Swift source code for what Linux lacks, or has in another module than Foundation.
///
/// The work is proportional to the file. What stands in comments and texts does not count, nor what a `#if` leaves out
/// on Linux; what a text interpolates does.
struct LackScan {
    private typealias Token = SwiftLexer.Token

    /// One open `#if`, at the branch that is being read.
    private struct Branch {
        /// Whether the branch may be compiled on Linux, and those around it.
        var isCompiled: Bool
        /// Whether this branch or one before it holds; nil where that depends on the build.
        var isTaken: Bool?
    }

    private enum Import { case none, begun, ofKind }

    private static let kinds: Set<String> = ["typealias", "struct", "class", "enum", "protocol", "let", "var", "func"]
    /// Words before a name that is declared there, and so the program's own.
    private static let declaring: Set<String> = [
        "func", "class", "struct", "enum", "protocol", "typealias", "let", "var", "case", "actor",
    ]
    /// Modules that have the names of an advice, when a file imports them.
    private static let givers: [LinuxAdvice: Set<String>] = [
        .xml: ["FoundationXML"], .combine: ["OpenCombine", "CombineX"], .cryptoKit: ["Crypto"],
        .networkingImport: networking,
        .securityImport: ["HoldfastNetworking", "HoldfastSecurity", "Security", "CommonCrypto"],
    ]
    private static let networking: Set<String> = ["HoldfastNetworking", "FoundationNetworking"]
    /// Modules that bring none of URLSession's names.
    private static let without: Set<String> = [
        "Foundation", "FoundationEssentials", "FoundationXML", "Dispatch", "Swift", "Glibc", "Musl", "Synchronization",
        "Observation", "RegexBuilder", "XCTest", "Testing", "HoldfastSecurity",
    ]
    private static let modifiers: Set<String> = [
        "@", "preconcurrency", "public", "package", "internal", "fileprivate", "private",
    ]

    /// The outcome of looking through one file.
    struct Outcome {
        var findings: [ImportFinding]
        /// Whether the file hands URLSession's names on to the others of its module.
        var isExporting: Bool
    }

    private let file: String
    private let table: LinuxLackTable
    /// Whether all of the table is looked for, and not the names alone that are in another module.
    private let isAsked: Bool
    private let longest: Int
    private var lexer: SwiftLexer
    private var found: [(finding: ImportFinding, advice: LinuxAdvice)] = []
    /// The first use of a name that is in another module, by the import line that brings it.
    private var moved: [LinuxAdvice: (lack: LinuxLack, line: Int, seen: String)] = [:]
    private var imported: Set<String> = []
    private var isExporting = false
    private var isExported = false
    private var importing = Import.none
    private var branches: [Branch] = []
    /// The line of a condition that is being read, whether it is that of an `#elseif`, and its tokens.
    private var condition: (line: Int, isElse: Bool)?
    private var conditionWords: [String] = []
    /// The texts of the tokens before, the nearest last.
    private var before: [String] = []

    private init(_ bytes: [UInt8], _ file: String, _ table: LinuxLackTable, isAsked: Bool) {
        (self.file, self.table, self.isAsked, lexer) = (file, table, isAsked, SwiftLexer(bytes))
        longest = max(table.rows.map(\.pattern.count).max() ?? 0, 6)
    }

    /// Finds what a file uses that Linux lacks, in the order of its lines.
    ///
    /// - Parameters:
    ///   - isAsked: whether all of the table is looked for; else what is in another module than Foundation, as notes.
    ///   - limit: findings after which the rest is not looked at.
    static func outcome(
        in bytes: [UInt8], file: String, _ table: LinuxLackTable, isAsked: Bool, atMost limit: Int
    ) -> Outcome {
        var scan = LackScan(bytes, file, table, isAsked: isAsked)
        while scan.found.count < limit, let token = scan.lexer.next() { scan.take(token) }
        // A module that is lacking is so whatever else is imported.
        let lacking = scan.found.filter { $0.finding.code == .lackingModule || !scan.isGiven($0.advice) }
        return Outcome(
            findings: lacking.map(\.finding) + scan.missingImports.prefix(limit - lacking.count),
            isExporting: scan.isExporting)
    }

    /// Whether the file imports a module that has the names of an advice.
    private func isGiven(_ advice: LinuxAdvice) -> Bool {
        let givers = Self.givers[advice, default: []].union(table.present.filter { $0.value == advice }.keys)
        return !givers.isDisjoint(with: imported)
    }

    /// One for each import line that the file needs; HoldfastNetworking brings the Security framework's names too. A
    /// file without an import compiles nowhere.
    private var missingImports: [ImportFinding] {
        guard !imported.isEmpty else { return [] }
        let isCertain =
            isAsked
            && imported.allSatisfy {
                Self.without.contains($0) || table.modules[$0] != nil || table.present[$0] != nil
            }
        let needed = [LinuxAdvice.networkingImport, .securityImport].first { moved[$0] != nil && !isGiven($0) }
        guard let needed, let use = moved[needed] else { return [] }
        return [
            ImportFinding(
                use.lack, toolchain: table.toolchain, file: file, line: use.line, seen: use.seen, isCertain: isCertain)
        ]
    }

    private mutating func take(_ token: Token) {
        let text = text(token)
        if takeCondition(token, text) { return }
        if branches.last?.isCompiled ?? true, token.kind != .text {
            takeImport(token, text)
            takeName(token, text)
        }
        before.append(token.kind == .text ? "" : text)
        if before.count > longest { before.removeFirst() }
    }

    // MARK: Conditions

    /// Whether the token belongs to a `#if` and its kin.
    private mutating func takeCondition(_ token: Token, _ text: String) -> Bool {
        if let open = condition {
            if token.line == open.line {
                conditionWords.append(text)
                return true
            }
            end(open)
        }
        guard before.last == "#", token.kind == .word else { return false }
        switch text {
        case "if": condition = (token.line, false)
        case "elseif": condition = (token.line, true)
        case "else":
            guard let last = branches.indices.last else { break }
            branches[last].isCompiled = isAroundCompiled && branches[last].isTaken != true
            branches[last].isTaken = true
        case "endif": _ = branches.popLast()
        default: return false
        }
        before.removeAll()
        return true
    }

    /// Whether what is around the innermost `#if` may be compiled on Linux.
    private var isAroundCompiled: Bool { branches.dropLast().last?.isCompiled ?? true }

    private mutating func end(_ open: (line: Int, isElse: Bool)) {
        let holds = PlatformCondition.holds(
            conditionWords, lacking: table.modules, given: Set(table.present.keys))
        condition = nil
        conditionWords.removeAll()
        guard open.isElse, let last = branches.indices.last else {
            let isAround = branches.last?.isCompiled ?? true
            branches.append(Branch(isCompiled: isAround && holds != false, isTaken: holds))
            return
        }
        let isTaken = branches[last].isTaken
        branches[last].isCompiled = isAroundCompiled && isTaken != true && holds != false
        branches[last].isTaken =
            isTaken == true || holds == true ? true : (isTaken == nil || holds == nil ? nil : false)
    }

    // MARK: Names

    private mutating func takeImport(_ token: Token, _ text: String) {
        switch importing {
        case .none:
            let isMember = [".", "(", ","].contains(before.last ?? "")
            guard text == "import", token.kind == .word, !isMember else { return }
            importing = .begun
            isExported = before.reversed().drop(while: Self.modifiers.contains).first == "_exported"
        case .begun where Self.kinds.contains(text) && token.kind == .word: importing = .ofKind
        case .begun, .ofKind:
            importing = .none
            imported.insert(text)
            if isExported, Self.networking.contains(text) { isExporting = true }
            if isAsked, let lack = table.modules[text] { add(lack, token) }
        }
    }

    private mutating func takeName(_ token: Token, _ text: String) {
        guard let rows = table.byEnd[text], token.kind != .quotedWord else { return }
        for row in rows {
            let start = row.pattern.dropLast()
            guard before.suffix(start.count).elementsEqual(start) else { continue }
            let previous = before.dropLast(start.count).last ?? ""
            let first = row.pattern[0]
            let isWord = first.first?.isLetter ?? false
            // A member of something else, or a declaration of the program's own.
            if isWord, previous == "." && row.pattern.count == 1 || Self.declaring.contains(previous) { continue }
            guard row.kind == .moved else {
                if isAsked { add(row, token) }
                continue
            }
            if moved[row.advice] == nil { moved[row.advice] = (row, token.line, lexer.line(around: token)) }
        }
    }

    private mutating func add(_ lack: LinuxLack, _ token: Token) {
        let finding = ImportFinding(
            lack, toolchain: table.toolchain, file: file, line: token.line, seen: lexer.line(around: token))
        if found.last?.finding != finding { found.append((finding, lack.advice)) }
    }

    private func text(_ token: Token) -> String { String(decoding: lexer.spelling(token).prefix(64), as: UTF8.self) }
}
