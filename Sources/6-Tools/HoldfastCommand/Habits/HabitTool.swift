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

    /// The place where its words stand, looked up in November 2026.
    var source: String {
        switch self {
        case .curl: "curl 8.14: curl(1)"
        case .openssl: "OpenSSL 3.5: openssl-s_client(1), openssl-verification-options(1), openssl-x509(1), openssl(1)"
        case .step: "step CLI reference, smallstep.com/docs/step-cli/reference/certificate"
        case .testssl: "testssl.sh 3.2: testssl --help"
        case .sslyze: "sslyze 6.3: sslyze --help"
        case .sslscan: "sslscan 2.1: sslscan(1)"
        case .nscurl: "macOS: nscurl --help"
        case .httpie: "HTTPie 3.2: https --help"
        case .gnutls: "GnuTLS 3.8: gnutls-cli --help"
        case .wget: "GNU Wget 1.21: wget --help"
        case .kubectl: "Kubernetes: kubectl options"
        case .keytool: "JDK 17: keytool -help"
        case .mkcert: "mkcert 1.4: mkcert -help"
        }
    }
}
