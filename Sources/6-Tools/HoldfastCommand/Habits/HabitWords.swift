import HoldfastHTTPS
import HoldfastJSON
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

/// Words of other programs' lines, one by one.
enum HabitWords {
    /// A pattern's words; what stands in single quotes is one.
    static func split(_ pattern: String) -> [String] {
        var words: [String] = []
        for (index, part) in pattern.split(separator: "'", omittingEmptySubsequences: false).enumerated() {
            if index % 2 == 1 {
                words.append(String(part))
            } else {
                words += part.split(separator: " ").map(String.init)
            }
        }
        return words
    }

    /// Whether a word of a pattern is the file of `> {FILE}`.
    static func isRedirected(_ word: String, in pattern: String) -> Bool { pattern.hasSuffix("> \(word)") }

    /// The word of a pattern with the value in it.
    ///
    /// - Returns: the word; whether it is the help's word for a value, since there is none that could be it; and what
    ///   is to be said about the value.
    static func filled(_ word: String, with value: String?) -> (text: String, isOpen: Bool, remark: HabitAdvice?) {
        guard let start = word.firstIndex(of: "{"), let end = word[start...].firstIndex(of: "}") else {
            return (word, false, nil)
        }
        let kind = String(word[word.index(after: start)..<end])
        let (text, remark) = converted(value, kind)
        let filled = word[..<start] + (text ?? known[kind] ?? kind) + word[word.index(after: end)...]
        return (String(filled), text == nil, remark)
    }

    /// The words for values that are missing, where they are not the kind's own name.
    private static let known = [
        "SECONDS": "30d", "DURATION": "30d", "EPOCH": "2026-11-21T10:00:00Z", "CERTIFICATE": "FILE", "PINS": "PIN",
        "PROXY": "http://HOST:PORT", "PURPOSE": "ssl", "FORM": "der", "COOKIES": "FILE",
        "SUBJECT": "NAME",
    ]

    /// A value as ours has it; nil where it is none of its kind.
    private static func converted(_ value: String?, _ kind: String) -> (text: String?, remark: HabitAdvice?) {
        guard let value, !value.isEmpty else { return (nil, nil) }
        switch kind {
        case "PROXY":
            return (value == "auto" ? nil : value.contains("://") ? value : "http://\(value)", nil)
        case "CERTIFICATE":
            // curl: `<certificate[:password]>`.
            guard let colon = value.lastIndex(of: ":") else { return (value, nil) }
            return (String(value[..<colon]), .passphraseFile)
        case "PROTOCOL": return (protocols[value] ?? (isServer(value) || value == "auto" ? nil : value), nil)
        case "SECONDS": return (Int64(value).map(length), nil)
        case "DURATION":
            let written = DurationArgument.withUnit(value)
            return (DurationText.duration(written) == nil ? nil : written, nil)
        case "EPOCH": return (Int64(value).map { Instant(secondsSince1970: $0).description }, nil)
        case "TIME": return (ShortTimeArgument.duration(value, bare: .seconds(1)) == nil ? nil : value, nil)
        case "PURPOSE": return (purposes[value] ?? "basic-x509", nil)
        case "SUBJECT": return (subject(value), nil)
        case "FORM": return (value.lowercased(), nil)
        // curl: "If no "=" symbol is used in the argument, it is instead treated as a filename".
        case "COOKIES": return value.contains("=") ? (nil, .cookiesInFile) : (value, nil)
        case "N": return (Int(value) == nil ? nil : value, nil)
        default: return (value, nil)
        }
    }

    /// Protocols as other programs call them.
    private static let protocols = [
        "psql": "postgres", "postgresql": "postgres", "mariadb": "mysql", "managesieve": "sieve",
        "xmpp_server": "xmpp-server",
    ]
    private static let purposes = ["sslserver": "ssl", "nssslserver": "ssl", "sslclient": "ssl-client"]

    /// The subject of openssl-req(1), `/type0=value0/type1=value1`, as ours has it: its common name alone, or the last
    /// part first (RFC 4514 §2.1); nil where a part has something of its own about it.
    private static func subject(_ value: String) -> String? {
        let parts = value.split(separator: "/").map(String.init)
        let isSimple = parts.allSatisfy { part in
            let words = part.split(separator: "=", omittingEmptySubsequences: false)
            return words.count == 2 && !words[1].isEmpty && ["CN", "O", "OU", "C", "ST", "L"].contains(words[0])
        }
        guard value.hasPrefix("/"), isSimple, !value.contains(where: { "\\+,;<>#\"".contains($0) }) else { return nil }
        if parts.count == 1, let name = parts.first, name.hasPrefix("CN=") { return String(name.dropFirst(3)) }
        return parts.isEmpty ? nil : parts.reversed().joined(separator: ",")
    }

