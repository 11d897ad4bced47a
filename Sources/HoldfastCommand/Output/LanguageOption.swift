import HoldfastStatements
import HoldfastWords

extension CommandOption {
    static let language = CommandOption(
        "--language", "LANGUAGE", help: "en or zh-Hans, of what people read (default: the locale's, else en)")
}

/// The language of what is written for people, as `--language` names it, else the locale.
enum LanguageOption {
    /// The languages by their tags (BCP 47).
    static let tags = PageLanguage.allCases.map(\.tag)

    /// Reads the option: a language's tag, or its first part alone.
    static func parse(_ invocation: Invocation) throws(CommandError) -> PageLanguage {
        guard let text = invocation.value(.language) else { return ofLocale }
        let language = PageLanguage.allCases.first { language in
            [language.tag, String(language.tag.prefix(2))].contains { $0.lowercased() == text.lowercased() }
        }
        if let language { return language }
        throw .usage(
            "--language: \(Wording.quoted(text)) is no language of this command",
            hint: "languages are \(tags.joined(separator: ", "))")
    }

    /// The language of the locale, as POSIX has its variables: the first that is set and not empty counts.
    static var ofLocale: PageLanguage {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { Descriptor.environment($0) }
            .first { !$0.isEmpty }
        return locale?.hasPrefix("zh") == true ? .chinese : .english
    }
}
