extension Habit {
    /// Verbs as other programs call them, behind commands of ours.
    static let verbs: [Habit] = [
        Habit(nil, "create cert, create certificate, create server", .command("create leaf")),
        Habit(nil, "create client", .command("create leaf --usage client")),
        Habit(nil, "create root, create authority", .command("create ca")),
        Habit(nil, "create request, create req", .command("create csr --name NAME --key NAME.key --out NAME.csr")),
        Habit(nil, "create rsa, create keypair", .command("create key --out NEW.key")),
        Habit(nil, "create p12, create pkcs12", .command("create leaf --p12 NEW.p12")),
        Habit(nil, "trust ls, trust show, trust status", .command("trust list")),
        Habit(nil, "trust rm, trust delete, trust del, trust revoke", .command("trust remove")),
        Habit(nil, "trust allow, trust accept, trust except", .command("trust add")),
        // p11-kit's trust(1) adds anchors to the system's.
        Habit(nil, "trust anchor, trust install, trust import", .command("trust-store install")),
        Habit(nil, "trust-store add, trust-store import, trust-store trust", .command("trust-store install")),
        Habit(
            nil, "trust-store remove, trust-store rm, trust-store delete, trust-store del, trust-store untrust",
            .command("trust-store uninstall")),
        Habit(
            nil, "trust-store list, trust-store ls, trust-store show, trust-store check",
            .command("trust-store status")),
        Habit(nil, "credentials ls, credentials show", .command("credentials list")),
        Habit(nil, "credentials rm, credentials delete, credentials del", .command("credentials remove")),
        Habit(nil, "credentials set, credentials store, credentials save", .command("credentials add")),
        Habit(nil, "pin hash, pin get, pin show, pin calculate", .command("pin compute")),
        Habit(nil, "pin check, pin test", .command("pin verify")),
        Habit(nil, "policy check, policy validate, policy lint, policy verify", .command("policy test")),
        Habit(nil, "policy create, policy new, policy init", .command("pin compute --format policy")),
    ]
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