    /// A number of seconds as a length of time, rounded up to minutes.
    private static func length(_ seconds: Int64) -> String {
        if seconds > 0, seconds.isMultiple(of: 86_400) { return "\(seconds / 86_400)d" }
        if seconds > 0, seconds.isMultiple(of: 3_600) { return "\(seconds / 3_600)h" }
        return "\(max(1, seconds / 60 + (seconds.isMultiple(of: 60) ? 0 : 1)))m"
    }

    /// Whether a word of a pattern is the help's word for a value that no line has.
    ///
    /// A file's has an ending behind it: `NEW.pem`.
    static func isPlaceholder(_ word: String) -> Bool {
        let stem = word.prefix { $0 != "." }
        return stem.count > 1 && stem.allSatisfy { $0.isUppercase }
    }

    /// Whether a value is a form of output, and no file.
    static func isForm(_ value: String) -> Bool { ["json", "yaml", "csv", "text", "table", "wide"].contains(value) }

    /// Whether a value switches something off.
    static func isOff(_ value: String) -> Bool { ["no", "false", "0", "off", "none"].contains(value.lowercased()) }

    /// Whether a word is a server or a file by itself, wherever it stands.
    static func isPlain(_ word: String) -> Bool {
        word.contains { ".:".contains($0) } || word == "localhost" || Operand.isFile(word)
            || Operand.isRegularFile(word)
    }

    /// Whether an option's value lets somebody in, by its name: `-storepass`, `-passin`, `--password-file`, `-psk`.
    static func isSecret(_ option: String) -> Bool {
        let name = option.lowercased()
        return isPassphrase(name)
            || (isWithValue(name) && ["secret", "token", "psk"].contains { name.contains($0) })
    }

    /// Whether an option's value is a password, or a place of one.
    static func isPassphrase(_ option: String) -> Bool {
        let name = option.lowercased()
        return isWithValue(name) && name.contains("pass")
    }

    /// `--no-password` has none.
    private static func isWithValue(_ name: String) -> Bool {
        name.count > 2 && !name.hasPrefix("--no") && !name.hasPrefix("-no")
    }

    /// Whether a word can be a server alone: no file, and with something of a server's name.
    static func isServer(_ word: String) -> Bool {
        guard word.contains("://") || (!Operand.isFile(word) && !Operand.isRegularFile(word)),
            word.contains(".") || word.contains(":") || word == "localhost"
        else { return false }
        return (try? Target(secured(word))) != nil
    }

    /// Whether a value of this kind may look like a server.
    static func mayBeServer(_ placeholder: String) -> Bool {
        ["URL", "HOST", "NAME", "SPEC", "DOMAIN"].contains { placeholder.contains($0) }
    }

    static func isAddress(_ word: String) -> Bool {
        let bare = word.hasPrefix("[") && word.hasSuffix("]") ? String(word.dropFirst().dropLast()) : word
        return IPAddress(bare) != nil
    }

    /// A URL of HTTP as one of HTTPS.
    static func secured(_ word: String) -> String {
        word.asciiLowercased().hasPrefix("http://") ? "https" + word.dropFirst(4) : word
    }

    /// A word for a shell, without the user of a URL and without what lets somebody in.
    ///
    /// - Parameter option: the option whose value it is; nil for any other word.
    static func quoted(_ word: String, behind option: String? = nil) -> String {
        ShellLine.of([shown(word, behind: option)])
    }

    /// Parts of the names of fields whose value lets somebody in, and of members of a body.
    private static let secretFields = ["auth", "cookie", "token", "secret", "passw", "key"]
    private static let secretMembers = ["passw", "secret", "token"]

    private static func shown(_ word: String, behind option: String?) -> String {
        func names(_ parts: [String], _ text: some StringProtocol) -> Bool {
            let text = text.lowercased()
            return parts.contains { text.contains($0) }
        }
        switch option {
        case "--header":
            let name = word.prefix { $0 != ":" }
            return names(secretFields, name) && name.count < word.count ? "\(name): …" : ShownURL.line(word)
        case "--data": return names(secretMembers, word) && !word.hasPrefix("@") ? "…" : ShownURL.line(word)
        default: return ShownURL.text(ofTarget: word)
        }
    }
}
