/// The condition of a `#if`, asked for Linux.
///
/// What depends on the build (flags, versions, modules of other packages) is neither true nor false.
struct PlatformCondition {
    private static let platforms: Set<String> = ["Linux"]
    private static let present: Set<String> = [
        "Foundation", "FoundationNetworking", "FoundationXML", "FoundationEssentials", "Glibc", "Dispatch",
        "HoldfastNetworking", "HoldfastSecurity",
    ]
    /// Parentheses and exclamation marks inside each other; what is deeper is neither.
    private static let nesting = 100

    private let words: [String]
    private let lacking: [String: LinuxLack]
    private let given: Set<String>
    private var index = 0
    private var depth = 0

    /// Whether a condition holds on Linux; nil where that depends on the build.
    ///
    /// - Parameters:
    ///   - words: its words and marks, `&&` as two.
    ///   - lacking: modules that cannot be imported there.
    ///   - given: modules that can, beside those of the toolchain and of Holdfast.
    static func holds(_ words: [String], lacking: [String: LinuxLack], given: Set<String> = []) -> Bool? {
        var condition = PlatformCondition(words: words, lacking: lacking, given: given)
        let value = condition.either()
        return condition.index == words.count ? value : nil
    }

    private init(words: [String], lacking: [String: LinuxLack], given: Set<String>) {
        (self.words, self.lacking, self.given) = (words, lacking, given)
    }

    private mutating func take(_ word: String) -> Bool {
        guard index < words.count, words[index] == word else { return false }
        index += 1
        return true
    }

    private mutating func takePair(_ mark: String) -> Bool {
        guard index + 1 < words.count, words[index] == mark, words[index + 1] == mark else { return false }
        index += 2
        return true
    }

    private mutating func either() -> Bool? {
        var value = both()
        while takePair("|") {
            let other = both()
            value = value == true || other == true ? true : (value == nil || other == nil ? nil : false)
        }
        return value
    }

    private mutating func both() -> Bool? {
        var value = single()
        while takePair("&") {
            let other = single()
            value = value == false || other == false ? false : (value == nil || other == nil ? nil : true)
        }
        return value
    }

    private mutating func single() -> Bool? {
        guard index < words.count, depth < Self.nesting else { return nil }
        depth += 1
        defer { depth -= 1 }
        if take("!") { return single().map { !$0 } }
        if take("(") {
            let value = either()
            return take(")") ? value : nil
        }
        let word = words[index]
        index += 1
        guard take("(") else { return word == "true" ? true : (word == "false" ? false : nil) }
        var arguments: [String] = []
        while index < words.count, words[index] != ")" {
            arguments.append(words[index])
            index += 1
        }
        _ = take(")")
        switch word {
        case "os": return arguments.count == 1 ? Self.platforms.contains(arguments[0]) : nil
        // None of those that there are (simulator, macCatalyst) is of Linux.
        case "targetEnvironment": return false
        case "canImport":
            guard let module = arguments.first else { return nil }
            if lacking[module] != nil { return false }
            return Self.present.contains(module) || given.contains(module) ? true : nil
        default: return nil
        }
    }
}
