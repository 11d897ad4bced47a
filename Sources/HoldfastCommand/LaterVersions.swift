/// Commands and options that are planned and not there yet: naming one is a usage error that says so.
enum LaterVersions {
    private static let commands: [String: String] = [
        "ats": "App Transport Security", "scan": "the scanner", "gate": "the gate", "browse": "the gate",
    ]

    private static let options: [String: String] = [
        "--revocation": "revocation checking"
    ]

    static func arrival(ofCommand name: String) -> String? { commands[name] }

    /// What brings an option to a command; nil where it will not come.
    static func arrival(ofOption name: String, in command: String) -> String? {
        command == "inspect" ? nil : options[name]
    }
}
