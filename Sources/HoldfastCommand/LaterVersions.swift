/// Commands and options that are planned and not there yet: naming one is a usage error that says so.
enum LaterVersions {
    private static let commands: [String: String] = [
        "pin": "pins", "resolve": "resolvers",
        "ats": "App Transport Security", "scan": "the scanner", "gate": "the gate", "browse": "the gate",
    ]

    private static let options: [String: String] = [
        "--pin": "pins", "--policy-file": "pins",
        "--resolver": "resolvers", "--judge": "resolvers", "--no-sni": "resolvers",
        "--revocation": "revocation checking",
    ]

    static func arrival(ofCommand name: String) -> String? { commands[name] }

    /// What brings an option to a command; nil where it will not come.
    static func arrival(ofOption name: String, in command: String) -> String? {
        guard command != "inspect", !(command == "evaluate" && isOfConnections(name)) else { return nil }
        return options[name]
    }

    private static func isOfConnections(_ option: String) -> Bool {
        ["--resolver", "--judge", "--no-sni"].contains(option)
    }
}
