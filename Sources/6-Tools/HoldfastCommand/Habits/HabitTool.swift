/// A program whose words people bring with them, and where those words were read.
enum HabitTool: String, CaseIterable {
    case curl
    case openssl
    case step
    case testssl = "testssl.sh"
    case sslyze
    case sslscan
    case nscurl
    case httpie
    case gnutls = "gnutls-cli"
    case wget
    case kubectl
    case keytool
    case mkcert

    /// The program that is called by a name; nil for any other.
    init?(called name: String) {
        switch name {
        case "testssl": self = .testssl
        case "http", "https": self = .httpie
        default: self.init(rawValue: name)
        }
    }

    /// The command of ours that does what the program does without any word.
    var command: Command {
        switch self {
        case .curl, .httpie, .wget: .request
        case .nscurl: .ats
        case .keytool: .inspect
        case .mkcert: Command.leading("create leaf")?.command ?? .create
        default: .check
        }
    }

    /// Whether one dash stands before letters, each an option; otherwise before words.
    var hasLetters: Bool { ![.openssl, .keytool, .mkcert].contains(self) }
}

/// The advice where other programs have a trial run, which they call `--dry-run`.
enum TrialRun {
    /// The advice for a command, or for one with verbs.
    static func advice(for command: Command) -> HabitAdvice {
        switch command.name {
        case "trust-store install", "trust-store uninstall": .stepsAreShown
        case "trust-store": .showsSteps
        case "trust", "trust add": .withoutCodes
        case "trust remove": .seeBefore(line: "holdfast trust list")
        case "credentials", "credentials add", "credentials remove": .seeBefore(line: "holdfast credentials list")
        case "lab": .seeBefore(line: "holdfast lab --list")
        case "request", "gate", "browse": .judgesAlone
        case "create": .replacesNothing(command: command.name)
        // It writes the successor in the place of the file.
        case "create renew": .seeBefore(line: "holdfast inspect FILE")
        case let name where command.has("--force"): .replacesNothing(command: name)
        default: .changesNothing(command: command.name)
        }
    }
}
