import Holdfast

/// The program's arguments.
struct Options {
    static let help = """
        usage: WebView [OPTION…] URL

        A window with a web view whose pages are judged before they are shown.

          --gate                 everything by a gate in this program, the parts of pages included
          --older                as programs did it that could not hold a navigation, with what that leaves open
          --anchors FILE         judge by these certificates alone, and not by the system's (PEM)
          --view-anchors FILE    what the view itself trusts, in the place of the system's certificates (PEM)
          --connect-to RULE      host:port:address:port, as curl has it; with --gate for the view too
          --proxy URL            how this program and the view reach servers; not with --gate, --older
          --go-on-for SECONDS    how long going on holds (default 3600)
          --language en|zh       the warning's language
          --commands             take commands from standard input, and print events: one JSON object a line
          --help

        Without --gate the navigation is held, judged over a connection of the program's own, and resumed or replaced by
        the warning; the certificate of the connection that the view has used is compared before the page is shown.
        """

    /// The ways of judging pages.
    enum Mode { case direct, gate, older }

    private(set) var mode = Mode.direct
    private(set) var anchors: TrustAnchors = .system
    /// Those of --anchors.
    private(set) var certificates: [Certificate] = []
    private(set) var viewAnchors: String?
    private(set) var dial: [DialRule] = []
    private(set) var proxy: String?
    private(set) var goOnLimit: Duration = .seconds(3_600)
    private(set) var language = PageLanguage.english
    private(set) var takesCommands = false
    private(set) var wantsHelp = false
    private(set) var url: String?

    /// An argument that makes no sense.
    struct Misuse: Error, CustomStringConvertible {
        let description: String
    }

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            func value() throws -> String {
                guard let value = rest.popFirst() else { throw Misuse(description: "\(argument) wants a value") }
                return value
            }
            switch argument {
            case "--gate": mode = .gate
            case "--older": mode = .older
            case "--anchors":
                let path = try value()
                certificates = try TrustAnchors.certificates(paths: [path])
                anchors = .only(certificates)
            case "--view-anchors": viewAnchors = try value()
            case "--connect-to": dial.append(try DialRule(connectTo: try value()))
            case "--proxy": proxy = try value()
            case "--go-on-for":
                guard let seconds = Int64(try value()), seconds > 0 else {
                    throw Misuse(description: "--go-on-for wants seconds")
                }
                goOnLimit = .seconds(seconds)
            case "--language": language = try value() == "zh" ? .chinese : .english
            case "--commands": takesCommands = true
            case "--help": wantsHelp = true
            case _ where argument.hasPrefix("-"): throw Misuse(description: "\(argument) is no option (--help)")
            default: url = argument
            }
        }
        guard mode == .direct || proxy == nil else {
            throw Misuse(description: "--proxy excludes --gate and --older")
        }
    }

    /// The settings by which servers are reached and judged.
    ///
    /// - Parameter decisions: the user's decisions to go on.
    func session(_ decisions: TrustExceptionList) throws -> HTTPSSession.Configuration {
        var configuration = HTTPSSession.Configuration()
        configuration.trust.anchors = anchors
        let exceptions = TrustExceptions.from(decisions)
        configuration.trust.adjustPolicy { $0.exceptions = exceptions }
        configuration.addresses.dial = dial
        if let proxy { configuration.proxy = try Proxy(proxy) }
        return configuration
    }
}
