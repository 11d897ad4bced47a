/// How text for people may be dressed up.
public enum TextStyle: Sendable {
    /// Letters only: for files, pipes and terminals that want none.
    case plain
    /// ECMA-48 colours.
    case coloured

    func good(_ text: String) -> String { dressed(text, "1;32") }
    func bad(_ text: String) -> String { dressed(text, "1;31") }
    func warning(_ text: String) -> String { dressed(text, "33") }
    package func strong(_ text: String) -> String { dressed(text, "1") }
    func faint(_ text: String) -> String { dressed(text, "2") }

    private func dressed(_ text: String, _ parameters: String) -> String {
        self == .coloured && !text.isEmpty ? "\u{1b}[\(parameters)m\(text)\u{1b}[0m" : text
    }
}
