import HoldfastStatements

extension CommandOption {
    static let language = CommandOption(
        "--language", "LANGUAGE",
        help: "en or zh-Hans, of what people read (default: the locale's, else en)",
        chinese: "供人阅读的语言：en 或 zh-Hans（默认：随区域设置，否则 en）")
    /// The option of commands whose results have one language, or none.
    static let errorLanguage = CommandOption(
        "--language", "LANGUAGE", in: .output,
        help: "en or zh-Hans, of errors, hints and notes (default: the locale's, else en)",
        chinese: "错误、提示与注释的语言：en 或 zh-Hans（默认：随区域设置，否则 en）")
}

/// The language of what is written for people, as `--language` names it, else the locale.
enum LanguageOption {
    /// The languages by their tags (BCP 47).
    static let tags = PageLanguage.allCases.map(\.tag)

    /// Reads the option: a language's tag, or its first part alone.
    static func parse(_ invocation: Invocation) throws(CommandError) -> PageLanguage {
        guard let text = invocation.value(.language) else { return ofLocale }
        if let language = named(text) { return language }
        throw .usage(
            UsageSentence.noLanguage(text: text),
            hint: UsageAdvice.languages(names: tags.joined(separator: ", ")))
    }

    /// The language of this process's errors, also before its command line is understood: that of the last `--language`
    /// before a `--` that names one, else the locale's.
    static let spoken = spoken(CommandLine.arguments.dropFirst())

    /// The language of errors about a command line.
    static func spoken(_ arguments: some Sequence<String>) -> PageLanguage {
        let words = Array(arguments.prefix { $0 != "--" })
        let prefix = CommandOption.language.name + "="
        let values = words.indices.compactMap { index -> String? in
            if words[index].hasPrefix(prefix) { return String(words[index].dropFirst(prefix.count)) }
            return index > 0 && words[index - 1] == CommandOption.language.name ? words[index] : nil
        }
        return values.compactMap(named).last ?? ofLocale
    }

    /// Whether a command line says a language that there is, and nothing else.
    static func isAlone(in arguments: [String]) -> Bool {
        let prefix = CommandOption.language.name + "="
        let value =
            arguments.count == 2 && arguments[0] == CommandOption.language.name
            ? arguments[1]
            : arguments.count == 1 && arguments[0].hasPrefix(prefix)
                ? String(arguments[0].dropFirst(prefix.count)) : nil
        return value.flatMap(named) != nil
    }

    /// The language of a tag, or of its first part alone.
    private static func named(_ text: String) -> PageLanguage? {
        PageLanguage.allCases.first { language in
            [language.tag, String(language.tag.prefix(2))].contains { $0.lowercased() == text.lowercased() }
        }
    }

    /// The language of the locale, as POSIX has its variables: the first that is set and not empty counts.
    static var ofLocale: PageLanguage {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { Descriptor.environment($0) }
            .first { !$0.isEmpty }
        return locale?.hasPrefix("zh") == true ? .chinese : .english
    }
}
