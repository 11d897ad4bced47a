import HoldfastAuthority
import HoldfastCrypto
import HoldfastPins
import HoldfastResolving
import HoldfastTestBed
import HoldfastTracing
import HoldfastTrust

extension CommandOption {
    /// The words that its value can be, taken from the types that read it; empty where it is something else.
    var choices: [String] {
        switch name {
        case "--color": ColourChoice.allCases.map(\.rawValue)
        case "--policy": TrustOptions.Purpose.allCases.map(\.rawValue)
        case "--profile": Profile.all.map(\.name)
        case "--revocation": RevocationChecking.allCases.map(\.rawValue)
        case "--ct-policy": TransparencyPolicy.all.map(\.name)
        case "--starttls": StartTLS.allCases.map(\.rawValue)
        case "--tls": ["1.0", "1.1", "1.2", "1.3"]
        case "--browser": BrowserProgram.allCases.map(\.rawValue)
        case "--as": ClientOptions.words
        case "--auth": AuthenticationOption.schemes.map(\.word)
        case "--language": LanguageOption.tags
        case "--fail-on": PolicyDiff.Failing.allCases.map(\.rawValue)
        case "--scheme": CredentialScheme.allCases.map(\.rawValue)
        case "--usage": LeafUsage.allCases.map(\.rawValue)
        case "--key-type": KeyKind.offered.map(\.name)
        case "--to": ConvertedForm.allCases.map(\.rawValue)
        case "--algorithm": Pin.Algorithm.allCases.map(\.rawValue)
        case "--format": ["text"] + PinFormat.allCases.map(\.rawValue)
        case "--anywhere-as": PinSet.Group.allCases.filter { $0 != .anywhere }.map(\.rawValue)
        case "--system-fallback": NameResolution.SystemFallback.allCases.map(\.rawValue)
        default: []
        }
    }

    /// Whether its value is a file or a folder, by the placeholder that the help has for it.
    var isPath: Bool {
        ["FILE", "PATH", "DIR", "FOLDER", "KEY"].contains(placeholder ?? "")
    }
}

extension Command {
    /// The words that its operands can be, as its usage has them: words in lower case stand for themselves.
    var operandWords: [String] {
        switch name {
        case "lab": TestBed.catalogue.map(\.name) + TestBed.stories.map(\.name)
        case "pin import", "pin export": PinFormat.allCases.map(\.rawValue)
        default:
            verbs.map { String($0.name.dropFirst(name.count + 1)) }
                + operands.split { " |[]…".contains($0) }.filter { word in
                    word.first?.isLowercase == true && word.allSatisfy { $0.isLowercase || $0 == "-" }
                }.map(String.init)
        }
    }

    /// Whether an operand can be a file or a folder.
    var takesPaths: Bool {
        ["FILE", "PATH", "FOLDER", "CHAIN", "UPDATE", ".plist"].contains { operands.contains($0) }
    }
}
